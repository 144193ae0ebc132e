import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/commands.js';
import { muxHere } from '../operations/mux-here.js';
import { type ExamplePlace, examplePlace } from './example-place.js';

let place: ExamplePlace;
beforeAll(async () => {
  place = await examplePlace();
});
afterAll(() => place?.[Symbol.asyncDispose]());

/** Examples that are not carried out here, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  'mux attach web': 'has a terminal to itself: workers-in-terminal.test.ts',
  'mux watch %3': 'goes on until Ctrl-C: workers-in-terminal.test.ts',
  'mux events -f --type run_exit --type run_prompt': 'goes on until Ctrl-C: test/integration/events',
  'mux events -f api --json': 'the same',
  'mux overview': 'goes on until Ctrl-C: overview.test.ts',
  'mux overview --host local?socket=work': 'the same',
  'mux record api --out api.cast': 'goes on until Ctrl-C: recordings.test.ts',
  'mux play api.cast --speed 2 --idle-limit 1s': 'plays what the one before it made: recordings.test.ts',
  'mux codegen --out sum.test.ts -- bc -q': 'has a terminal to itself: test-kit/codegen.test.ts',
  'mux codegen --runner node --scratch --out init.test.mjs -- npm init': 'the same',
  'mux codegen --from demo.tape --out demo.test.ts': 'has a tape: test-kit/codegen.test.ts',
  'mux serve': 'goes on until Ctrl-C: test/integration/server',
  'mux serve --open': 'the same: serve-open.test.ts',
  'mux serve --listen 0.0.0.0 --tls-cert cert.pem --tls-key key.pem': 'the same',
  'mux serve --log-level info --log-file mux.log': 'the same',
  'mux serve --port 0 --json': 'the same',
  'mux mcp --tools workspace,runs': 'goes on until its client leaves: test/integration/mcp',
  'mux mcp --tools default,worker_kill,run_end': 'the same',
  'mux mcp --host docker://sandbox': 'the same: test/security/mcp-reach.test.ts',
  'claude mcp add muxwright -- npx muxwright mcp': 'is a command of Claude Code: test/agents',
  'mux trace show form-saves': 'shows a trace of a test: test/integration/test-kit/traces.test.ts',
  'mux trace show form-saves --md': 'the same, for a model',
  'mux trace show trace.html --json': 'the same',
  'mux trace extract trace.html --out form-saves': 'the same',
};

/** Exit codes other than 0, and why. */
const codes: Readonly<Record<string, number>> = {
  // Its time is up.
  'mux run --timeout 30s -- sleep 100': 124,
  // Nobody listens there.
  'mux doctor --host docker://sandbox --host ssh://me@build-box': 1,
  // No server works there.
  'mux token link': 1,
  'mux token link phone': 1,
  // The program in that pane asks nothing.
  'mux agents respond reviewer "Yes, and run the tests"': 1,
  'mux agents respond reviewer --option 2': 1,
  // The programs in those panes show no such elements: test/integration/operations/pane-elements.test.ts.
  'mux choose %3 Vue': 1,
  'mux choose %3 OK --role button': 1,
  'mux choose api e4821 --on': 1,
  'mux fill %3 "Project name" shop --enter': 1,
  'mux fill %3 e4821 --secret': 1,
};

/** What has to be so before one, where the examples before it left it otherwise. */
const before: Readonly<Record<string, readonly string[]>> = {
  'mux status api --json': ['spawn api -- claude'],
  'mux spawn api --worktree --ready-wait -- claude': ['kill api', 'clean api'],
  'mux logs -f -n 20 web': ['kill web'],
  'mux attach --print web': ['respawn web'],
  'mux respawn web': ['kill web'],
  // What was told to end has ended.
  'mux broadcast --tag red "git pull"': ['wait sum'],
  'mux clean --all': ['kill api'],
  'mux send api "Add a test for the login"': ['spawn api -- claude'],
  // A shell is known once somebody has waited for its first prompt.
  'mux agents status reviewer': ['agents register %3 --name reviewer'],
  'mux tmux read --pane 0.1 --since': ['tmux split vertical'],
  'mux tmux snapshot restore --restart': ['tmux snapshot save', 'session kill workspace'],
};

/** These read stdin or have the terminal, and are processes of their own. */
const asksForSecret = /--secret|^mux scrub/;
const inShell = /^echo |^mux run (?!-d)|--secret|^mux scrub/;

describe('the examples of the help', () => {
  it.each(
    commands.flatMap(({ examples }) => examples.map(([line]) => line)).filter((line) => !elsewhere[line]),
  )('%s', async (example) => {
    for (const line of before[example] ?? []) {
      expect(await muxHere(...words(place.localized(`mux ${line}`)))).toMatchObject({ code: 0 });
    }
    const line = place.localized(example);
    const result = inShell.test(example)
      ? await place.shell(asksForSecret.test(example) ? `echo hidden | ${line}` : line)
      : await muxHere(...words(line));
    expect(result.code, result.stdout + result.stderr).toBe(codes[example] ?? 0);
    if (result.code === 0) expect(result.stderr).not.toMatch(/^mux:/m);
  });

  it('make a picture', async () => {
    expect((await readFile(join(place.work, 'api.png'))).subarray(1, 4).toString()).toBe('PNG');
  });

  it('are all there that are said to be tried elsewhere, or to need something', () => {
    const all = new Set(commands.flatMap(({ examples }) => examples.map(([line]) => line)));
    const named = [...Object.keys(elsewhere), ...Object.keys(codes), ...Object.keys(before)];
    expect(named.filter((line) => !all.has(line))).toEqual([]);
  });
});

/** The words behind `mux`, as a shell takes them apart: the examples have quotes and nothing else. */
function words(line: string): string[] {
  const found = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)];
  return found.slice(1).map(([, single, double, bare]) => single ?? double ?? bare ?? '');
}
