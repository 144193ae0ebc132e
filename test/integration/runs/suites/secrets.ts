import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { isMuxError } from '../../../../src/model/mux-error.js';
import { shellQuote } from '../../../../src/model/shell-quote.js';
import type { Run } from '../../../../src/runs/run.js';
import { type Canaries, canariesIn, canaryRules, makeCanaries } from '../canaries.js';
import { sampleHost } from '../host-sampler.js';
import type { OpenRuns, StartRuns } from '../open-runs.js';

/** How a run is recorded. */
export const ways = [
  ['in a text log', { logFormat: 'text' }],
  ['in a JSON log', { logFormat: 'json' }],
  ['where this process records', { recordHere: true }],
] as const;

/** Secrets that are printed, typed, exported and written into commands, and where they must not turn up. */
export function secretsSuite(start: StartRuns, recorded: readonly (typeof ways)[number][]): void {
  it.each(recorded)(
    'leave no trace %s, whatever the program does with them [A12, A36, A37, A52, A57, A69]',
    async (_way, options) => {
      await using runs = await start();
      const canaries = makeCanaries();
      const program = await install(runs, canaries);
      const sampler = sampleHost(runs, (texts) => canariesIn(canaries, texts, true));
      const told = new Map<string, string>();
      const tell = (name: string, value: unknown): void => {
        told.set(`${told.size}: ${name}`, inspect(value));
      };
      const command = `LOGIN_PASSWORD='two words ${canaries.password}' sh ${shellQuote(program)} # ${canaries.anthropic}`;
      const run = await runs.automation.start(runs.address, command, {
        session: 'main',
        ...canaryRules(canaries, !('recordHere' in options)),
        env: { CANARY: canaries.env, CANARY_BYTES: Buffer.from(canaries.env) },
        promptDetectors: [/^Code for .*: $/],
        ...options,
      });
      tell('start', run);
      for await (const event of run) {
        tell('event', event);
        if (event.type !== 'prompt') continue;
        expect(event.prompt).toBe('Code for **** and ****:');
        const recorded = async (): Promise<number> =>
          (await run.harvest(0, { maxBytes: LOG_BYTES })).entries.length;
        await expect.poll(recorded).toBe(linesBeforePrompt);
        await lookAround(runs, run, tell);
        await sampler.looks(4);
        await run.send(canaries.typed, { secret: true });
        tell('buffers', await runs.tmux.command('list-buffers'));
      }

      await lookAround(runs, run, tell);
      for (const [name, text] of await tmuxKnows(runs, run)) told.set(name, text);
      const { found, looks } = await sampler.stop();
      expect(looks).toBeGreaterThan(3);
      expect(found).toEqual([]);
      expect(canariesIn(canaries, told)).toEqual([]);
      expect(canariesIn(canaries, await filesOfStore(runs))).toEqual([]);
      expect(canariesIn(canaries, await filesOfHost(runs))).toEqual([]);
      expect(await filesElsewhere(runs, canaries)).toEqual([]);
      expect(await run.finished()).toMatchObject({ code: 3 });
      const { entries } = await run.harvest(0, { form: 'plain', maxBytes: LOG_BYTES });
      // Behind them stands what the shell says that was kept.
      const lines = entries.slice(0, expectedLines.length).map(({ text }) => text.replace(/x{9,}/g, 'x…'));
      expect(lines).toEqual(expectedLines);
    },
    600_000,
  );

  it('leave no trace where a program asks in the midst of a key that is longer than the screen', async () => {
    await using runs = await start();
    const canaries = makeCanaries();
    const [last = '', ...lines] = canaries.key;
    const script = [
      `printf '%s\\n' '-----BEGIN PRIVATE KEY-----' ${lines.join(' ')}`,
      'stty -echo; read -r x',
      `printf %s '${last.slice(0, 40)}'; read -r x; printf '%s\\n' '${last.slice(40)}' '-----END PRIVATE KEY-----'`,
    ].join('\n');
    const program = `${runs.folder.replace(/runs$/, 'secret-programs')}/program`;
    await runs.host.files.write(program, script, { makeFolders: true });
    const run = await runs.automation.start(runs.address, ['sh', program], { interactive: false });
    const told = new Map<string, string>();
    const tell = (name: string, value: unknown): void =>
      void told.set(`${told.size}: ${name}`, inspect(value));
    for await (const event of run) {
      tell('event', event);
      if (event.type !== 'prompt') continue;
      await lookAround(runs, run, tell);
      await run.send('');
    }
    expect(canariesIn(canaries, told)).toEqual([]);
    expect(canariesIn(canaries, await filesOfStore(runs))).toEqual([]);
    expect(canariesIn(canaries, await filesOfHost(runs))).toEqual([]);
    expect((await run.harvest()).entries.map(({ text }) => text)).toEqual(
      Array(lines.length + 3).fill('****'),
    );
  });

  it('leave no trace where they are words of an argv, or of a command that cannot start', async () => {
    await using runs = await start();
    const canaries = makeCanaries();
    const rules = canaryRules(canaries);
    const argv = ['printf', '%s\\n', canaries.literal, `password=${canaries.password}`, canaries.custom];
    const run = await runs.automation.start(runs.address, argv, { ...rules, interactive: false });
    await run.finished();
    const { entries } = await run.harvest();
    expect(entries.map(({ text }) => text)).toEqual(['****', 'password=****', '****']);
    const refused = await runs.automation
      .start(runs.address, argv, { ...rules, redactors: [new RegExp(`(?<=a+)${canaries.custom}`)] })
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'PATTERN_NOT_TRANSLATABLE' });
    const told = new Map([
      ['the error', inspect(refused)],
      ['the list', inspect(await runs.automation.runs.list())],
      ...(await tmuxKnows(runs, run)),
    ]);
    expect(canariesIn(canaries, told)).toEqual([]);
    expect(canariesIn(canaries, await filesOfStore(runs))).toEqual([]);
    expect(canariesIn(canaries, await filesOfHost(runs))).toEqual([]);
  });
}

