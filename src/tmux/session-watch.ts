import type { Host } from '../hosts/index.js';
import { deferred, isMuxError, MuxError } from '../model/index.js';
import { attach } from './attach.js';
import { type AttachFailure, type ConnectionEnd, failureOf } from './connection-end.js';
import type { ControlConnection } from './control-connection.js';
import type { ServerIdentity } from './identify-server.js';
import type { Notification } from './notification.js';
import type { LookOptions, PaneCloseReason, PaneLook } from './pane-events.js';
import { PaneLooks } from './pane-looks.js';
import type { Command } from './quote.js';
import type { Subscription } from './subscription.js';
import { unescapeOutput } from './unescape-output.js';
import { WakeAfterFlood } from './wake-after-flood.js';

export interface SessionWatchTarget {
  readonly host: Host;
  readonly socket: string | undefined;
  readonly place: string;
  readonly session: string;
  /** The run of the server that the session belongs to. */
  readonly server: ServerIdentity | undefined;
  readonly commandTimeoutMs: number;
  readonly connectTimeoutMs: number;
}

export interface SessionWatchListener {
  output(pane: number, data: Buffer): void;
  /** Something happened after which panes may be gone or elsewhere. */
  changed(): void;
  ended(end: ConnectionEnd): void;
}

/**
 * Watches one session over a connection of its own. tmux sends the output of all panes of the session; that of panes
 * nobody watches is dropped undecoded.
 */
export class SessionWatch {
  readonly session: string;
  readonly server: ServerIdentity | undefined;
  readonly #target: SessionWatchTarget;
  readonly #listener: SessionWatchListener;
  readonly #subscriptions = new Map<number, Set<Subscription>>();
  /** Panes whose output tmux holds back until it is told to go on. */
  readonly #paused = new Set<number>();
  readonly #looks: PaneLooks;
  #connection: ControlConnection | undefined;
  #opening: Promise<void> | undefined;
  #closed = false;
  #watchingDeath = false;
  #onFirstOutput: (() => void) | undefined;
  readonly #flood = new WakeAfterFlood(() => void this.flush());

  constructor(target: SessionWatchTarget, listener: SessionWatchListener) {
    this.session = target.session;
    this.server = target.server;
    this.#target = target;
    this.#listener = listener;
    this.#looks = new PaneLooks(`session ${target.session} on ${target.place}`, () => this.#connection);
  }

  get idle(): boolean {
    return this.#subscriptions.size === 0;
  }

