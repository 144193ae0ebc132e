import { MuxError } from '../../model/index.js';
import type { CastFormat } from '../../recorder/index.js';
import type { RedactionOptions } from '../../redaction/index.js';

export interface RecordOptions extends RedactionOptions {
  /** For people; it stands in the first line of the file. */
  readonly title?: string;
  /**
   * Version of asciicast: `v2` is played everywhere, `v3` knows exits.
   * @default 'v2'
   */
  readonly format?: CastFormat;
  /**
   * Whether what goes into the pane through this process is recorded, too; never what is sent as a secret, nor what is
   * typed where a program hides it.
   * @default false
   */
  readonly input?: boolean;
  /**
   * Bytes after which output is left out. Then the recording of a pane ends, and that of a run goes on to its exit.
   * @default 67108864
   */
  readonly maxBytes?: number;
  /**
   * Milliseconds until the first picture has to be in the file; 0 means that it may take as long as it likes.
   * @default 30000
   */
  readonly timeoutMs?: number;
  /** Ends the recording, as `stop()` does. Before it has begun, it fails with `ABORTED` and leaves no file. */
  readonly signal?: AbortSignal;
}

export const recordDefaults = Object.freeze({ format: 'v2' as const, input: false, timeoutMs: 30_000 });

/** Refuses what could not work, before anything has happened. */
export function checkRecording(
  path: string,
  { format, maxBytes, redactors = [], secrets = [] }: RecordOptions,
): void {
  if (path === '' || path.includes('\0'))
    throw invalid('The path of the recording is empty, or has a NUL byte in it.', 'Give the path of a file.');
  if (format !== undefined && format !== 'v2' && format !== 'v3') {
    throw invalid(`'${String(format)}' is not a recording format.`, "Give 'v2' or 'v3'.");
  }
  if (maxBytes !== undefined && !(maxBytes > 0)) {
    throw invalid(`maxBytes is ${maxBytes}.`, 'Give a number from 1 on.');
  }
  if (redactors.some((one) => !(one instanceof RegExp)) || secrets.some((one) => typeof one !== 'string')) {
    throw invalid(
      'A rule for what is hidden is neither a pattern nor a text.',
      'Give redactors as RegExp, and secrets as texts.',
    );
  }
}

function invalid(message: string, suggestion: string): MuxError {
  return new MuxError('INVALID_ARGUMENT', message, { suggestion });
}