/** Everything that can be asked about a run, also by another process that knows only the store. */
async function lookAround(
  runs: OpenRuns,
  run: Run,
  tell: (name: string, value: unknown) => void,
): Promise<void> {
  const { id, logPath } = run;
  const other = await runs.another().get(runs.address, id);
  for (const one of [run, other]) {
    tell('explain', await one.explain());
    tell('status', await one.status([/Code/]));
    tell('raw harvest', await one.harvest(0, { partial: true }));
    tell('plain harvest', await one.harvest(0, { partial: true, form: 'plain' }));
    await runs.host.script('mv "$1" "$1.away"', [logPath]);
    tell('snapshot', await one.harvest(0).catch(onlyUnavailable));
    await runs.host.script('mv "$1.away" "$1"', [logPath]);
    for (const pattern of ['never printed', /never/]) {
      const error = await one.waitForText(pattern, { timeoutMs: 50 }).catch((reason: unknown) => reason);
      expect(isMuxError(error, 'TIMEOUT', 'RUN_ENDED')).toBe(true);
      tell('error', error);
    }
    tell('line', await one.waitForText('Code for', { timeoutMs: 50 }).catch((reason: unknown) => reason));
  }
  tell('list', await runs.automation.runs.list());
  tell('stored events', await runs.store.events.since(0));
}

function onlyUnavailable(error: unknown): unknown {
  expect(error).toMatchObject({ code: 'LOG_UNAVAILABLE' });
  return error;
}

/** Options, buffers, variables and messages of the server; not the panes themselves. */
async function tmuxKnows(runs: OpenRuns, run: Run): Promise<[string, string][]> {
  const questions: [string, ...string[]][] = [
    ['list-buffers', '-F', '#{buffer_name} #{buffer_sample}'],
    ['show-options', '-s'],
    ['show-options', '-g'],
    ['show-environment', '-g'],
    ['show-environment', '-t', run.session === '' ? 'main' : run.session],
    ['list-panes', '-a', '-F', '#{@muxwright_run} #{@muxwright_answered} #{window_name}'],
    // It names the commands that it was given.
    ['show-messages'],
  ];
  const answers: [string, string][] = [];
  for (const [name, ...rest] of questions) {
    answers.push([`tmux ${name} ${rest}`, (await runs.tmux.command(name, ...rest)).join('\n')]);
  }
  return answers;
}

async function filesOfStore(runs: OpenRuns): Promise<[string, string][]> {
  const folder = dirname(runs.storePath);
  const names = await readdir(folder);
  expect(names).toContain('muxwright.db');
  return Promise.all(
    names.map(
      async (name): Promise<[string, string]> => [name, await readFile(join(folder, name), 'latin1')],
    ),
  );
}

async function filesOfHost(runs: OpenRuns): Promise<[string, string][]> {
  const texts: [string, string][] = [];
  for (const { name, kind } of await runs.host.files.list(runs.folder)) {
    if (kind !== 'file') continue;
    texts.push([name, (await runs.host.files.read(`${runs.folder}/${name}`)).data.toString('latin1')]);
  }
  expect(texts.some(([name]) => name.endsWith('.log'))).toBe(true);
  return texts;
}

