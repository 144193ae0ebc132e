import { MuxError } from '../model/index.js';

/** Says what time it is. */
export type Clock = () => Date;

/** A time as it is in the database, so that text sorts as time does. */
export function timeText(time: Date): string {
  if (Number.isNaN(time.getTime())) {
    throw new MuxError('INVALID_ARGUMENT', 'A time for the store is not a valid Date.');
  }
  return time.toISOString();
}
