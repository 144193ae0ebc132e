import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { chosen, type Fault } from './fault.js';

/** A process that can open no further file, connection or program for a while. */
export const filesExhausted: Fault = {
  name: 'no file descriptor left',
  group: 'limits',
  weight: 8,
  forMs: [20, 2_000],
  inject: async (world, pick) => {
    const { drivers, readers, serves, history } = world;
    // Node itself does not start without files.
    const library = [...drivers, ...readers].filter(({ isReady }) => isReady);
    const victim = chosen([...library, ...serves.filter(({ isUp }) => isUp)], pick);
    const { pid } = victim ?? {};
    const open = pid === undefined ? undefined : openFiles(pid);
    if (!victim || pid === undefined || open === undefined) return undefined;
    // From none at all to a few, so that some steps still work.
    const limit = open + Math.floor(((pick * 7) % 1) * 6);
    const from = history.ms;
    if (!(await setLimit(pid, `${limit}`))) return undefined;
    return {
      to: `${victim.name}, process ${pid}, at ${limit}`,
      heal: async () => {
        await setLimit(pid, '4096');
        world.unwritable.push({ from, to: history.ms });
      },
    };
  },
};

function openFiles(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}

/** Of open files, the one that counts and not the one that may not be exceeded. Whether the process was there. */
async function setLimit(pid: number, limit: string): Promise<boolean> {
  return promisify(execFile)('prlimit', ['--pid', String(pid), `--nofile=${limit}:`]).then(
    () => true,
    () => false,
  );
}
