import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localPlace, type Place } from '../place.js';
import { chosen, type Fault } from './fault.js';

const clocks = new WeakMap<Place, Map<string, string>>();

/** Seconds by which a clock is wrong. */
const SKEWS = [-86_400, -3_600, -300, -61, -5, 5, 61, 300, 3_600, 86_400];

/** This machine, where each process has its own clock. */
export async function clockPlace(folder: string): Promise<Place> {
  const library = faketimeLibrary();
  const files = new Map<string, string>();
  const env = (name: string): Record<string, string> => {
    const file = join(folder, `clock-${name.replaceAll(' ', '-')}`);
    if (!files.has(name)) writeFileSync(file, '+0\n');
    files.set(name, file);
    return {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Timers run as they do on a machine whose clock is set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
  };
  const place = { ...localPlace(), env };
  clocks.set(place, files);
  return place;
}

/** The clock of a process, or of the host of all runs, is set wrong and right again. */
export const clockSet: Fault = {
  name: 'clock set',
  weight: 8,
  forMs: [50, 4_000],
  inject: async ({ place }, pick) => {
    const [name, file] = chosen([...(clocks.get(place) ?? [])], pick) ?? [];
    if (name === undefined || file === undefined) return undefined;
    const seconds = chosen(SKEWS, (pick * 97) % 1) ?? 0;
    writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    return { to: `${name}, by ${seconds} s`, heal: async () => writeFileSync(file, '+0\n') };
  },
};

function faketimeLibrary(): string {
  const folders = readdirSync('/usr/lib').map((name) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`);
  const found = folders.find((path) => existsSync(path));
  if (found) return found;
  throw new Error('This profile needs libfaketime. Debian: apt install faketime.');
}
