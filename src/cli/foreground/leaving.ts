/** Why we leave before the command has ended. */
export type Reason = 'detached' | 'hung-up' | 'terminated' | 'reader-gone' | OutputFailure;

/** The output cannot be written: a full disk, a terminal that is gone. */
export interface OutputFailure {
  readonly error: NodeJS.ErrnoException;
}

/** Whether we leave, and why. */
export class Leaving {
  readonly left: Promise<Reason>;
  leave: (reason: Reason) => void = () => {};
  /** For what writes the output. */
  readonly cannotWrite = (error: NodeJS.ErrnoException): void =>
    this.leave(error.code === 'EPIPE' ? 'reader-gone' : { error });

  constructor() {
    this.left = new Promise((resolve) => {
      this.leave = resolve;
    });
  }
}
