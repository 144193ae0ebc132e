import { setTimeout as pause } from 'node:timers/promises';
import type { Host } from '../hosts/index.js';
import { Coalesced, isMuxError, MuxError } from '../model/index.js';
import { Backoff } from './backoff.js';
import { type CommandChannel, closedError } from './command-channel.js';
import type { ServerIdentity } from './identify-server.js';
import { missing } from './missing.js';
import type { LookOptions, PaneFeed, PaneLook, PaneSink } from './pane-events.js';
import type { Command } from './quote.js';
import { parseRecords, type RecordFields, recordFormat } from './record-format.js';
import { paneNumber, SessionWatch } from './session-watch.js';
import { Subscription } from './subscription.js';

/** A watch that nobody uses is kept this long, because waits often follow each other. */
const LINGER_MS = 3_000;

/** How often a watch is tried that breaks while it is made: within three seconds. */
const MOST_CUTS = 8;
const FIRST_PAUSE_MS = 10;

/** Failures after which the server may still be there, with its panes. */
const PASSING = [
  'HOST_UNREACHABLE',
  'DOCKER_UNAVAILABLE',
  'CONTAINER_NOT_RUNNING',
  'CLUSTER_UNREACHABLE',
  'POD_NOT_READY',
  'CONNECTION_LOST',
  'CONTROL_MODE_REFUSED',
  'HOST_IO_FAILED',
  'TIMEOUT',
] as const;

/**
 * Delivers the output of panes to whoever watches them: opens a connection for each session with a watched pane,
 * closes it when nobody is left, follows panes that move, and connects again after a break.
 */
export class EventHub {
  readonly #host: Host;
  readonly #socket: string | undefined;
  readonly #place: string;
  readonly #channel: CommandChannel;
  readonly #onOutput: (pane: number, data: Buffer) => void;
  readonly #watches = new Map<string, SessionWatch>();
  readonly #closing = new AbortController();
  readonly #lingering = new Map<SessionWatch, NodeJS.Timeout>();
  /** What fails here fails the connections of the sessions as well, and is dealt with there. */
  readonly #checks = new Coalesced(() => this.#followPanes().catch(() => {}));

  constructor(
    host: Host,
    socket: string | undefined,
    place: string,
    channel: CommandChannel,
    onOutput: (pane: number, data: Buffer) => void,
  ) {
    this.#host = host;
    this.#socket = socket;
    this.#place = place;
    this.#channel = channel;
    this.#onOutput = onOutput;
  }

