import { parseDuration } from '../model/index.js';
import type { RecordingsConfig } from './recordings-config.js';
import type { Setting } from './settings.js';

/** Every key of the section `recordings`, as it is written in the file. */
export const recordingsSettings: Readonly<Record<string, Setting<RecordingsConfig>>> = {
  every_run: {
    read: (value) => (typeof value === 'boolean' ? { everyRun: value } : 'is true or false'),
  },
  format: {
    read: (value) => (value === 'v2' || value === 'v3' ? { format: value } : 'is v2 or v3'),
  },
  max_bytes: {
    read: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= LEAST && value <= MOST
        ? { maxBytes: value }
        : `is a whole number of bytes from ${LEAST} to ${MOST}`,
  },
  max_age: {
    read(value) {
      const ms = parseDuration(value, DAY_MS);
      return ms !== undefined && ms >= LEAST_AGE_MS && ms <= MOST_AGE_MS
        ? { maxAgeMs: ms }
        : "is a number of days, or a time such as '12h', from a second to ten years";
    },
  },
  max_total_bytes: {
    read: (value) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
        ? { maxTotalBytes: value }
        : 'is a whole number of bytes',
  },
};

const DAY_MS = 86_400_000;
const LEAST_AGE_MS = 1_000;
const MOST_AGE_MS = 3_650 * DAY_MS;

/** Less would not hold two screens; more could not be read into a player. */
const LEAST = 100_000;
const MOST = 10_000_000_000;
