import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Deadline, field, isMuxError, KeyedMutex, MuxError, phrase } from '../../model/index.js';
import {
  type Command,
  commandLine,
  missing,
  type ServerIdentity,
  type TmuxContext,
} from '../../tmux/index.js';

export interface PaneLockOptions {
  /**
   * Whether it is our turn in this process already, by `takeTurn`.
   * @default false
   */
  readonly hasTurn?: boolean;
  /** Ends the wait for others. */
  readonly deadline: Deadline;
  /**
   * Milliseconds that a tmux command may take.
   * @default 5000
   */
  readonly commandTimeoutMs?: number;
  /**
   * A holder that has given no sign of life for so many milliseconds has lost the pane.
   * @default 10000
   */
  readonly staleMs?: number;
}

/** The right to type into a pane. */
export interface PaneLock extends AsyncDisposable {
  /** A tmux format that is true as long as the pane is ours; every key that is sent depends on it. */
  readonly isOurs: string;
}

const lockDefaults = Object.freeze({
  commandTimeoutMs: 5_000,
  staleMs: 10_000,
  shortestLookMs: 5,
  longestLookMs: 80,
});

/** The pane option that names the current sender: `TOKEN CLIENT BEAT`. */
const HOLDER = '@muxwright_sender';

/**
 * One sender at a time for a pane, among all processes on all machines that use its tmux server. The holder is
 * stored in the pane itself, and tmux compares and sets it in one step. A dead holder is detected because its
 * client has disconnected; a hanging one because its entry does not change: no two clocks are compared. As every
 * key depends on `isOurs`, a holder that wakes up after that types nothing.
 */
export async function lockPane(tmux: TmuxContext, pane: string, options: PaneLockOptions): Promise<PaneLock> {
  const leave = options.hasTurn ? () => {} : await takeTurn(tmux, pane, options.deadline);
  const server = tmux.server;
  try {
    const holding = new Holding(tmux, pane, server, options);
    await holding.acquire();
    return {
      isOurs: holding.isOurs,
      [Symbol.asyncDispose]: async () => {
        await holding.release().finally(leave);
      },
    };
  } catch (error) {
    leave();
    throw error;
  }
}

/**
 * The place in the order in which this process types into a pane, from the moment of the call on. Resolves when it is our
 * turn, with a function that ends it.
 */
export async function takeTurn(tmux: TmuxContext, pane: string, deadline: Deadline): Promise<() => void> {
  try {
    return await inProcess.acquire(`${tmux.place} ${pane}`, deadline);
  } catch (error) {
    throw busyError(error, pane);
  }
}

const inProcess = new KeyedMutex();

class Holding {
  readonly isOurs: string;
  readonly #tmux: TmuxContext;
  readonly #pane: string;
  readonly #server: ServerIdentity | undefined;
  readonly #deadline: Deadline;
  readonly #commandTimeoutMs: number;
  readonly #staleMs: number;
  readonly #token = randomBytes(8).toString('hex');
  #beats = 0;
  #beating: NodeJS.Timeout | undefined;

  constructor(tmux: TmuxContext, pane: string, server: ServerIdentity | undefined, options: PaneLockOptions) {
    this.#tmux = tmux;
    this.#pane = pane;
    this.#server = server;
    this.#deadline = options.deadline;
    this.#commandTimeoutMs = options.commandTimeoutMs ?? lockDefaults.commandTimeoutMs;
    this.#staleMs = options.staleMs ?? lockDefaults.staleMs;
    this.isOurs = `#{m:${this.#token} *,#{${HOLDER}}}`;
  }

  get #beatMs(): number {
    return this.#staleMs / 4;
  }

  async acquire(): Promise<void> {
    let seen = '';
    let lookedAt = performance.now();
    let unchangedMs = 0;
    let pauseMs: number = lockDefaults.shortestLookMs;
    for (;;) {
      const lives = seen === '' || (await this.#lives(seen));
      const stale = unchangedMs >= this.#staleMs;
      const holder = await this.#tryToTake(seen === '' || !lives || stale ? seen : undefined);
      if (holder.startsWith(`${this.#token} `)) break;
      const now = performance.now();
      // While tmux or this process was suspended, no heartbeat could arrive: that does not count as silence of the
      // holder.
      unchangedMs = holder === seen ? unchangedMs + Math.min(now - lookedAt, this.#beatMs) : 0;
      lookedAt = now;
      if (holder !== seen) seen = holder;
      else {
        await this.#wait(pauseMs);
        pauseMs = Math.min(pauseMs * 2, lockDefaults.longestLookMs);
      }
    }
    this.#beating = setInterval(() => void this.#beat().catch(() => {}), this.#beatMs);
    this.#beating.unref();
  }

  async release(): Promise<void> {
    clearInterval(this.#beating);
    const unset: Command = ['set-option', '-pu', '-t', this.#pane, HOLDER];
    // Where the pane or the server is gone, the entry is gone with it.
    await this.#request([this.#if(this.isOurs, unset)]).catch(() => {});
  }

  async #wait(ms: number): Promise<void> {
    try {
      await this.#deadline.race(delay(ms));
    } catch (error) {
      throw busyError(error, this.#pane);
    }
  }

  /** Takes the pane if the entry is what is expected, and tells what it is then. */
  async #tryToTake(expected: string | undefined): Promise<string> {
    const show: Command = ['display-message', '-p', '-t', this.#pane, `#{pane_id} #{${HOLDER}}`];
    const take = expected === undefined ? [] : [this.#if(`#{==:#{${HOLDER}},${expected}}`, this.#entry())];
    const bodies = await this.#request([...take, show]);
    const [id, ...holder] = (bodies.at(-1) ?? '').toString().trimEnd().split('\n').at(-1)?.split(' ') ?? [];
    if (id !== this.#pane) throw missing('PANE_NOT_FOUND', 'pane', this.#pane, this.#tmux.place);
    return holder.join(' ');
  }

  /** tmux fills in the client that asks; if each command is a separate process, no client stays connected. */
  #entry(): Command {
    const client = this.#tmux.server ? '#{client_name}' : '-';
    return ['set-option', '-pF', '-t', this.#pane, HOLDER, `${this.#token} ${client} ${this.#beats}`];
  }

  async #beat(): Promise<void> {
    this.#beats += 1;
    await this.#request([this.#if(this.isOurs, this.#entry())]);
  }

  async #lives(entry: string): Promise<boolean> {
    const client = entry.split(' ')[1] ?? '-';
    if (client === '-' || client === '') return true;
    const bodies = await this.#request([['list-clients', '-F', '#{client_name}']]);
    return Buffer.concat(bodies).toString().split('\n').includes(client);
  }

  #if(condition: string, command: Command): Command {
    return ['if-shell', '-F', '-t', this.#pane, condition, commandLine([command])];
  }

  #request(commands: readonly Command[]): Promise<Buffer[]> {
    const timeoutMs = this.#commandTimeoutMs;
    return this.#tmux.request(commands, { server: this.#server, timeoutMs });
  }
}

function busyError(error: unknown, pane: string): unknown {
  if (!isMuxError(error, 'TIMEOUT')) return error;
  return new MuxError('PANE_BUSY', `Another sender was typing into pane ${pane} all the time.`, {
    suggestion: phrase`Try again, or give a larger ${field('timeoutMs')}.`,
    details: { pane },
    cause: error,
  });
}
