import type { RunEnding } from '../recorder/index.js';
import type { Status, WaitingStatus } from './status.js';

/** What somebody who watches a run is told. */
export interface RunListener {
  /** The log may have grown. */
  wake(): void;
  /**
   * The run does something else now.
   *
   * @param answers how many had been given when that was seen; `undefined` where it is no more than what follows of an
   * answer that is being given
   */
  status(status: Status, answers: number | undefined): void;
  /** It waits as before, and its question looks otherwise: an answer has to name it as it looks now. */
  asks?(status: WaitingStatus, answers: number): void;
  /** Somebody else, who may keep no account, has given the answer of this number. */
  answered?(answers: number): void;
  /** Something is wrong with the recording. */
  trouble?(trouble: RecorderTrouble): void;
}

/** The recorder was restarted and something is missing, or it had to give up, by the name of a system error. */
export type RecorderTrouble =
  | { readonly type: 'gap'; readonly gaps: number }
  | { readonly type: 'fault'; readonly reason: string };

/** All who watch a run here. Whoever goes while something is told is told it still. */
export class RunListeners {
  readonly #listeners = new Set<RunListener>();
  #gaps = 0;
  #fault = false;

  get none(): boolean {
    return this.#listeners.size === 0;
  }

  /** @returns ends it */
  add(listener: RunListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tellOutput(): void {
    for (const listener of [...this.#listeners]) listener.wake();
  }

  tellStatus(status: Status, answers: number | undefined): void {
    for (const listener of [...this.#listeners]) listener.status(status, answers);
  }

  tellAsks(status: WaitingStatus, answers: number): void {
    for (const listener of [...this.#listeners]) listener.asks?.(status, answers);
  }

  tellAnswered(answers: number): void {
    for (const listener of [...this.#listeners]) listener.answered?.(answers);
  }

  /** Tells what is wrong with the recording that was not before. */
  tellTrouble({ gaps, fault }: RunEnding): void {
    const troubles: RecorderTrouble[] = [];
    if (gaps > this.#gaps) troubles.push({ type: 'gap', gaps });
    if (fault !== undefined && !this.#fault) troubles.push({ type: 'fault', reason: fault });
    this.#gaps = gaps;
    this.#fault = fault !== undefined;
    for (const trouble of troubles) for (const listener of [...this.#listeners]) listener.trouble?.(trouble);
  }
}
