import { parseDuration } from '../model/index.js';
import type { RunsConfig } from './runs-config.js';
import type { Setting } from './settings.js';

/** Every key of the section `runs`, as it is written in the file. `false` switches a limit off. */
export const runsSettings: Readonly<Record<string, Setting<RunsConfig>>> = {
  max_age: {
    read(value) {
      if (value === false) return { maxAgeMs: undefined };
      const ms = parseDuration(value, DAY_MS);
      return ms !== undefined && ms >= LEAST_AGE_MS && ms <= MOST_AGE_MS
        ? { maxAgeMs: ms }
        : "is a number of days, or a time such as '12h', from a second to ten years, or false";
    },
  },
  max_runs: { read: (value) => whole(value, 'maxRuns', 'is a whole number of runs, or false') },
  max_total_bytes: { read: (value) => whole(value, 'maxTotalBytes', 'is a whole number of bytes, or false') },
};

const DAY_MS = 86_400_000;
const LEAST_AGE_MS = 1_000;
const MOST_AGE_MS = 3_650 * DAY_MS;

function whole(value: unknown, property: keyof RunsConfig, wanted: string): Partial<RunsConfig> | string {
  if (value === false) return { [property]: undefined };
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? { [property]: value }
    : wanted;
}