  /** Resolves when the sink is live. */
  async feed(pane: string, sink: PaneSink, server: ServerIdentity | undefined): Promise<PaneFeed> {
    if (!this.#channel.wantsControl) throw controlNotWanted(this.#place);
    const subscription = new Subscription(paneNumber(pane), sink);
    for (let cuts = 0; ; ) {
      const [session] = (await this.#locate(server)).get(subscription.pane) ?? [];
      this.#throwIfClosed();
      if (session === undefined) throw missing('PANE_NOT_FOUND', 'pane', pane, this.#place);
      const watch = this.#watch(session);
      try {
        await watch.add(subscription);
        this.#throwIfClosed();
        return {
          look: (commands, moment, looking = {}) => this.#look(subscription, commands, moment, looking),
          settle: async () => this.#watchOf(subscription)?.flush(),
          watchDeath: () => this.#watchOf(subscription)?.watchDeath(),
          close: () => this.#unsubscribe(subscription),
        };
      } catch (error) {
        if (watch.idle) this.#linger(watch);
        // The pane can leave its session between our look and the attach, and a link can break: look again.
        const isCut = isMuxError(error, 'CONNECTION_LOST') && cuts < MOST_CUTS;
        if (isCut) await pause(FIRST_PAUSE_MS * 2 ** cuts++, undefined, { signal: this.#closing.signal });
        else if (!isMuxError(error, 'CONTROL_MODE_REFUSED')) throw error;
        else if (await this.#isIn(subscription.pane, session, server)) throw error;
      }
    }
  }

  async #look(
    subscription: Subscription,
    commands: readonly Command[],
    moment: (look: PaneLook) => void,
    options: LookOptions,
  ): Promise<void> {
    const watch = this.#watchOf(subscription);
    if (!watch) throw notWatched(subscription.pane, this.#place);
    await watch.look(subscription, commands, moment, options);
  }

  #watchOf(subscription: Subscription): SessionWatch | undefined {
    return [...this.#watches.values()].find((watch) => watch.of(subscription.pane).includes(subscription));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#lingering.values()) clearTimeout(timer);
    const watches = [...this.#watches.values()];
    this.#watches.clear();
    for (const watch of watches) watch.closeAll('closed');
    await Promise.all(watches.map((watch) => watch.close()));
    await this.#checks.settled();
  }

  #throwIfClosed(): void {
    if (this.#closing.signal.aborted) throw closedError(this.#place);
  }

  #watch(session: string): SessionWatch {
    const existing = this.#watches.get(session);
    if (existing) {
      clearTimeout(this.#lingering.get(existing));
      this.#lingering.delete(existing);
      return existing;
    }
    const watch: SessionWatch = new SessionWatch(
      {
        host: this.#host,
        socket: this.#socket,
        place: this.#place,
        session,
        server: this.#channel.lastServer,
        commandTimeoutMs: this.#channel.commandTimeoutMs,
        connectTimeoutMs: this.#channel.connectTimeoutMs,
      },
      {
        output: this.#onOutput,
        changed: () => void this.#checks.run(),
        ended: () => this.#watchEnded(watch),
      },
    );
    this.#watches.set(session, watch);
    return watch;
  }

  #unsubscribe(subscription: Subscription): void {
    subscription.cancel();
    for (const watch of this.#watches.values()) {
      watch.remove(subscription);
      if (watch.idle) this.#linger(watch);
    }
  }

  #linger(watch: SessionWatch): void {
    if (this.#lingering.has(watch) || this.#closing.signal.aborted) return;
    const timer = setTimeout(() => {
      this.#lingering.delete(watch);
      if (!watch.idle) return;
      if (this.#watches.get(watch.session) === watch) this.#watches.delete(watch.session);
      void watch.close();
    }, LINGER_MS);
    timer.unref();
    this.#lingering.set(watch, timer);
  }

  /** The connection of a session ended: the session or the server is gone, or the link broke. */
  #watchEnded(watch: SessionWatch): void {
    if (this.#watches.get(watch.session) === watch) this.#watches.delete(watch.session);
    clearTimeout(this.#lingering.get(watch));
    this.#lingering.delete(watch);
    for (const pane of watch.panes()) for (const one of watch.of(pane)) one.beginGap('reconnected');
    if (!watch.idle) void this.#recover(watch);
  }

  async #recover(watch: SessionWatch): Promise<void> {
    const backoff = new Backoff();
    while (!this.#closing.signal.aborted) {
      try {
        const places = await this.#locate(watch.server);
        for (const pane of watch.panes()) await this.#move(watch, pane, places.get(pane), 'reconnected');
        return;
      } catch (error) {
        if (this.#closing.signal.aborted) break;
        if (isMuxError(error, 'CONTAINER_NOT_FOUND')) return watch.closeAll('host-gone');
        if (!isMuxError(error, ...PASSING)) return watch.closeAll('server-exited');
        await backoff.wait(this.#closing.signal);
      }
    }
    watch.closeAll('closed');
  }

  /** Gives the subscriptions of a pane to the session it is in now, or tells them that it is gone. */
  async #move(
    from: SessionWatch,
    pane: number,
    sessions: readonly string[] | undefined,
    reason: 'reconnected' | 'moved',
  ): Promise<void> {
    const [session] = sessions ?? [];
    if (session === undefined) {
      // The last of its output may still be on its way: it came on another connection than the news of its end.
      await from.flush();
      return from.closePane(pane, 'pane-exited');
    }
    const to = this.#watch(session);
    for (const subscription of from.of(pane)) {
      from.remove(subscription);
      if (!subscription.active) continue;
      subscription.beginGap(reason);
      try {
        await to.add(subscription);
        subscription.tellGap();
      } catch (error) {
        if (subscription.active) from.keep(subscription);
        throw error;
      }
      if (!subscription.active) to.remove(subscription);
    }
    if (to.idle) this.#linger(to);
  }

  /** Looks where the watched panes are. */
  async #followPanes(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    // The answer tells only of panes that were watched before the question: others may be newer than it.
    const watched = [...this.#watches.values()].map((watch) => ({ watch, panes: watch.panes() }));
    const places = await this.#locate(this.#channel.lastServer);
    for (const { watch, panes } of watched) {
      for (const pane of panes) {
        const sessions = places.get(pane);
        if (sessions?.includes(watch.session) || watch.of(pane).length === 0) continue;
        watch.leave(pane);
        await this.#move(watch, pane, sessions, 'moved');
      }
      if (watch.idle) this.#linger(watch);
    }
  }

  async #isIn(pane: number, session: string, server: ServerIdentity | undefined): Promise<boolean> {
    return (await this.#locate(server)).get(pane)?.includes(session) ?? false;
  }

  /** The sessions that each pane is in: several where its window is linked. */
  async #locate(server: ServerIdentity | undefined): Promise<Map<number, string[]>> {
    const [body] = await this.#channel.request([['list-panes', '-a', '-F', recordFormat(PLACE)]], {
      timeoutMs: this.#channel.commandTimeoutMs,
      server,
    });
    const places = new Map<number, string[]>();
    for (const { pane, session } of parseRecords(PLACE, body ?? Buffer.alloc(0))) {
      const sessions = places.get(paneNumber(pane)) ?? [];
      places.set(paneNumber(pane), [...sessions, session]);
    }
    return places;
  }
}

const PLACE = { pane: 'pane_id', session: 'session_id' } as const satisfies RecordFields;

function controlNotWanted(place: string): MuxError {
  return new MuxError('CONTROL_MODE_REFUSED', `Output on ${place} can only be followed over control mode.`, {
    suggestion: 'Connect without `control: false`.',
  });
}

function notWatched(pane: number, place: string): MuxError {
  return new MuxError('CONNECTION_LOST', `Pane %${pane} on ${place} is currently not watched.`, {
    suggestion: 'It reconnects automatically: wait for the gap event.',
  });
}
