import { isSamePrompt } from '../model/index.js';
import type { Screen } from '../screen/index.js';
import { finishedBy } from './ending-status.js';
import { TimerHistory } from './listening.js';
import { readRunEnding } from './read-run-ending.js';
import type { RunListeners } from './run-listeners.js';
import type { RunPlace } from './run-place.js';
import type { FinishedStatus, RunningStatus, Status, WaitingStatus } from './status.js';

/** What tells one wait of a program from the next. */
export interface Wait {
  /** As the kernel knows it. */
  readonly kernel?: string | undefined;
  /** Of its question, from the first line of the history. */
  readonly row?: number | undefined;
}

/** The row of the cursor, counted from the first line of the history. */
export function rowOf({ historySize, cursor }: Screen): number {
  return historySize + cursor.y;
}

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
  #wait: Wait = {};
  readonly timer = new TimerHistory();
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
  become(status: Status, answers: number = this.#answers, wait: Wait = {}): void {
    // Another look was faster, and has seen what is behind an answer that this one knows nothing of.
    if (answers < this.#answers && status.state !== 'finished') return;
    this.noticeAnswers(answers);
    this.#change(status, answers, wait);
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

  #change(status: Status, answers: number | undefined, wait: Wait = {}): void {
    const before = this.#status;
    const same = isSame(before, status) || this.#isSameWait(status, wait);
    this.#wait = wait;
    this.#status = same && before.state === 'waiting-for-input' ? asAsked(status, before) : status;
    if (!same) return this.#listeners.tellStatus(status, answers);
    const now = this.#status;
    if (now.state !== 'waiting-for-input' || before.state !== 'waiting-for-input') return;
    // A caller that waits for a certain question captures again.
    this.#listeners.tellOutput();
    if (now.fingerprint !== before.fingerprint && answers !== undefined)
      this.#listeners.tellAsks(now, answers);
  }

  /** One wait is reported once, also where the program paints something else meanwhile. */
  #isSameWait(status: Status, { kernel, row }: Wait): boolean {
    const before = this.#status;
    if (before.state !== 'waiting-for-input' || status.state !== 'waiting-for-input') return false;
    if (kernel !== undefined && kernel === this.#wait.kernel) return true;
    // A countdown in the question: `Continue in 9 s?`
    const text = (prompt = ''): string => prompt.replaceAll(/\d+/g, '0');
    return row !== undefined && row === this.#wait.row && text(before.prompt) === text(status.prompt);
  }

  get ended(): FinishedStatus | undefined {
    return this.#status.state === 'finished' ? this.#status : undefined;
  }

  /** Whether the command has ended, though its sentinel is still on its way: what the terminal shows asks nobody. */
  async isLeaving(): Promise<boolean> {
    const ending = await readRunEnding(this.place).catch(() => undefined);
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
  if (status.state !== 'waiting-for-input' || prompt === undefined) return status;
  return isSamePrompt(prompt, status.prompt) ? { ...status, prompt } : status;
}
