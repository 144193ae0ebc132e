import { isMuxError } from '../model/index.js';
import type { Command } from './quote.js';
import type { Tmux } from './tmux.js';

/**
 * The time by the clock of a tmux server, which is that of its host. All processes that use the server share it, while
 * their own clocks may differ by minutes or jump: what one process wrote down is compared only with the same clock. By our own
 * clock where there is no server: then there is nothing to compare.
 */
export async function serverTime(tmux: Tmux): Promise<Date> {
  const known = differences.get(tmux);
  if (known && isFresh(known)) return new Date(Date.now() + known.difference);
  const asked = Date.now();
  const [body] = await tmux.request([tellTime]).catch((error: unknown): Buffer[] => {
    if (isMuxError(error, 'NO_SERVER')) return [];
    // By a clock that may be wrong, what is young would look old, and be removed.
    throw error;
  });
  const time = toldTime(body, asked);
  const now = Date.now();
  differences.set(tmux, { difference: time.getTime() - now, at: performance.now(), now });
  return time;
}

interface ClockDifference {
  /** Milliseconds that the clock of the server is ahead. */
  readonly difference: number;
  /** When that was found out, by a clock that never jumps and by our own. */
  readonly at: number;
  readonly now: number;
}

const differences = new WeakMap<Tmux, ClockDifference>();

/** It was found out a moment ago, and our own clock was not set since, as it is when a laptop wakes up. */
function isFresh({ at, now }: ClockDifference): boolean {
  const passed = performance.now() - at;
  return passed < FRESH_MS && Math.abs(Date.now() - now - passed) < SECOND_MS;
}

const FRESH_MS = 10_000;

/** Has a server tell its time, together with something else. */
export const tellTime: Command = ['display-message', '-p', '%s'];

/** The time that a server told, which was asked at a time of our own clock. */
export function toldTime(body: Buffer | undefined, asked: number): Date {
  const answered = Date.now();
  const time = Number(body?.toString().trim()) * SECOND_MS;
  // The server tells whole seconds. A clock that agrees with them is more exact.
  const agrees = time > asked - 2 * SECOND_MS && time < answered + SECOND_MS;
  return new Date(agrees || !(time > 0) ? answered : time);
}

const SECOND_MS = 1_000;
