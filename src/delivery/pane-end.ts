import {
  type Command,
  type HoldToken,
  holdCommands,
  holdNeeded,
  holdQuestions,
  leaseCommands,
  newHold,
  releaseCommand,
} from '../tmux/index.js';
import type { PaneTalk } from './pane-talk.js';

/** How a program ended. */
export interface ExitStatus {
  /** `undefined` where a signal ended it. */
  readonly code: number | undefined;
  /** `exit status 1`, `signal 9`. */
  readonly words: string;
}

/**
 * Finds out how the program of a pane ended. tmux forgets that with the pane, so the pane is kept until it was asked,
 * and closed then, unless it would have stayed anyway.
 */
export class PaneEnd {
  readonly #talk: PaneTalk;
  #hold: HoldToken | undefined;

  constructor(talk: PaneTalk) {
    this.#talk = talk;
  }

  /** What is sent together with Enter: nothing where panes stay, or where nobody asks. */
  async commands(): Promise<Command[]> {
    const { id, tmux } = this.#talk.pane;
    const own = holdNeeded(id, await this.#talk.request(holdQuestions(id)));
    if (own === undefined) return [];
    this.#hold = newHold(id);
    return [...holdCommands(this.#hold, own, tmux.held.channel), ...leaseCommands(this.#hold, 1)];
  }

  /** How the program ended; `undefined` where it has not, or nobody knows. */
  async status(): Promise<ExitStatus | undefined> {
    const id = this.#talk.pane.id;
    const format = '#{pane_dead} #{pane_dead_status} #{pane_dead_signal}';
    try {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const [shown] = await this.#talk.request([['display-message', '-p', '-t', id, format]]);
        const [dead, code, signal] = (shown?.toString().trimEnd() ?? '').split(' ');
        if (dead !== '0' && dead !== '1' && dead !== '') return undefined;
        const status = dead === '1' ? statusOf(code ?? '', signal ?? '') : undefined;
        if (status) return status;
        // A server that has lost SIGCHLD knows of the end, but not of the status.
        if (dead === '1') await this.#talk.pane.nudge?.();
        await this.#talk.wait(PAUSE_MS * (tries + 1));
      }
    } catch {
      // The pane is gone, or the server.
    }
    return undefined;
  }

  /** Everything is as it was; a pane whose program has ended is closed. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#hold) await this.#talk.request([releaseCommand(this.#hold)]).catch(() => {});
  }
}

/** tmux reads the end of the output before it reports that a pane is dead. About a second altogether. */
const MOST_TRIES = 14;
const PAUSE_MS = 10;

function statusOf(code: string, signal: string): ExitStatus | undefined {
  if (signal !== '' && signal !== '0') return { code: undefined, words: `signal ${signal}` };
  return code === '' ? undefined : { code: Number(code), words: `exit status ${code}` };
}
