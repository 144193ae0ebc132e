import type { Host } from '../hosts/index.js';
import { type CallOptions, Deadline, MuxError } from '../model/index.js';
import { type LogEntry, wholeLines } from './log-lines.js';
import type { LogSpan } from './log-span.js';
import { readSpan } from './read-span.js';
import type { RunFiles } from './run-ending.js';

export type { LogEntry } from './log-lines.js';

/** Whole lines of a log from a cursor on. */
export interface LogSlice {
  /** Where to read on. */
  readonly cursor: number;
  readonly entries: readonly LogEntry[];
  /** Whether more lines are there already. */
  readonly hasMore: boolean;
  /** Whether the run had finished before the log was read; without `hasMore` these were its last lines. */
  readonly finished: boolean;
  readonly exitCode?: number;
  /** Why output is missing from the log, where it is: the name of a system error. */
  readonly fault?: string;
  /** Position behind the last byte of the log. */
  readonly size: number;
}

export interface ReadLogOptions extends CallOptions {
  /**
   * Byte position to read from: one that an earlier read gave, or 0. From the middle of a line, its rest is passed over.
   * @default 0
   */
  readonly cursor?: number;
  /**
   * Most bytes of the log; a line that is longer is given all the same, alone. It may be fewer, with `hasMore`.
   * @default 1048576
   */
  readonly maxBytes?: number;
}

/** Defaults of reading and changing logs. */
export const logDefaults = Object.freeze({ maxBytes: 1024 * 1024, scrubTimeoutMs: 60_000 });

/**
 * Reads on in the log of a run, over rotated segments too. Lines are whole and in order, none comes twice.
 *
 * @example
 * let cursor = 0;
 * for (;;) {
 *   const slice = await readLog(host, { folder, id }, { cursor });
 *   for (const { time, text } of slice.entries) console.log(time, text);
 *   cursor = slice.cursor;
 *   if (slice.finished && !slice.hasMore) break;
 * }
 */
export async function readLog(host: Host, run: RunFiles, options: ReadLogOptions = {}): Promise<LogSlice> {
  const { cursor = 0, timeoutMs, signal } = options;
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const maxBytes = Math.max(1, options.maxBytes ?? logDefaults.maxBytes);
  if (!Number.isSafeInteger(cursor) || cursor < 0) {
    throw outOfRange(run.id, cursor, 'where positions are whole numbers from 0', { cursor });
  }
  using deadline = new Deadline({
    what: `Reading the log of run ${run.id}`,
    ...limit,
    ...(signal && { signal }),
  });
  if (deadline.error) throw deadline.error;
  // Reading takes a moment, and aborting it would kill the host's shell, too: a cancelled caller only stops waiting.
  const read = (from: number, bytes: number): Promise<LogSpan> =>
    deadline.race(readSpan(host, run, { cursor: from, maxBytes: bytes }, limit));

  let asked = maxBytes;
  let span = await read(cursor, asked);
  checkCursor(run, cursor, span);
  const { exitCode, fault } = span;
  let entries: readonly LogEntry[] = [];
  let at = cursor;
  // What is removed meanwhile is for the next call to tell.
  for (let reads = 1; at < span.size && at >= span.oldest; reads++) {
    const room = maxBytes - (at - cursor);
    const lines = wholeLines(span, at, room);
    const end = span.start + span.data.length;
    if (lines.cursor > at) {
      if (entries.length > 0 && lines.cursor - at > room) break;
      entries = entries.concat(lines.entries);
      at = lines.cursor;
      if (at < end || at - cursor >= maxBytes || reads >= MAX_READS) break;
      // The next segment, as far as there is room.
      asked = maxBytes - (at - cursor);
    } else if (end < span.size && end >= at + asked) {
      if (entries.length > 0) break;
      // A line that is longer than what was asked for.
      asked *= 4;
    } else if (end < span.size) {
      // Nothing whole to the end of a rotated segment, which never grows again.
      at = end;
    } else {
      break;
    }
    span = await read(at, asked);
  }
  return {
    cursor: at,
    entries,
    hasMore: hasMore(span, at),
    ...ending(exitCode),
    ...(fault !== undefined && { fault }),
    size: span.size,
  };
}

/** How many segments one call goes through: they may be small, and come faster than they are read. */
const MAX_READS = 8;

/** Whether there is more than a last line that is not written to its end yet. */
function hasMore({ start, data, size }: LogSpan, at: number): boolean {
  const readToTheEnd = start + data.length === size;
  return at < size && !(readToTheEnd && data.indexOf(0x0a, at - start) < 0);
}

function ending(exitCode: number | undefined): Pick<LogSlice, 'finished' | 'exitCode'> {
  return exitCode === undefined ? { finished: false } : { finished: true, exitCode };
}

function checkCursor({ id }: RunFiles, cursor: number, { oldest, size }: LogSpan): void {
  if (cursor > size) throw outOfRange(id, cursor, `which ends at ${size}`, { cursor, size });
  if (cursor < oldest) {
    throw new MuxError(
      'LOG_ROTATED',
      `The log of run ${id} begins at ${oldest}: earlier output was removed.`,
      {
        suggestion: `Read on from ${oldest}, or keep more segments.`,
        details: { cursor, oldest },
      },
    );
  }
}

function outOfRange(id: string, cursor: number, why: string, details: Record<string, unknown>): MuxError {
  return new MuxError('CURSOR_OUT_OF_RANGE', `The cursor ${cursor} is not in the log of run ${id}, ${why}.`, {
    suggestion: 'Give 0, or the cursor of an earlier read of the same run.',
    details,
  });
}
