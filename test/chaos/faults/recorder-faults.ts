import { type HostProcess, hostProcesses } from '../host-processes.js';
import type { World } from '../world.js';
import { chosen, type Fault } from './fault.js';

interface Recorder {
  readonly pid: number;
  /** The shell that starts it again. */
  readonly shell: number;
  readonly run: string;
}

/** The filters that write logs, killed or stopped for a while. */
export const recorderFaults: readonly Fault[] = [
  {
    name: 'recorder killed',
    weight: 2,
    forMs: [0, 0],
    inject: async (world, pick) => {
      const recorder = chosen(recorders(world), pick);
      if (!recorder) return undefined;
      world.recorderKills.add(recorder.run);
      if (!signal(recorder, 'SIGKILL')) return undefined;
      return { to: `process ${recorder.pid} of run ${recorder.run}`, heal: async () => {} };
    },
  },
  {
    name: 'recorder stopped',
    weight: 2,
    forMs: [10, 2_000],
    inject: async (world, pick) => {
      const recorder = chosen(recorders(world), pick);
      if (!recorder) return undefined;
      if (!signal(recorder, 'SIGSTOP')) return undefined;
      return {
        to: `process ${recorder.pid} of run ${recorder.run}`,
        heal: async () => {
          if (isRecorder(recorder)) signal(recorder, 'SIGCONT');
        },
      };
    },
  },
];

/** Filters in perl whose parent is the shell that was given to `pipe-pane`, which names the run. */
function recorders({ logFolders }: World): Recorder[] {
  const all = hostProcesses();
  const shells = new Map<number, string>();
  for (const { pid, argv } of all) {
    const isOurs = logFolders.some((folder) => argv.includes(folder));
    const run = isOurs ? /-p ([a-z0-9]+)\.in/.exec(argv)?.[1] : undefined;
    if (run) shells.set(pid, run);
  }
  return all.filter(isFilter).flatMap(({ pid, parent }) => {
    const run = shells.get(parent);
    return run === undefined ? [] : [{ pid, shell: parent, run }];
  });
}

function isFilter({ argv }: HostProcess): boolean {
  return argv.startsWith('perl /dev/fd/4');
}

function isRecorder({ pid }: Recorder): boolean {
  return hostProcesses().some((one) => one.pid === pid && isFilter(one));
}

/** Whether it was still there. */
function signal({ pid }: Recorder, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
