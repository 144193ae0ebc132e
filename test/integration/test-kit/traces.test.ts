import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCast } from '../../../src/recorder/cast/cast-file.js';
import { expect as expectTerminal } from '../../../src/test/expect/expect.js';
import { launch } from '../../../src/test/launch.js';
import { secret } from '../../../src/test/secret.js';
import { step } from '../../../src/test/steps.js';
import { FrameReader } from '../../../src/trace/frames.js';
import { muxHere } from '../operations/mux-here.js';
import { type TracePlace, tracePlace, useViewer } from './trace-place.js';

const patient = { timeout: 120_000 };

let viewer: AsyncDisposable | undefined;
beforeAll(async () => {
  viewer = await useViewer();
});
afterAll(() => viewer?.[Symbol.asyncDispose]());

/** The message of what fails. */
async function failure(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('It did not fail.');
}

describe('the trace of a test that fails', () => {
  it('tells what was done, seen and said, in a page, as JSON, for a model and as a recording', async () => {
    await using place = await tracePlace();
    const options = { ...patient, trace: { mode: 'on', folder: place.folder } } as const;
    const terminal = await launch(['bc', '-q'], options);
    await step('count', async () => {
      await terminal.fill('6*7');
      await expectTerminal(terminal.row(1)).toHaveText('42');
    });
    await terminal.resize(60, 20);
    const message = await failure(() =>
      expectTerminal(terminal.region({ rows: [0, 5] }).getByText('43')).toBeVisible(),
    );
    await terminal.close();

    const trace = place.trace();
    expect(message).toContain(`mux trace show ${trace.name}`);
    expect(trace).toMatchObject({ schema: 1, status: 'failed', test: { attempt: 1 }, omitted: [] });
    expect(trace.test.file).toMatch(/traces\.test\.ts$/);
    expect(trace.versions).toMatchObject({
      node: process.versions.node,
      tmux: expect.stringMatching(/^\S+$/),
    });
    const said = trace.entries.map(({ id, name, parent, failed }) => [id, name, parent, failed]);
    expect(said).toEqual([
      ['1', 'run', undefined, false],
      ['s1', 'step', undefined, false],
      ['2', 'fill', 's1', false],
      ['3', 'press', 's1', false],
      ['4', 'toHaveText', 's1', false],
      ['5', 'resize', undefined, false],
      ['6', 'toBeVisible', undefined, true],
    ]);
    const last = trace.entries.at(-1);
    expect(last).toMatchObject({ received: 'nothing', locator: { stages: [{ count: 1 }, { count: 0 }] } });
    expect(last?.source).toMatch(/traces\.test\.ts:\d+$/);
    expect(last?.looks?.[0]).toMatchObject({ wake: 'start', pass: false });
    const [terminalOf] = trace.terminals;
    const frames = new FrameReader(terminalOf?.frames ?? []);
    const fill = trace.entries.find(({ name }) => name === 'press');
    expect(frames.screen(fill?.before)?.rows.slice(0, 2)).toEqual(['6*7', '']);
    expect(frames.screen(fill?.after)?.rows.slice(0, 2)).toEqual(['6*7', '42']);
    expect(frames.screen(last?.after)).toMatchObject({ width: 60, height: 20 });
    expect(fill?.receipt?.bytes).toBe(1);
    expect(terminalOf?.verdicts.some(({ state, reason }) => state === 'waiting' && /bc/.test(reason))).toBe(
      true,
    );

    const [folder = ''] = place.traces();
    const markdown = readFileSync(join(folder, 'trace.md'), 'utf8');
    expect(markdown.split('\n')[0]).toBe('# bc -q: failed');
    expect(markdown).toContain('#6 toBeVisible →');
    expect(Buffer.byteLength(markdown)).toBeLessThan(30_000);

    const { header, events } = await openCast(join(folder, 'terminal-1.cast'));
    const [output, markers, resizes] = [[] as string[], [] as string[], [] as number[]];
    for await (const event of events) {
      if (event.type === 'output') output.push(event.data);
      if (event.type === 'marker') markers.push(event.label);
      if (event.type === 'resize') resizes.push(event.width);
    }
    expect(header).toMatchObject({ format: 'v3', width: 80, height: 24 });
    expect(output.join('')).toContain('42');
    expect(output.join('')).not.toContain('7770;test');
    expect(markers).toContain('#4 toHaveText "42"');
    expect(resizes).toEqual([60]);

    const page = readFileSync(new URL('../../../docs/trace-format.md', import.meta.url), 'utf8');
    const parts = [trace, ...trace.entries, ...trace.terminals, ...(terminalOf?.frames ?? [])];
    const fields = new Set(parts.flatMap((part) => Object.keys(part)));
    expect([...fields].filter((name) => !page.includes(`| \`${name}\` `))).toEqual([]);

    await shows(place, trace.name);
  });

  /** What the command line makes of it. */
  async function shows(place: TracePlace, name: string): Promise<void> {
    const reports = ['--reports', place.folder];
    const page = join(place.folder, name, 'trace.html');
    const shown = await muxHere('trace', 'show', name.slice(0, 8), ...reports);
    expect(shown.stdout).toMatch(/^# bc -q: failed\n[\s\S]*Open {2}file:\/\/\S+trace\.html\n$/);
    const json = await muxHere('trace', 'show', page, '--json');
    expect(JSON.parse(json.stdout)).toEqual(place.trace());
    const { stdout: md } = await muxHere('trace', 'show', join(place.folder, name), '--md');
    expect(md).toBe(readFileSync(join(place.folder, name, 'trace.md'), 'utf8'));
    const out = join(place.folder, name, 'parts');
    expect((await muxHere('trace', 'extract', page, '--out', out)).code).toBe(0);
    expect(readdirSync(out).sort()).toEqual(['terminal-1.cast', 'trace.json', 'trace.md']);
    expect((await muxHere('trace', 'extract', page, '--out', out)).stderr).toMatch(/there already/);
    expect((await muxHere('trace', 'show', 'nothing-like-it', ...reports)).stderr).toMatch(
      /There is no trace 'nothing-like-it'.*\nThere are bc-q|There are \S+/,
    );
    const cast = await muxHere('trace', 'show', join(out, 'terminal-1.cast'));
    expect(cast.stderr).toMatch(/is not a trace of a test: it has no trace in it/);
  }

  it('has no secret in any file, however it was typed or shown', async () => {
    await using place = await tracePlace();
    process.env.TRACE_SECRET = 'correct-horse-battery-staple';
    const typed = 'tr0ub4dor-and-3';
    const pressed = 'Zq7wXk9';
    const token = 'ghp_0123456789abcdefghijABCDEFGHIJ456789';
    // Shows what it was given: whole, across the edge of the terminal, in a box, and one letter at a time.
    const program = `stty -echo; printf 'First: '; read -r a; printf 'Second: '; read -r b; printf 'Third: '; read -r c; stty echo
      echo; echo "a is $a."; printf '%036d%s\\n' 0 "$b"; printf '| %.10s |\\n| %s |\\n' "$a" "\${a#??????????}"
      echo "$c" | sed 's/./&\\n/g' | while read -r l; do printf '%s' "$l"; done; echo; echo "token ${token}"
      printf '\\033]2;%s\\007' "$b"; printf 'Name: '; read -r name`;
    const terminal = await launch(['sh', '-c', program], {
      ...patient,
      size: [40, 24],
      env: { API_TOKEN: token },
      trace: { mode: 'on', folder: place.folder },
    });
    await terminal.fill(secret('TRACE_SECRET'));
    await terminal.fill(typed);
    await terminal.press(...pressed, 'Enter');
    await expectTerminal(terminal.getByText('Name:')).toBeVisible(patient);
    await failure(() => expectTerminal(terminal.getByText(/token nothing/)).toBeVisible());
    await terminal.close();

    const [folder = ''] = place.traces();
    const texts = readdirSync(folder).map(
      (name) => [name, readFileSync(join(folder, name), 'utf8')] as const,
    );
    expect(texts.map(([name]) => name).sort()).toEqual([
      'junit.xml',
      'terminal-1.cast',
      'trace.html',
      'trace.json',
      'trace.md',
    ]);
    const data =
      /id="trace">([^<]+)</.exec(texts.find(([name]) => name === 'trace.html')?.[1] ?? '')?.[1] ?? '';
    texts.push(['inflated', inflateRawSync(Buffer.from(data, 'base64')).toString()]);
    const planted = [process.env.TRACE_SECRET, typed, pressed, token];
    for (const [name, text] of texts) {
      for (const value of planted) expect(text.includes(value), `${value} in ${name}`).toBe(false);
    }
    // On the screen nothing is left of what was broken over rows, and all stands where it stood.
    const { frames, timeline } = place.trace().terminals[0] ?? { frames: [], timeline: [] };
    const screen = new FrameReader(frames).screen(timeline.at(-1)?.[1]);
    const shown = screen?.rows.join('') ?? '';
    expect(shown).toContain('a is ****************************.');
    expect(shown.replaceAll('*', '')).not.toMatch(/correct|staple|tr0ub|and-3|Zq7|ghp_/);
  });

  it('stays within its budget in a flood, and says what was left out', async () => {
    await using place = await tracePlace();
    const maxBytes = 1_000_000;
    const terminal = await launch(['sh', '-c', 'seq 1 400000; echo the end; read -r line'], {
      ...patient,
      trace: { mode: 'on', folder: place.folder, maxBytes },
    });
    await expectTerminal(terminal.getByText('the end')).toBeVisible(patient);
    await failure(() => expectTerminal(terminal.getByText('400001')).toBeVisible());
    await terminal.close();
    const [folder = ''] = place.traces();
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxBytes);
    const trace = place.trace();
    expect(trace.omitted.join()).toMatch(/The middle of the output: \d+ characters/);
    const output = trace.terminals[0]?.output.map(([, text]) => text).join('') ?? '';
    expect(output.slice(0, 12)).toBe('1\r\n2\r\n3\r\n4\r\n');
    expect(output).toMatch(/400000\r\nthe end\r\n$/);
    expect(trace.entries.map(({ name }) => name)).toEqual(['run', 'toBeVisible', 'toBeVisible']);
  });
});

