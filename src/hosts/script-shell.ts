import { type Deadline, MuxError } from '../model/index.js';
import type { HostStream, ProgramResult, StreamEnd } from './host.js';
import { type ScriptFrame, SHELL_SETUP } from './script-frame.js';

/** A shell that is kept open on a host to run one script after the other. */
export class ScriptShell {
  readonly #stream: HostStream;
  readonly #place: string;
  #current: Current | undefined;
  #served = false;
  #ended = false;
  #closing: Promise<void> | undefined;

  /** `stream`: of a `sh` that reads its commands from stdin, opened in this same tick. */
  constructor(stream: HostStream, place: string) {
    this.#stream = stream;
    this.#place = place;
    stream.onData((chunk) => this.#take(chunk));
    stream.write(SHELL_SETUP);
    void stream.closed.then((end) => {
      this.#ended = true;
      this.#current?.reject(this.#endedError(end, this.#current.frame));
    });
  }

  /** Resolves when the shell is gone. */
  get closed(): Promise<unknown> {
    return this.#stream.closed;
  }

  /** Whether another script can be given to it. */
  get usable(): boolean {
    return !this.#ended && this.#closing === undefined && this.#current === undefined;
  }

  /** Whether it has not run a script yet. */
  get isNew(): boolean {
    return !this.#served;
  }

  /**
   * Runs a script. Where that fails the shell is of no more use, and is closed: the script's processes go with it.
   * Throws `NotStarted` where it is certain that nothing of the script was done.
   */
  async run(frame: ScriptFrame, deadline: Deadline): Promise<ProgramResult> {
    if (!this.usable) throw new NotStarted(this.#place, '');
    try {
      const result = await deadline.race(
        new Promise<ProgramResult>((resolve, reject) => {
          this.#current = { frame, resolve, reject };
          this.#stream.write(frame.command);
        }),
      );
      this.#served = true;
      return result;
    } catch (error) {
      void this.close();
      throw error;
    } finally {
      this.#current = undefined;
    }
  }

  /** Ends the shell, and what runs in it. */
  close(reason?: MuxError): Promise<void> {
    if (reason) this.#current?.reject(reason);
    this.#closing ??= this.#stream.close();
    return this.#closing;
  }

  #take(chunk: Buffer): void {
    if (!this.#current) return;
    const { frame, resolve, reject } = this.#current;
    try {
      const result = frame.push(chunk);
      if (result) resolve(result);
    } catch (error) {
      reject(error);
    }
  }

  /** All that a program printed has come when its end comes, so a missing mark is proof; unless the link broke. */
  #endedError(end: StreamEnd, frame: ScriptFrame): Error {
    if (end.error) return end.error;
    if (!frame.started) return new NotStarted(this.#place, end.stderr);
    return new MuxError('CONNECTION_LOST', `The shell on ${this.#place} ended in the middle of a script.`, {
      suggestion: 'The next call starts another; look first whether the script has done its work.',
      details: { place: this.#place, code: end.code },
    });
  }
}

interface Current {
  readonly frame: ScriptFrame;
  readonly resolve: (result: ProgramResult) => void;
  readonly reject: (error: unknown) => void;
}

/** The shell was gone before it began with the script. */
export class NotStarted extends MuxError {
  constructor(place: string, stderr: string) {
    super('HOST_IO_FAILED', `The shell on ${place} ended before it began with the script.`, {
      suggestion: 'See whether sh works there.',
      details: { place, stderr },
    });
  }
}
