import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenServer, openServer } from '../integration/server/open-server.js';

/** Expressions that a backtracking engine does not end with on the output below. */
const ENDLESS = ['^(a+)+$', '(a|aa)+$', '^(\\w+\\s?)*$', '(a|a)*b$', '(.*a){20}b'];
const OUTPUT = `${'a'.repeat(5_000)}!`;

let open: OpenServer;
let reader: string;
let run: string;
let pane: string;
beforeAll(async () => {
  open = await openServer();
  reader = await open.tokenFor('read');
  const command = ['sh', '-c', `echo '${OUTPUT}'; printf 'go on? '; read x`];
  const started = await open.call('run.start', { host: open.here.host, command });
  run = started.id;
  pane = started.paneId;
  await open.call('run.wait', { run, until: 'prompt' });
});
afterAll(() => open[Symbol.asyncDispose]());

async function asReader(
  name: string,
  input: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await open.fetch(`/api/operations/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${reader}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('a pattern of someone who may only read', () => {
  it.each(ENDLESS)('%s ends with its time in run.wait, and others are answered meanwhile', async (regex) => {
    const waiting = asReader('run.wait', { run, until: 'text', regex, timeoutMs: 300 });
    expect((await open.fetch('/healthz')).status).toBe(200);
    expect(await waiting).toMatchObject({ body: { code: 'TIMEOUT' } });
  });

  it.each(ENDLESS)('%s ends with its time in pane.wait', async (regex) => {
    const { body } = await asReader('pane.wait', {
      target: pane,
      host: open.here.host,
      regex,
      timeoutMs: 300,
    });
    expect(body).toMatchObject({ code: 'TIMEOUT' });
  });

  it('ends with its time in worker.wait', async () => {
    const command = ['sh', '-c', `echo '${OUTPUT}'; exec cat`];
    await open.call('worker.spawn', { name: 'loud', command });
    for (const regex of ENDLESS) {
      const { body } = await asReader('worker.wait', { name: 'loud', regex, cursor: 0, timeoutMs: 300 });
      expect(body).toMatchObject({ code: 'TIMEOUT' });
    }
    await open.call('worker.kill', { name: 'loud' });
  });

  it.each([
    ['(a)\\1', 'a backreference'],
    ['a+(?=b)', 'a lookahead that is not at a fixed place'],
    ['(?:[ab]{900}c){900}', 'something that is too large or too deep'],
  ])('%s is refused with what it uses', async (regex, construct) => {
    expect(await asReader('run.wait', { run, until: 'text', regex })).toMatchObject({
      status: 400,
      body: { code: 'PATTERN_NOT_LINEAR', details: { construct } },
    });
  });

  it('is tried on what may be shown, and finds out no secret letter by letter', async () => {
    const secret = 'correct horse 42';
    const command = ['sh', '-c', `echo 'it is ${secret}'; read x`];
    const told = await open.call('run.start', { host: open.here.host, command, secrets: [secret] });
    await open.call('run.wait', { run: told.id, until: 'prompt' });
    for (const regex of ['it is c', 'correct h', '4.$', '[a-z]{7} h']) {
      for (const [name, input] of [
        ['pane.wait', { target: told.paneId, host: open.here.host }],
        ['run.wait', { run: told.id, until: 'text' }],
      ] as const) {
        const { body } = await asReader(name, { ...input, regex, timeoutMs: 100 });
        expect([name, regex, body.code]).toEqual([name, regex, 'TIMEOUT']);
      }
    }
  });
});

describe('patterns that are stored with a run', () => {
  it('hang neither its server nor the next one', async () => {
    const command = ['sh', '-c', `echo '${OUTPUT}'; printf '${OUTPUT.slice(0, 300)}'; read x`];
    const options = { host: open.here.host, prompts: ENDLESS, redact: ['(x+x+)+y', '^(a+)+b$'] };
    const started = await open.call('run.start', { ...options, command });
    const seen = await open.call('run.wait', { run: started.id, until: 'prompt' });
    expect(seen.state).toBe('waiting-for-input');
    const next = open.here.another();
    const listed = await open.here.call('run.list', { host: open.here.host }, { by: next });
    expect(listed.runs.map(({ id }: { id: string }) => id)).toContain(started.id);
    const output = await open.here.call('run.output', { run: started.id }, { by: next });
    expect(output.lines[0].text).toBe(OUTPUT);
    expect(await open.here.call('run.status', { run: started.id }, { by: next })).toMatchObject({
      state: 'waiting-for-input',
    });
  });
});

describe('output that is made to slow its readers down', () => {
  it.each([
    ['tokens that never end', '.eyJ', 'eyJabcdefgh', 11_000],
    ['names of passwords', '', 'password1', 13_000],
    ['one long word', '', 'a', 120_000],
  ])('is read at once: %s', async (_, begin, middle, times) => {
    const script = `i=0; printf '%s' '${begin}'; head -c ${middle.length * times} /dev/zero | tr '\\0' a | sed 's/${'a'.repeat(middle.length)}/${middle}/g'; echo; echo all done; read x`;
    const started = await open.call('run.start', { host: open.here.host, command: ['sh', '-c', script] });
    await open.call('run.wait', { run: started.id, until: 'text', text: 'all done' });
    const target = { target: started.paneId, host: open.here.host };
    expect((await open.call('pane.read', { ...target, lines: 5_000 })).lines).not.toEqual([]);
    expect((await open.call('pane.screen', target)).text).toContain('all done');
    // The screen shows it a moment before the log has it.
    const lastLine = async (): Promise<string> => {
      const { lines } = await open.call('run.output', { run: started.id, maxBytes: 1_000_000 });
      return lines.at(-1)?.text.slice(0, 80);
    };
    await expect.poll(lastLine).toBe('all done');
  });
});
