/** Why we leave before the command has ended. */
export type Reason = 'detached' | 'hung-up' | 'terminated' | 'reader-gone';

/** Whether we leave, and why. */
export class Leaving {
  readonly left: Promise<Reason>;
  leave: (reason: Reason) => void = () => {};

  constructor() {
    this.left = new Promise((resolve) => {
      this.leave = resolve;
    });
  }
}