describe('a trace is kept', () => {
  it.each([
    ['off', 0, 0],
    ['retain-on-failure', 0, 1],
    ['retain-all-failures', 0, 1],
    ['on-first-retry', 0, 0],
    ['on', 1, 1],
  ] as const)('as the mode %s says: %i where all went well, %i after a failure', async (mode, good, bad) => {
    await using place = await tracePlace();
    const run = async (wanted: string): Promise<void> => {
      await using terminal = await launch(['sh', '-c', 'echo ready; read -r line'], {
        ...patient,
        trace: { mode, folder: place.folder },
      });
      await expectTerminal(terminal.getByText('ready')).toBeVisible();
      await expectTerminal(terminal.getByText(wanted)).toBeVisible({ timeout: 0 });
    };
    await failure(() => run('absent'));
    expect(place.traces()).toHaveLength(bad);
    // The same test, which passes now: what it has left before is not true any more.
    await run('ready');
    expect(place.traces()).toHaveLength(good);
  });

  it('not under a mode that there is not', async () => {
    const wrong = { mode: 'sometimes' } as unknown as { readonly mode: 'on' };
    expect(await failure(() => launch(['true'], { trace: wrong }))).toBe("'sometimes' is not a trace mode.");
    expect(await failure(() => launch(['true'], { trace: { maxBytes: 10 } }))).toMatch(
      /does not fit into 10 bytes/,
    );
  });
});
