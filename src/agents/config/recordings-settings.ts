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
};

/** Less would not hold two screens; more could not be read into a player. */
const LEAST = 100_000;
const MOST = 10_000_000_000;
