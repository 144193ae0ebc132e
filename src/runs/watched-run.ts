import { isSamePrompt } from '../model/same-prompt.js';
import { readEnding } from '../recorder/run-ending.js';
import { finishedBy } from './look-at-run.js';
import type { RunListeners } from './run-listeners.js';
import type { RunPlace } from './run-place.js';
import type { FinishedStatus, RunningStatus, Status, WaitingStatus } from './status.js';

/** A run of which nothing else is known. */
export const RUNNING: RunningStatus = { state: 'running', source: 'screen', confidence: 'likely' };

/** What is known of a run while it is watched, by all that look at it: output, screen, kernel. */
export class WatchedRun {
  readonly place: RunPlace;
  readonly #listeners: RunListeners;
  #status: Status = RUNNING;
  lastOutputAt = performance.now();
  /** Set when a prompt was answered here, until the program went on to another line. */
  answered = false;
  #answers = 0;
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

  /**
   * Tells what was seen to all who listen, where it is something else.
   *
   * @param answers how many had been given before it was looked; all that are known of where that makes no difference
   */
  become(status: Status, answers: number = this.#answers): void {
    // Another look was faster, and has seen what is behind an answer that this one knows nothing of.
    if (answers < this.#answers && status.state !== 'finished') return;
    this.noticeAnswers(answers);
    this.#change(status, answers);
  }

  /** Who waited before an answer goes on behind it, also where it asks the same again before anybody looks. */
  noticeAnswers(answers: number): void {
    if (answers <= this.#answers) return;
    this.#answers = answers;
    if (this.#status.state !== 'waiting-for-input') return;
    this.#change(RUNNING, undefined);
    this.#listeners.tellAnswered(answers);
  }

  /** An answer is being given here. */
  goOn(): void {
    if (this.#status.state !== 'waiting-for-input') return;
    this.answered = true;
    this.#change(RUNNING, undefined);
  }

  /** It was given, and who gave it has told of it. */
  gave(answers: number): void {
    this.#answers = Math.max(this.#answers, answers);
  }

  /** The answers that are known of. */
  get answers(): number {
    return this.#answers;
  }

  #change(status: Status, answers: number | undefined): void {
    const before = this.#status;
    const same = isSame(before, status);
    this.#status = same && before.state === 'waiting-for-input' ? asAsked(status, before) : status;
    if (!same) this.#listeners.tellStatus(status, answers);
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

function isSame(a: Status, b: Status): boolean {
  if (a.state !== 'waiting-for-input' || b.state !== 'waiting-for-input') return a.state === b.state;
  return isSamePrompt(a.prompt, b.prompt) && a.idle === b.idle;
}

/** What is typed behind a prompt does not make another one of it. */
function asAsked(status: Status, { prompt }: WaitingStatus): Status {
  return status.state === 'waiting-for-input' && prompt !== undefined ? { ...status, prompt } : status;
}
