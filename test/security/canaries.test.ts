import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soak } from '../soak.js';
import { CanaryBed } from './canary-bed.js';

let bed: CanaryBed;
let script: string;
beforeAll(async () => {
  bed = await CanaryBed.make();
  script = join(bed.open.here.folder, 'tells.sh');
  await writeFile(script, TELLS);
});
afterAll(() => bed[Symbol.asyncDispose]());

const WIDTH = 64;

/** Takes it from its environment, or asks for it, and prints it in every way that programs print things. */
const TELLS = String.raw`x=$CANARY
if [ -z "$x" ]; then stty -echo; printf 'secret? '; read -r x; stty echo; echo; fi
printf '\033]2;title %s\007' "$x"
echo "plain $x end"
printf 'split '; printf %s "$x" | od -An -v -tx1 -w1 | while read -r byte; do printf "\\x$byte"; sleep 0.005; done; echo
printf 'words '; for word in $x; do printf '%s ' "$word"; sleep 0.02; done; echo
printf 'red %s\033[31m%s\033[0m%s\n' "$(printf %s "$x" | cut -c1-4)" "$(printf %s "$x" | cut -c5-8)" "$(printf %s "$x" | cut -c9-)"
printf '%*s%s edge\n' ${WIDTH - 6} '' "$x"
printf '\360\237\232\200漢字 wide %s end\n' "$x"
printf 'quoted %q\n' "$x"
printf %s "$x" | node -e "
  process.stdin.on('data', (data) => {
    const text = String(data);
    console.log(JSON.stringify({ text }));
    console.log(encodeURIComponent(text));
    console.log(String(new URLSearchParams({ text })));
  });"
printf 'sure about %s? ' "$x"; read -r y
echo "$x" >&2; exit 7
`;

const CANARIES: Readonly<Record<string, (name: string) => string>> = {
  'one word': (name) => `Zx9${name}Kanarienvogel77`,
  'several words': (name) => `${name}velvet ${name}quartz ${name}hammock ${name}lantern`,
  'signs and quotes': (name) => `${name}qwertz "${name}quoted" & $${name}dollars`,
  'wide characters': (name) => `${name}größe ${name}日本語 ${name}geheimnis`,
};

interface Started {
  readonly id: string;
  readonly paneId: string;
  readonly logPath: string;
}

interface StartOptions {
  readonly command: readonly string[];
  /** Name of the worker that it becomes. */
  readonly worker?: string;
  readonly [option: string]: unknown;
}

type Start = (options: StartOptions) => Promise<Started>;
type Give = (start: Start, canary: string, name: string) => Promise<Started>;

/** Answers the question for it. */
const asked =
  (answer: (run: Started, canary: string, name: string) => Promise<unknown>): Give =>
  async (start, canary, name) => {
    const run = await start({ command: ['bash', script] });
    await bed.call('run.wait', { run: run.id, until: 'prompt' });
    await answer(run, canary, name);
    return run;
  };

const WAYS: Readonly<Record<string, Give>> = {
  'a secret of the run, in its command': (start, canary) =>
    start({ command: ['env', `CANARY=${canary}`, 'bash', script], secrets: [canary] }),
  'a secret of the run, in its environment': (start, canary) =>
    start({ command: ['bash', script], env: { CANARY: canary }, secrets: [canary] }),
  'a pattern of the run': (start, canary) =>
    start({
      command: ['bash', script],
      env: { CANARY: canary },
      redact: forms(canary).map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')),
    }),
  'run.input': asked((run, text) => bed.call('run.input', { run: run.id, text, secret: true })),
  'pane.send': asked((run, text) =>
    bed.call('pane.send', { target: run.paneId, host: bed.open.here.host, text, secret: true }),
  ),
  'worker.send': async (start, canary, name) => {
    const run = await start({ command: ['bash', script], worker: name });
    await bed.call('run.wait', { run: run.id, until: 'prompt' });
    await bed.call('worker.send', { name, text: canary, secret: true });
    return run;
  },
  'the tool run_input': asked((run, text) => bed.tool('run_input', { run: run.id, text, secret: true })),
};

