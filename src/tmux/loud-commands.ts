import { type CallOptions, Deadline, deferred } from '../model/index.js';
import { Handshakes } from './handshakes.js';
import type { Command } from './quote.js';
import { unaliased } from './unaliased.js';

/**
 * Sends commands to one server in the order in which they were given, and those that it tells all clients of while no
 * client of ours is in its handshake. What is given while such a one waits goes out behind it. What waits does so within
 * the time that its caller gives it, and is not sent when that is over.
 */
export class LoudCommands {
  readonly #place: string;
  readonly #handshakes: Handshakes;
  /** Resolves when all that was given before has gone out. */
  #before: Promise<void> | undefined;

  constructor(place: string) {
    this.#place = place;
    this.#handshakes = Handshakes.at(place);
  }

  send<T, Options extends CallOptions>(
    commands: readonly Command[],
    options: Options,
    send: (options: Options) => Promise<T>,
  ): Promise<T> {
    const isLoud = commands.some(tellsAll);
    const before = this.#before;
    if (!isLoud && before === undefined) return send(options);
    let deadline: Deadline | undefined;
    let hasGone = false;
    let go = (): void => {};
    const out = (): Promise<T> => {
      hasGone = true;
      go();
      if (!deadline) return send(options);
      if (deadline.error) throw deadline.error;
      return send({ ...options, timeoutMs: options.timeoutMs ? Math.max(1, deadline.remainingMs) : 0 });
    };
    const turn = (): Promise<T> => (isLoud ? this.#handshakes.broadcast(async () => out()) : out());
    const answer = before === undefined ? turn() : before.then(turn);
    if (hasGone) return answer;
    if (isLoud) {
      const gone = deferred();
      go = gone.resolve;
      this.#before = gone.promise;
      void gone.promise.then(() => {
        if (this.#before === gone.promise) this.#before = undefined;
      });
    }
    deadline = new Deadline({ ...options, what: `tmux ${commands[0]?.[0]} on ${this.#place}` });
    return within(deadline, answer);
  }
}

async function within<T>(deadline: Deadline, answer: Promise<T>): Promise<T> {
  using time = deadline;
  return await time.race(answer);
}

/** Those inside `if-shell` are written as they go over the wire. */
function tellsAll([name, ...args]: Command): boolean {
  if (name !== 'if-shell') return LOUD.has(name);
  return args.some((text) => typeof text === 'string' && LOUD_INSIDE.test(text));
}

/**
 * What tmux may tell all clients of, in whatever session they are. It also tells of buffers (from 3.4) and of copy mode;
 * but these belong to input, which waits for no client.
 */
const LOUD: ReadonlySet<string> = new Set([
  'break-pane',
  'detach-client',
  'join-pane',
  'kill-pane',
  'kill-server',
  'kill-session',
  'kill-window',
  'last-pane',
  'last-window',
  'move-pane',
  'move-window',
  'new-session',
  'new-window',
  'next-window',
  'previous-window',
  'rename-session',
  'respawn-pane',
  'respawn-window',
  'rotate-window',
  'select-pane',
  'select-window',
  'split-window',
  'swap-pane',
  'swap-window',
  'switch-client',
  'unlink-window',
]);

const LOUD_INSIDE = new RegExp(`(?:^|; )(?:${[...LOUD].map(unaliased).join('|')})(?: |$)`);
