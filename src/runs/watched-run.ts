import { readEnding } from '../recorder/run-ending.js';
import { finishedBy } from './look-at-run.js';
import type { RunListeners } from './run-listeners.js';
import type { RunPlace } from './run-place.js';
import type { FinishedStatus, RunningStatus, Status } from './status.js';

/** A run of which nothing else is known. */
export const RUNNING: RunningStatus = { state: 'running', source: 'screen', confidence: 'likely' };

/** What is known of a run while it is watched, by all that look at it: output, screen, kernel. */
export class WatchedRun {
  readonly place: RunPlace;
  readonly #listeners: RunListeners;
  #status: Status = RUNNING;
  lastOutputAt = performance.now();
  /** Set when a prompt was answered, until the program went on to another line. */
  answered = false;
  /** Answers that are being sent. */
  sending = 0;
  /** The command has ended; its log and exit file may be a moment behind. */
  exitSeen = false;
  /** Nobody watches any more. */
  closed = false;

  constructor(place: RunPlace, listeners: RunListeners) {
    this.place = place;
    this.#listeners = listeners;
  }

  get status(): Status {
    return this.#status;
  }

  /** Tells it to all who listen, where it is another one. */
  become(status: Status): void {
    const before = this.#status;
    this.#status = status;
    if (!sameStatus(before, status)) this.#listeners.tellStatus(status);
  }

  get ended(): FinishedStatus | undefined {
    return this.#status.state === 'finished' ? this.#status : undefined;
  }

  /** Whether the command has ended, though its sentinel is still on its way: what the terminal shows asks nobody. */
  async isLeaving(): Promise<boolean> {
    const ending = await readEnding(this.place.tmux.host, this.place).catch(() => undefined);
    if (this.ended || this.closed) return true;
    return ending !== undefined && finishedBy(ending) !== undefined;
  }
}

function sameStatus(a: Status, b: Status): boolean {
  if (a.state === 'running') return b.state === 'running';
  if (a.state === 'finished') return b.state === 'finished';
  return b.state === 'waiting-for-input' && a.prompt === b.prompt;
}
