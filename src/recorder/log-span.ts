import type { LogPiece } from './log-lines.js';

/** A piece of one segment of a log, and what the log was like at that moment. */
export interface LogSpan extends LogPiece {
  /** Position of the first byte of the segment that the piece is from, which is also its name once it is rotated. */
  readonly segment: number;
  /** First position that is still there. */
  readonly oldest: number;
  /** Position behind the last byte. */
  readonly size: number;
  /** The exit code, where the run had finished before anything else was looked at. */
  readonly exitCode: number | undefined;
  /** Why output is missing from the log, where it is. */
  readonly fault: string | undefined;
}

export interface SpanRequest {
  readonly cursor: number;
  readonly maxBytes: number;
}