/** Files of temporary folders and of homes that are newer than the store, but for the program itself. */
async function filesElsewhere(runs: OpenRuns, canaries: Canaries): Promise<string[]> {
  const { key, ...others } = canaries;
  const patterns = [...Object.values(others), ...key];
  const script = `p=$1; s=$2; shift 2; find /tmp /var/tmp /dev/shm "$HOME/.local" "$@" -xdev -type f -size -16384 -newer "$s" ! -path '*/secret-programs/*' -exec grep -lF -e "$p" {} + 2>/dev/null; :`;
  const list = patterns.join('\n');
  const there = await runs.host.script(script, [list, `${runs.folder}/../began`], { timeoutMs: 60_000 });
  const here = await promisify(execFile)('sh', ['-c', script, 'sh', list, runs.storePath]);
  return `${there.stdout}${here.stdout}`.split('\n').filter((line) => line !== '');
}

function inspect(value: unknown): string {
  const seen = new Set<unknown>();
  const text = JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null) return inner;
    if (seen.has(inner)) return '(again)';
    seen.add(inner);
    if (inner instanceof Error)
      return { ...inner, message: inner.message, stack: inner.stack, cause: inner.cause };
    return inner;
  });
  // What JSON escapes would hide a piece of a secret.
  return `${text}\n${text.replace(/\\(.)/g, '$1')}`;
}

const FILLER = 500_000;
const LOG_BYTES = 10_000_000;

/** A program that prints the secrets in every way there is. It lies in a file, which is none of muxwright's. */
async function install(runs: OpenRuns, canaries: Canaries): Promise<string> {
  const { custom, literal, anthropic, github, aws, password, key } = canaries;
  const split = (text: string, at: number): string =>
    `printf %s ${shellQuote(text.slice(0, at))}; sleep 0.05; printf '%s\\n' ${shellQuote(text.slice(at))}`;
  const coloured = [...github].join('\x1b[1;32m');
  const filler = `head -c ${FILLER} /dev/zero | tr '\\000' x`;
  const script = [
    `[ "$CANARY" = '${canaries.env}' ] && [ "$CANARY_BYTES" = "$CANARY" ] || exit 9`,
    `printf '%s\\n' ${[custom, literal, anthropic, github, aws].map(shellQuote).join(' ')}`,
    `printf '%s\\n' 'password=${password}' 'a ${custom} b ${custom}${aws}'`,
    split(`start ${anthropic} end`, 20),
    split(literal, literal.length - 3),
    split(custom, 1),
    `printf '\\033[33m%s\\033[0m\\n' '${coloured}'`,
    `printf '\\033]2;%s\\007titled\\n' '${aws}'`,
    `${filler}; printf ' %s ' '${custom}'; ${filler}; printf ' %s\\n' ${shellQuote(literal)}`,
    `printf '%s\\n' '-----BEGIN OPENSSH PRIVATE KEY-----'`,
    ...key.map((line, index) => (index === 7 ? split(line, 30) : `printf '%s\\n' '${line}'`)),
    `printf '%s\\n' '-----END OPENSSH PRIVATE KEY-----'`,
    `i=0; while [ $i -lt 300 ]; do i=$((i+1)); printf '%s\\n' '${custom}..............................................${anthropic}'; done`,
    `stty -echo; printf 'Code for %s and %s: ' '${github}' ${shellQuote(literal)}; IFS= read -r answer; stty echo; echo`,
    `[ "$answer" = '${canaries.typed}' ] || exit 8`,
    `printf '%s\\n' "\${answer}"; printf 'last %s' '${custom}'; exit 3`,
  ].join('\n');
  const program = `${runs.folder.replace(/runs$/, 'secret-programs')}/program`;
  await runs.host.files.write(program, script, { makeFolders: true });
  await runs.host.files.write(runs.folder.replace(/runs$/, 'began'), '');
  return program;
}

const expectedLines = [
  ...Array(5).fill('****'),
  'password=****',
  'a **** b ********',
  'start **** end',
  '****',
  '****',
  '****',
  'titled',
  'x… **** x… ****',
  ...Array(42).fill('****'),
  ...Array(300).fill('****..............................................****'),
  'Code for **** and ****: ',
  '****',
  'last ****',
];

const linesBeforePrompt = expectedLines.indexOf('Code for **** and ****: ');
