import { Introductions } from './introductions.js';
import type { Command } from './quote.js';

/**
 * Sends commands to one server in the order in which they were given, and those that it tells all clients of while no
 * client of ours introduces itself. What is given while such a one waits goes out behind it.
 */
export class LoudCommands {
  readonly #introductions: Introductions;
  /** Resolves when all that was given before has gone out. */
  #before: Promise<void> | undefined;

  constructor(place: string) {
    this.#introductions = Introductions.at(place);
  }

  send<T>(commands: readonly Command[], send: () => Promise<T>): Promise<T> {
    const isLoud = commands.some(([name]) => LOUD.has(name));
    const before = this.#before;
    if (!isLoud) return before === undefined ? send() : before.then(send);
    let hasGone = false;
    let go = (): void => {};
    const change = (): Promise<T> =>
      this.#introductions.change(() => {
        hasGone = true;
        go();
        return send();
      });
    const answer = before === undefined ? change() : before.then(change);
    if (!hasGone) {
      const gone = new Promise<void>((resolve) => {
        go = resolve;
      });
      this.#before = gone;
      void gone.then(() => {
        if (this.#before === gone) this.#before = undefined;
      });
    }
    return answer;
  }
}

/**
 * What tmux may tell all clients of, in whatever session they are. It also tells of buffers (from 3.4) and of copy mode;
 * but these belong to input, which never waits for others.
 */
const LOUD: ReadonlySet<string> = new Set([
  'break-pane',
  'detach-client',
  'join-pane',
  'kill-pane',
  'kill-server',
  'kill-session',
  'kill-window',
  'move-pane',
  'move-window',
  'new-session',
  'new-window',
  'rename-session',
  'respawn-pane',
  'respawn-window',
  'select-pane',
  'select-window',
  'split-window',
  'swap-pane',
  'swap-window',
  'switch-client',
  'unlink-window',
]);
