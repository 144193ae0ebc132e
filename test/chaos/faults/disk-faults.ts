import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fillDisk, smallDisk } from '../../integration/small-disk.js';
import { localPlace, type Place } from '../place.js';
import type { World } from '../world.js';
import type { Fault } from './fault.js';

const BALLAST = 'ballast';

/** The disk that logs and store are on, full or read-only for a while. */
export const diskFaults: readonly Fault[] = [
  {
    name: 'disk full',
    group: 'disk',
    weight: 4,
    forMs: [20, 3_000],
    inject: async (world) => {
      const ends = unwritable(world);
      const path = join(diskOf(world), BALLAST);
      fillDisk(path);
      return {
        to: path,
        heal: async () => {
          rmSync(path, { force: true });
          ends();
        },
      };
    },
  },
  {
    name: 'disk read-only',
    group: 'disk',
    weight: 3,
    forMs: [20, 3_000],
    inject: async (world) => {
      const path = diskOf(world);
      const ends = unwritable(world);
      // Files that are open stay writable: new ones cannot be opened.
      execFileSync('mount', ['--bind', readOnlyAt(path), path]);
      return {
        to: path,
        heal: async () => {
          execFileSync('umount', ['-l', path]);
          ends();
        },
      };
    },
  },
];

/** State and logs on a disk of their own, and a second way to it that cannot be written. */
export async function diskPlace(): Promise<Place> {
  const disk = await smallDisk('65536k');
  const readOnly = readOnlyAt(disk.path);
  await mkdir(readOnly);
  execFileSync('mount', ['--bind', disk.path, readOnly]);
  execFileSync('mount', ['-o', 'remount,bind,ro', readOnly]);
  return {
    ...localPlace(),
    state: join(disk.path, 'state'),
    [Symbol.asyncDispose]: async () => {
      execFileSync('umount', ['-l', readOnly]);
      await rmdir(readOnly);
      await disk[Symbol.asyncDispose]();
    },
  };
}

function readOnlyAt(path: string): string {
  return `${path}-read-only`;
}

function diskOf({ state }: World): string {
  return join(state, '..');
}

/** Notes that logs cannot be written from now on; the answer notes that they can be again. */
function unwritable({ unwritable: times, history }: World): () => void {
  const time = { from: history.ms, to: Number.POSITIVE_INFINITY };
  times.push(time);
  return () => {
    time.to = history.ms;
  };
}
