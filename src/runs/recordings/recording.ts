import type { RecordingEnd } from '../../store/index.js';
import type { PaneRecording } from './pane-recording.js';

/**
 * - `stopped`: by `stop()`, or the signal
 * - `exited`: the run ended, and its exit is in the file
 * - `pane-gone`: the pane was closed, or its tmux server or host is gone
 * - `full`: it is as large as it may be
 * - `failed`: it could not be written
 * - `closed`: the connection, the run or the store was closed by its owner
 */
export type RecordingEndReason = RecordingEnd | 'closed';

/** How a recording ended. */
export interface RecordingResult {
  readonly path: string;
  readonly reason: RecordingEndReason;
  /** Of a run that exited. */
  readonly exitCode: number | undefined;
  /** Size of the file. */
  readonly bytes: number;
  readonly durationMs: number;
  /** Why it failed, where it did. */
  readonly error: unknown;
}

export interface RecordingParts {
  readonly path: string;
  readonly startedAt: Date;
  readonly recording: PaneRecording;
  hide(secret: string): void;
  /** Whether the run has ended, and is recorded to its end. */
  readonly endWithRun: (() => Promise<boolean>) | undefined;
}

/**
 * A recording that is being made. Its file is good up to its last line at any moment, also where this process dies.
 *
 * @example
 * await using recording = await recordPane(pane, 'demo.cast');
 * await recording.mark('before the deploy');
 * const { durationMs } = await recording.stop();
 */
export class Recording implements AsyncDisposable {
  /** The file, by its whole path. */
  readonly path: string;
  readonly startedAt: Date;
  /** Resolves when it has ended, for whatever reason, and the file is closed. */
  readonly ended: Promise<RecordingResult>;
  readonly #parts: RecordingParts;
  #result: RecordingResult | undefined;
  #toldError = false;

  /** @internal Use `recordPane()` or `run.record()`. */
  constructor(parts: RecordingParts) {
    this.path = parts.path;
    this.startedAt = parts.startedAt;
    this.#parts = parts;
    this.ended = parts.recording.ended.then(({ reason, ...rest }) => {
      // What was to be written last may have failed as well.
      const why = rest.error === undefined ? (reason ?? 'closed') : 'failed';
      const result: RecordingResult = { path: parts.path, reason: why, ...rest };
      this.#result = result;
      return result;
    });
  }

  /** Sets a marker, which players can jump to: behind all that was printed before, and in front of what comes next. */
  async mark(label: string): Promise<void> {
    const { recording } = this.#parts;
    await recording.settle();
    recording.mark(label);
  }

  /** Hides a text from now on, word for word: call it before you type it. One of less than four letters is not hidden. */
  hide(secret: string): void {
    this.#parts.hide(secret);
  }

  /**
   * Ends it, and closes its file: all that the pane has shown is in it, but for what may be the begin of a secret. Of a
   * run that has ended the exit is written first. Rejects where the recording failed; one that has ended for another reason stays as it is.
   */
  async stop(): Promise<RecordingResult> {
    await this.#end();
    const result = await this.ended;
    if (result.reason !== 'failed') return result;
    this.#toldError = true;
    throw result.error;
  }

  /** Ends it, where it goes on. Rejects where it failed and nobody has heard of that. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#toldError) await this.stop();
  }

  async #end(): Promise<void> {
    if (this.#result || (await this.#parts.endWithRun?.())) return;
    await this.#parts.recording.stop();
  }
}
