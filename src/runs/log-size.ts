import { readLog } from '../recorder/index.js';
import { oldestCursor } from './harvest.js';
import type { RunPlace } from './run-place.js';

/** Bytes of a run's log up to now, with those of segments that are gone. */
export async function logSize(place: RunPlace): Promise<number> {
  const { host } = place.tmux;
  const { size } = await readLog(host, place, { cursor: 0, maxBytes: 1 }).catch((error: unknown) =>
    readLog(host, place, { cursor: oldestCursor(error), maxBytes: 1 }),
  );
  return size;
}
