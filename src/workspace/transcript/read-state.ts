import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ScreenState } from '../../vt/index.js';

/** How far a pane was read: kept with the pane, so that the next process goes on from there. */
export interface ReadState {
  /** Where in the log the terminal is what `terminal` says. */
  readonly position: number;
  readonly terminal: ScreenState;
  /** Number of the last line that was read. */
  readonly lastLineRead: number;
  /** Number of the last line that is shown again, as a part of what was there before, and was read then. */
  readonly sealed?: number;
  /** Of the lines that were on the screen, what was read of them: they may still change. */
  readonly seen: readonly string[];
  /** Text of the last line that was read: where it was not finished, the next read gives its rest. */
  readonly lastText: string;
  /** What was read of the alternate screen. */
  readonly screen: string;
  readonly timestamp: string;
}

/** A state as text for an option of tmux. */
export function encodeReadState(state: ReadState): string {
  return deflateRawSync(JSON.stringify(state)).toString('base64');
}

/** `undefined` where there is none, or it is of another version. */
export function decodeReadState(text: string): ReadState | undefined {
  if (text === '') return undefined;
  try {
    const state = JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString()) as ReadState;
    return Array.isArray(state.seen) && Array.isArray(state.terminal.rows) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** A short name of a text, to see whether it has changed. */
export function fingerprint(text: string): string {
  return createHash('sha1').update(text).digest('base64').slice(0, 10);
}