/** A pattern hides what it says: whoever gives one says how programs write the secret. */
function forms(text: string): string[] {
  const url = encodeURIComponent(text);
  const escaped = text.replace(/[\t !"#$&'()*;<>?[\\\]^`{|}~]/g, '\\$&');
  return [...new Set([text, JSON.stringify(text).slice(1, -1), url, url.replaceAll('%20', '+'), escaped])];
}

/** Each kind comes in by some way, and by each way some kind; all of them with all in a long run. */
function kindsFor(way: string): [string, (name: string) => string][] {
  const turn = Object.keys(WAYS).indexOf(way);
  return Object.entries(CANARIES).filter((_, at) => soak || (at + turn) % 4 === 1);
}

/** Where it would have been seen: so many channels show that something was hidden. */
const TOLD = [
  /^terminal /,
  /^SSE run.follow/,
  /^SSE pane.watch/,
  /^HTTP run.output/,
  /^MCP run_output/,
  /^mux output/,
];

describe.each(Object.entries(WAYS))('a canary that is given as %s', (way, give) => {
  it.each(kindsFor(way))('is in nothing that leaves or stays: %s', async (kind, make) => {
    const name = `w${Object.keys(WAYS).indexOf(way)}${Object.keys(CANARIES).indexOf(kind)}x`;
    const canary = make(name);
    const { host } = bed.open.here;
    const run = await give(
      async (options) => {
        const size = { width: WIDTH, height: 40 };
        const started = await startAt(host, { size, ...options });
        await bed.view(started.paneId);
        bed.follow('run.follow', { run: started.id });
        bed.follow('pane.watch', { target: started.paneId, host });
        await bed.call('recording.start', { target: started.paneId, host, input: true });
        return started;
      },
      canary,
      name,
    );
    await bed.call('run.wait', { run: run.id, until: 'prompt', regex: 'sure' });
    // The command itself is in the list of processes, whatever it holds: that is for whoever writes it.
    if (!way.includes('command')) bed.processes();
    await everythingSaid(run);
    await bed.call('run.input', { run: run.id, text: 'yes' });
    await bed.call('run.wait', { run: run.id, until: 'finished' });
    await everythingSaid(run);
    const { recordings } = await bed.call('recording.list', {});
    for (const { id } of recordings.slice(0, 1)) {
      await bed.call('recording.read', { id });
      await bed.call('recording.image', { id, format: 'svg' });
    }
    await bed.open.call('recording.image', { id: recordings[0].id, format: 'png' });
    expect(bed.seen.map(({ text }) => text).join('')).toContain('wide **** end');
    expect(await bed.hits(canary, run.logPath)).toEqual([]);
    for (const told of TOLD) {
      const texts = bed.seen.filter(({ channel }) => told.test(channel)).map(({ text }) => text);
      expect([told, texts.some((text) => text.includes('****'))]).toEqual([told, true]);
    }
    expect(bed.seen.map(({ channel }) => channel)).toEqual(
      expect.arrayContaining(['traces', 'log of the server', '/metrics', 'MCP resources', 'an error']),
    );
  });
});

async function startAt(host: string, { worker, ...options }: StartOptions): Promise<Started> {
  if (worker === undefined) return bed.call('run.start', { host, prompts: ['\\? $'], ...options });
  const { runId, paneId } = await bed.call('worker.spawn', { name: worker, host, ...options });
  const runs = await bed.open.here.runtime.runs();
  const { logPath } = await runs.get(runId, { host });
  return { id: runId, paneId, logPath };
}

/** What every face tells of a run. */
async function everythingSaid({ id, paneId }: Started): Promise<void> {
  const pane = { target: paneId, host: bed.open.here.host };
  for (const [operation, input] of [
    ['run.output', { run: id }],
    ['run.output', { run: id, form: 'raw' }],
    ['run.status', { run: id }],
    ['run.explain', { run: id }],
    ['run.list', {}],
    ['run.metrics', {}],
    ['event.list', {}],
    ['inbox.list', {}],
    ['audit.list', {}],
    ['pane.list', {}],
  ] as const)
    await bed.call(operation, input);
  for (const operation of ['pane.read', 'pane.screen']) await bed.call(operation, pane).catch(() => {});
  await bed.tool('run_output', { run: id });
  await bed.tool('run_status', { run: id });
  await bed.tool('pane_read', pane);
  await bed.resources();
  for (const words of [['output', id], ['status', id], ['runs'], ['explain', id]]) await bed.mux(...words);
  await bed.mux('logs', id, '--json');
  await bed.get('/metrics');
  await bed.get('/healthz');
  // A mistake quotes what it was given, and no secret.
  await bed.call('run.input', { run: id, text: '', fingerprint: 'none' }).catch((error: unknown) => {
    bed.seen.push({ channel: 'an error', text: String(error) });
  });
}
