import { randomBytes } from 'node:crypto';
import { type Command, commandLine } from '../../tmux/quote.js';
import type { PaneTalk } from './pane-talk.js';

/** How a program ended. */
export interface ExitStatus {
  /** `undefined` where a signal ended it. */
  readonly code: number | undefined;
  /** `exit status 1`, `signal 9`. */
  readonly words: string;
}

/** The mark on a pane whose end is of interest. */
const MARK = '@muxwright_end';
/** The server takes the mark away by itself where its writer has died. */
const LONGEST_S = 120;

/**
 * Finds out how the program of a pane ended. tmux forgets that with the pane, so the pane is kept until it was asked,
 * and closed then, unless it would have stayed anyway.
 */
export class PaneEnd {
  readonly #talk: PaneTalk;
  readonly #token = randomBytes(4).toString('hex');
  #isSet = false;
  #hasOwnValue = false;

  constructor(talk: PaneTalk) {
    this.#talk = talk;
  }

  /** What is sent together with Enter: nothing where panes stay, or where nobody asks. */
  async commands(): Promise<Command[]> {
    const id = this.#talk.pane.id;
    const [shown, own] = await this.#talk.request([
      ['display-message', '-p', '-t', id, '#{remain-on-exit}'],
      ['show-options', '-p', '-v', '-t', id, 'remain-on-exit'],
    ]);
    if (shown?.toString().trim() !== 'off') return [];
    this.#isSet = true;
    this.#hasOwnValue = own?.toString().trim() === 'off';
    return [
      ['set-option', '-p', '-t', id, MARK, this.#token],
      ['set-option', '-p', '-t', id, 'remain-on-exit', 'on'],
      ['run-shell', '-b', '-d', String(LONGEST_S), '-C', commandLine([this.#undo()])],
    ];
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
    if (this.#isSet) await this.#talk.request([this.#undo()]).catch(() => {});
  }

  #undo(): Command {
    const id = this.#talk.pane.id;
    const ours = `#{==:#{${MARK}},${this.#token}}`;
    const unset = commandLine([
      this.#hasOwnValue
        ? ['set-option', '-p', '-t', id, 'remain-on-exit', 'off']
        : ['set-option', '-pu', '-t', id, 'remain-on-exit'],
      ['set-option', '-pu', '-t', id, MARK],
    ]);
    const close = commandLine([['kill-pane', '-t', id]]);
    const undo = commandLine([['if-shell', '-F', '-t', id, '#{pane_dead}', close, unset]]);
    return ['if-shell', '-F', '-t', id, ours, undo];
  }
}

/** tmux reads the end of the output before it reports that a pane is dead. About a second altogether. */
const MOST_TRIES = 14;
const PAUSE_MS = 10;

function statusOf(code: string, signal: string): ExitStatus | undefined {
  if (signal !== '' && signal !== '0') return { code: undefined, words: `signal ${signal}` };
  return code === '' ? undefined : { code: Number(code), words: `exit status ${code}` };
}
