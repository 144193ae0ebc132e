import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '../../src/api/store.js';
import { type Run, TmuxAutomation } from '../../src/index.js';
import { type Benchmark, milliseconds, OURS } from '../benchmark.js';
import { spawned } from '../peers/spawned.js';
import { type Place, tmuxArgv } from '../places/place.js';
import { race } from '../race.js';

/** Says on the clock that Node has, too, when it prints, and waits for a moment before: all watchers shall be there. */
const CLOCK = 'use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC sleep); $| = 1; sleep 0.3;';
const NOW = 'sprintf("%.0f", 1e9 * clock_gettime(CLOCK_MONOTONIC))';

/** Runs, from the moment that something happens in one to the moment that its caller knows. */
export const runs: Benchmark = {
  name: 'runs',
  unit: 'ms',
  async *run(ground) {
    const place = await ground.local();
    await using bench = await openBench(place);
    const effort = ground.effort(20, 0);
    yield await race('exit of a run seen, local', 'ms', exitContenders(bench), effort);
    yield await race('prompt of a run seen, local', 'ms', promptContenders(bench), effort);
    yield await race('a run from start to end, local', 'ms', wholeContenders(bench), effort);
  },
};

interface Bench extends AsyncDisposable {
  readonly place: Place;
  readonly folder: string;
  start(command: string | readonly string[], promptDetectors?: readonly RegExp[]): Promise<Run>;
}

async function openBench(place: Place): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-bench-'));
  const store = await openStore({ path: join(folder, 'muxwright.db') });
  const automation = new TmuxAutomation({ store, config: { logFolder: join(folder, 'runs') } });
  return {
    place,
    folder,
    start: (command, promptDetectors = []) =>
      automation.start(place.server.tmux, command, { interactive: false, login: false, promptDetectors }),
    async [Symbol.asyncDispose]() {
      await automation.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function exitContenders(bench: Bench) {
  const sample = (watch: (run: Run) => Promise<unknown>) => async (): Promise<number> => {
    const told = join(bench.folder, 'told');
    const program = `${CLOCK} open my $f, ">", shift; print $f ${NOW}`;
    const run = await bench.start(['perl', '-e', program, told]);
    await watch(run);
    const seen = process.hrtime.bigint();
    await run.finished();
    await run.close();
    return since(seen, await readFile(told, 'utf8'));
  };
  const exitFile = async ({ logPath }: Run): Promise<unknown> => {
    for (;;) {
      const code = await readFile(logPath.replace(/log$/, 'exit'), 'utf8').catch(() => undefined);
      if (code !== undefined) return code;
      await delay(50);
    }
  };
  return [
    { name: OURS, role: 'ours', sample: sample((run) => run.finished()) },
    { name: 'exit file read every 50 ms', role: 'peer', sample: sample(exitFile) },
    {
      name: 'list-panes spawned every 500 ms',
      role: 'peer',
      sample: sample((run) => pollTmux(bench.place, (panes) => !panes.includes(run.paneId))),
    },
  ] as const;
}

function promptContenders(bench: Bench) {
  const sample =
    (watch: (run: Run) => Promise<string>, detectors: readonly RegExp[]) => async (): Promise<number> => {
      const run = await bench.start(['perl', '-e', `${CLOCK} print ${NOW}, " token: "; <STDIN>`], detectors);
      const text = await watch(run);
      const seen = process.hrtime.bigint();
      await run.send('');
      await run.finished();
      await run.close();
      return since(seen, /(\d+) token:/.exec(text)?.[1] ?? '0');
    };
  const prompt = async (run: Run): Promise<string> => (await run.waitForPrompt()).prompt ?? '';
  const poll = async ({ paneId }: Run): Promise<string> => {
    for (;;) {
      const text = await spawned(tmuxArgv(bench.place, 'capture-pane', '-p', '-t', paneId));
      if (/token:/.test(text)) return text;
      await delay(500);
    }
  };
  return [
    { name: OURS, role: 'ours', sample: sample(prompt, [/token:/]) },
    { name: 'without a detector', role: 'floor', sample: sample(prompt, []) },
    { name: 'capture-pane spawned every 500 ms', role: 'peer', sample: sample(poll, []) },
  ] as const;
}

function wholeContenders(bench: Bench) {
  const bare = async (): Promise<unknown> => {
    const argv = tmuxArgv(
      bench.place,
      'new-window',
      '-d',
      '-P',
      '-F',
      '#{pane_id}',
      '--',
      'sh',
      '-c',
      'exit 3',
    );
    const pane = (await spawned(argv)).trim();
    return pollTmux(bench.place, (panes) => !panes.split('\n').includes(pane), 0);
  };
  return [
    {
      name: OURS,
      role: 'ours',
      sample: () =>
        milliseconds(async () => {
          const run = await bench.start('exit 3');
          await run.finished();
          await run.close();
        }),
    },
    {
      name: 'new-window and list-panes spawned, nothing recorded',
      role: 'floor',
      sample: () => milliseconds(bare),
    },
  ] as const;
}

async function pollTmux(place: Place, accept: (panes: string) => boolean, everyMs = 500): Promise<void> {
  while (!accept(await spawned(tmuxArgv(place, 'list-panes', '-a', '-F', '#{pane_id}'))))
    await delay(everyMs);
}

function since(seen: bigint, printed: string): number {
  return Number(seen - BigInt(printed)) / 1e6;
}