  /** The panes that somebody watches. */
  panes(): number[] {
    return [...this.#subscriptions.keys()];
  }

  of(pane: number): Subscription[] {
    return [...(this.#subscriptions.get(pane) ?? [])];
  }

  /** Resolves when the subscription gets everything that the pane prints from now on. */
  async add(subscription: Subscription): Promise<void> {
    this.keep(subscription);
    try {
      this.#opening ??= this.#open().catch((error: unknown) => {
        this.#opening = undefined;
        throw error;
      });
      await this.#opening;
      if (this.#paused.has(subscription.pane)) await this.#continue(subscription.pane);
      if (subscription.sink.dead) this.watchDeath();
    } catch (error) {
      this.remove(subscription);
      throw error;
    }
  }

  /** Holds a subscription whose time has not come. */
  keep(subscription: Subscription): void {
    const others = this.#subscriptions.get(subscription.pane) ?? new Set();
    this.#subscriptions.set(subscription.pane, others.add(subscription));
  }

  remove(subscription: Subscription): void {
    const others = this.#subscriptions.get(subscription.pane);
    others?.delete(subscription);
    if (others?.size === 0) this.#subscriptions.delete(subscription.pane);
  }

  closePane(pane: number, reason: PaneCloseReason): void {
    for (const subscription of this.of(pane)) {
      this.remove(subscription);
      subscription.close(reason);
    }
  }

  closeAll(reason: PaneCloseReason): void {
    for (const pane of this.panes()) this.closePane(pane, reason);
  }

  /** Resolves when all that tmux had sent up to now has been delivered. */
  async flush(): Promise<void> {
    const timeoutMs = this.#target.commandTimeoutMs;
    await this.#connection?.request([['refresh-client']], { timeoutMs }).catch(() => {});
  }

  /** See `PaneFeed.look`. */
  look(
    { pane }: Subscription,
    commands: readonly Command[],
    moment: (look: PaneLook) => void,
    options: LookOptions,
  ): Promise<void> {
    return this.#looks.look(pane, commands, moment, options);
  }

  /** The pane went to another session. Should it come back, tmux would repeat what it printed there. */
  leave(pane: number): void {
    this.#paused.add(pane);
    void this.#connection?.request([['refresh-client', '-A', `%${pane}:pause`]], {}).catch(() => {});
  }

  /**
   * A program that ends in a pane which stays makes no other noise. A subscription to a pane itself falls silent when
   * the pane is dead, so the session is asked for all its dead panes.
   */
  watchDeath(): void {
    if (this.#watchingDeath) return;
    this.#watchingDeath = true;
    void this.#compareDead();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#flood.stop();
    await this.#opening?.catch(() => {});
    await this.#connection?.close();
  }

  async #open(): Promise<void> {
    const { host, socket, place, session, connectTimeoutMs } = this.#target;
    const result = await attach(
      host,
      { socket, session, flags: FLAGS, carriesOutput: true, place },
      {
        notification: (notification) => this.#notification(notification),
        output: (pane, line, start, end) => this.#output(pane, line, start, end),
      },
      { what: `Watching session ${session} on ${place}`, timeoutMs: connectTimeoutMs },
    );
    if (!result.connection) {
      throw this.#failed(result.why === 'no-server' ? 'refused' : result.why, result.message);
    }
    await this.#letIn(result.connection);
    this.#connection = result.connection;
    void result.connection.closed.then((end) => {
      this.#flood.stop();
      if (!this.#closed) this.#listener.ended(end);
    });
  }

  /**
   * A client that is sent away again at once was not really let in. That it stays is shown by an answer, or by output:
   * under a flood an answer would have to wait for its turn.
   */
  async #letIn(connection: ControlConnection): Promise<void> {
    const answer = connection.request([['refresh-client']], {}).catch(async (error: Error) => {
      const isLost = isMuxError(error, 'CONNECTION_LOST');
      throw this.#failed(isLost ? failureOf(await connection.closed) : 'refused', error.message);
    });
    const output = deferred();
    this.#onFirstOutput = output.resolve;
    await Promise.race([answer, output.promise]);
    answer.catch(() => {});
  }

  #failed(failure: AttachFailure, why: string): MuxError {
    const { session, place } = this.#target;
    if (failure === 'interrupted') {
      return new MuxError(
        'CONNECTION_LOST',
        `The connection to session ${session} on ${place} broke: ${why}`,
        {
          suggestion: 'Try again: the session may have ended, or the link to its host broke.',
          details: { reason: why, mayHaveRun: false },
        },
      );
    }
    return new MuxError('CONTROL_MODE_REFUSED', `Session ${session} on ${place} cannot be watched: ${why}`, {
      suggestion: 'Output can only be followed over control mode; captures and commands still work.',
    });
  }

  #output(pane: number, line: Buffer, start: number, end: number): void {
    this.#onFirstOutput?.();
    this.#onFirstOutput = undefined;
    this.#flood.output(end - start);
    this.#looks.output(pane);
    const subscriptions = this.#subscriptions.get(pane);
    if (!subscriptions) return;
    const data = unescapeOutput(line, start, end);
    for (const subscription of subscriptions) subscription.output(data);
    this.#listener.output(pane, data);
  }

  #notification(notification: Notification): void {
    switch (notification.type) {
      case 'pause':
        return this.#pausedByTmux(paneNumber(notification.pane));
      case 'subscription-changed':
        for (const pane of notification.value.split(' ').filter(Boolean)) {
          for (const { sink } of this.of(paneNumber(pane))) sink.dead?.();
        }
        return;
      case 'layout-change':
        for (const pane of this.panes()) for (const { sink } of this.of(pane)) sink.resized?.();
        return this.#listener.changed();
      case 'window-close':
        if (this.#watchingDeath) void this.#compareDead();
        return this.#listener.changed();
      case 'sessions-changed':
      case 'session-changed':
        return this.#listener.changed();
      default:
    }
  }

  /** The connection could not take what the pane prints: what is held back is lost, and the rest goes on. */
  #pausedByTmux(pane: number): void {
    // Our own request to pause a pane is answered in the same way.
    if (this.#paused.has(pane)) return;
    this.#paused.add(pane);
    const watching = this.of(pane);
    for (const subscription of watching) subscription.beginGap('flow-control');
    if (watching.length > 0) void this.#continue(pane).catch(() => {});
  }

  async #continue(pane: number): Promise<void> {
    await this.#connection?.request([['refresh-client', '-A', `%${pane}:continue`]], {});
    this.#paused.delete(pane);
    for (const subscription of this.of(pane)) subscription.tellGap();
  }

  /** By way of a window of the session, for the reason that `FormatWatch` gives, and of another when that closes. */
  async #compareDead(): Promise<void> {
    const ask = (...command: Command): Promise<Buffer[]> | undefined =>
      this.#connection?.request([command], {}).catch(() => []);
    const [windows] = (await ask('list-windows', '-t', this.session, '-F', '#{window_id}')) ?? [];
    const [window] = windows?.toString().split('\n') ?? [];
    if (window) await ask('refresh-client', '-B', `dead:${window}:#{W:#{P:#{?pane_dead,#{pane_id} ,}}}`);
  }
}

/**
 * After so many seconds without a reader tmux lets go of output. A busy machine makes us wait for one or two; each more
 * costs the server about 20 MB under a flood.
 */
const FLAGS = 'pause-after=3,ignore-size,read-only';

/** `%7` → 7 */
export function paneNumber(pane: string): number {
  return Number(pane.slice(1));
}
