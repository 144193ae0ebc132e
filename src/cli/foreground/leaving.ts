import { deferred } from '../../model/index.js';

/** Why we leave before the command has ended. */
export type Reason = 'detached' | 'hung-up' | 'terminated' | 'reader-gone' | OutputFailure;

/** The output cannot be written: a full disk, a terminal that is gone. */
export interface OutputFailure {
  readonly error: NodeJS.ErrnoException;
}

/** Whether we leave, and why. */
export class Leaving {
  readonly #leaving = deferred<Reason>();
  readonly left = this.#leaving.promise;
  readonly leave = this.#leaving.resolve;
  /** For what writes the output. */
  readonly cannotWrite = (error: NodeJS.ErrnoException): void =>
    this.leave(error.code === 'EPIPE' ? 'reader-gone' : { error });
}
