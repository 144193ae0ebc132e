import { setTimeout as pause } from 'node:timers/promises';
import type { Host } from '../host.js';
import { readerState } from './reader-state.js';

/** A terminal and the program that reads it. */
export interface ReadTerminal {
  readonly pid: number;
  /** Such as `/dev/pts/7`. */
  readonly tty: string;
}

/**
 * Waits until a program has read what was typed, at most so long. A key that follows then comes with its own read: many
 * programs take a return in the same read as other characters for a part of a pasted text. Where the kernel
 * cannot be asked, it does not wait.
 */
export async function untilRead(
  host: Pick<Host, 'script'>,
  { pid, tty }: ReadTerminal,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const end = performance.now() + timeoutMs;
  // The kernel tells nobody when something is read: it is asked again after ever longer pauses.
  for (
    let pauseMs = FIRST_PAUSE_MS;
    performance.now() < end;
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
  ) {
    const state = await readerState(host, pid, [tty], { signal }).catch(() => undefined);
    if (!state?.alive || !state.unread) return;
    await pause(pauseMs, undefined, { signal });
  }
}

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 160;
