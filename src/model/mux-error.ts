import { type ErrorCode, errorCatalogue } from './error-catalogue.js';
import { type OperationCall, Phrase } from './phrase.js';

export interface MuxErrorOptions {
  /** What the caller can do about it, as one sentence. Where it names operations or fields, as a phrase. */
  readonly suggestion?: string | Phrase | undefined;
  /** Values that a program may want to look at. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * The one error that muxwright throws.
 *
 * @example
 * try {
 *   await connect('docker://sandbox');
 * } catch (error) {
 *   if (isMuxError(error, 'CONTAINER_NOT_RUNNING')) console.error(error.message, error.suggestion);
 * }
 */
export class MuxError extends Error {
  override readonly name = 'MuxError';
  readonly code: ErrorCode;
  /** What the caller can do about it. */
  readonly suggestion: string | undefined;
  /** The same as data, for faces that have their own words for operations and fields. */
  readonly advice: Phrase | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: MuxErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.advice = options.suggestion === undefined ? undefined : Phrase.from(options.suggestion);
    this.suggestion = this.advice?.toString();
    this.details = options.details ?? {};
  }

  /** The operations named in the suggestion, with the known part of their input. */
  get next(): readonly OperationCall[] {
    return this.advice?.calls ?? [];
  }

  /** The exit code a command-line program should end with. */
  get exitCode(): number {
    return errorCatalogue[this.code].exitCode;
  }
}

/** Whether `error` is a `MuxError`, and, where codes are given, one with such a code. */
export function isMuxError(error: unknown, ...codes: readonly ErrorCode[]): error is MuxError {
  return error instanceof MuxError && (codes.length === 0 || codes.includes(error.code));
}
