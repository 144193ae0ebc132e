import { EventEmitter } from 'node:events';
import type { Host } from '../hosts/index.js';
import {
  callOf,
  eitherSignal,
  formatHostAddress,
  isMuxError,
  MuxError,
  phrase,
  tmuxReports,
} from '../model/index.js';
import { Backoff } from './backoff.js';
import { type ChannelListener, CommandChannel, type RequestOptions } from './command-channel.js';
import type { TmuxContext } from './context.js';
import { createSession, type EnsureSessionOptions } from './create-session.js';
import { Environment } from './environment.js';
import { EventHub } from './event-hub.js';
import { HeldPanes } from './held-panes.js';
import type { ServerIdentity } from './identify-server.js';
import {
  type PaneInfo,
  paneFields,
  type SessionInfo,
  sessionFields,
  toPaneInfo,
  toSessionInfo,
  toWindowInfo,
  type WindowInfo,
  windowFields,
} from './infos.js';
import { tellBuffer, tellInput } from './input-taps.js';
import { listRecords } from './list-records.js';
import { gone } from './missing.js';
import { checkSessionName } from './names.js';
import type { Notification } from './notification.js';
import { runOneShot } from './one-shot.js';
import { Options } from './options.js';
import { Pane } from './pane.js';
import type { PaneFeed, PaneSink } from './pane-events.js';
import type { Command } from './quote.js';
import { Session } from './session.js';
import type { TmuxVersion } from './version.js';
import { Window } from './window.js';

export interface TmuxEvents {
  /** What tmux tells: windows and sessions that come, go and change. */
  notification: [notification: Notification];
  /** Output of any pane that somebody watches. */
  output: [output: { readonly pane: string; readonly data: Buffer }];
  connected: [server: ServerIdentity];
  disconnected: [reason: string];
  /** Control mode cannot be had: commands go one process each, and output cannot be followed. */
  degraded: [reason: string];
}

export interface TmuxOptions {
  /**
   * Milliseconds that a command may take.
   * @default 5000
   */
  readonly commandTimeoutMs?: number;
  /**
   * Whether to keep a control-mode connection. Without it each command is a process of its own, which is quicker for
   * one or two of them; waits then look now and then, and output cannot be followed.
   * @default true
   */
  readonly control?: boolean;
}

/**
 * The tmux server of one host, over one persistent connection. Made by `connect()`.
 *
 * @example
 * await using tmux = await connect('local');
 * const panes = await tmux.command('list-panes', '-a');
 */
export class Tmux extends EventEmitter<TmuxEvents> implements TmuxContext, AsyncDisposable {
  /** Address of the host, for people: `docker://sandbox?socket=work`. */
  readonly place: string;
  /** Options of the server (`set-option -s`). */
  readonly options: Options;
  /** Options that sessions inherit (`set-option -g`). */
  readonly globalOptions: Options;
  readonly globalEnvironment: Environment;
  readonly host: Host;
  /** @internal */
  readonly held: HeldPanes;
  readonly #channel: CommandChannel;
  readonly #hub: EventHub;
  readonly #commandTimeoutMs: number;
  readonly #closing = new AbortController();
  #reconnecting = false;
  #changes = 0;
  #closed: Promise<void> | undefined;

  /** @internal Use `connect()`. */
  constructor(host: Host, options: TmuxOptions = {}) {
    super();
    // Any number of watchers share one connection: beyond ten listeners Node would print a warning.
    this.setMaxListeners(0);
    const { socket } = host.address;
    this.host = host;
    this.place = formatHostAddress(host.address);
    this.#commandTimeoutMs = options.commandTimeoutMs ?? 5_000;
    const listener: ChannelListener = {
      notification: (notification) => this.emit('notification', notification),
      connected: (server) => this.emit('connected', server),
      disconnected: (end) => {
        this.emit('disconnected', end.reason);
        void this.#reconnect();
      },
      degraded: (reason) => this.emit('degraded', reason),
    };
    this.#channel = new CommandChannel(host, socket, this.place, listener, {
      control: options.control ?? true,
      commandTimeoutMs: this.#commandTimeoutMs,
    });
    this.#hub = new EventHub(host, socket, this.place, this.#channel, (pane, data) => {
      if (this.listenerCount('output') > 0) this.emit('output', { pane: `%${pane}`, data });
    });
    this.held = new HeldPanes((channel, signal) => {
      const target = { host, socket, place: this.place };
      return runOneShot(target, [['wait-for', channel]], { timeoutMs: 0, signal });
    });
    const ask = (commands: readonly Command[]): Promise<Buffer[]> => this.request(commands);
    // Who listens before a server runs wants to hear when one does. The typed `on` knows only our own events.
    EventEmitter.prototype.on.call(this, 'newListener', (event: unknown) => {
      if (event === 'notification') queueMicrotask(() => void this.#reconnect());
    });
    this.options = new Options(ask, ['-s'], []);
    this.globalOptions = new Options(ask, ['-g'], []);
    this.globalEnvironment = new Environment(ask, ['-g']);
  }

  /** The server at the other end, while connected. */
  get server(): ServerIdentity | undefined {
    return this.#channel.server;
  }

  /** The version of tmux there, from the first contact on. */
  get version(): TmuxVersion | undefined {
    return this.#channel.version;
  }

  /** `one-shot` where control mode cannot be had, and why is in the `degraded` event. */
  get mode(): 'control' | 'one-shot' {
    return this.#channel.usesControl ? 'control' : 'one-shot';
  }

  /** Counts the commands sent here that do more than look: what was read before one may be out of date. */
  get changes(): number {
    return this.#changes;
  }

  /** Connects now instead of at the first command; where no server runs yet that is no error. */
  async open(): Promise<this> {
    await this.#channel.connect();
    return this;
  }

  /**
   * Sends a tmux command, each argument exactly as given, and resolves with the lines it printed.
   *
   * @example
   * await tmux.command('display-message', '-p', '#{host}'); // ['build-box']
   */
  async command(...command: Command): Promise<string[]> {
    const bodies = await this.request([command]);
    const body = bodies.length === 1 && bodies[0] ? bodies[0] : Buffer.concat(bodies);
    if (body.length === 0) return [];
    return body.toString('utf8', 0, body.at(-1) === 0x0a ? body.length - 1 : body.length).split('\n');
  }

  /** Sends several commands as one group, which tmux carries out without anything in between, to the first failure. */
  request(commands: readonly Command[], options: RequestOptions = {}): Promise<Buffer[]> {
    const timed =
      options.timeoutMs === undefined ? { ...options, timeoutMs: this.#commandTimeoutMs } : options;
    const sent = (): Promise<Buffer[]> =>
      tmuxReports.timed(commands[0]?.[0] ?? '', this.place, () => this.#channel.request(commands, timed));
    const changes = commands.some(([name]) => !LOOKS.test(name));
    const send = (): Promise<Buffer[]> => (changes ? sent().finally(() => this.#changes++) : sent());
    const told = tellInput(this.place, commands);
    if (!told) return send();
    return told.then((goes) => {
      goes();
      return send();
    });
  }

  /** All sessions; none where no server runs. */
  async sessions(options: RequestOptions = {}): Promise<SessionInfo[]> {
    return (await listRecords(this, ['list-sessions'], sessionFields, options)).map(toSessionInfo);
  }

  async windows(options: RequestOptions = {}): Promise<WindowInfo[]> {
    return (await listRecords(this, ['list-windows', '-a'], windowFields, options)).map(toWindowInfo);
  }

  /** All panes of all sessions, with their windows and sessions, by one query. */
  async panes(options: RequestOptions = {}): Promise<PaneInfo[]> {
    return (await listRecords(this, ['list-panes', '-a'], paneFields, options)).map(toPaneInfo);
  }

  /** A handle for the session of exactly this name; `undefined` where there is none. */
  async findSession(name: string): Promise<Session | undefined> {
    const info = (await this.sessions()).find((session) => session.name === name);
    return info && new Session(this, info.id);
  }

  /**
   * The session of this name, created detached where it is missing. Callers at the same moment, also in other
   * processes, get the same session. The options count only where it is created.
   */
  async ensureSession(name: string, options: EnsureSessionOptions = {}): Promise<Session> {
    checkSessionName(name);
    const backoff = new Backoff();
    using stop = eitherSignal(this.#closing.signal);
    for (let tries = 1; ; tries++) {
      const existing = await this.findSession(name);
      if (existing) return existing;
      try {
        return new Session(this, await createSession(this, name, options));
      } catch (error) {
        // Somebody else may have been faster, or an old server on the socket may just be going away.
        const passing = isMuxError(error, 'NO_SERVER') || /duplicate session/.test(String(error));
        if (!passing || tries === 5) throw error;
        await backoff.wait(stop.signal);
      }
    }
  }

  session(id: string): Session {
    return new Session(this, checkId(id, '$', 'session'));
  }

  window(id: string): Window {
    return new Window(this, checkId(id, '@', 'window'));
  }

  pane(id: string): Pane {
    return new Pane(this, checkId(id, '%', 'pane'));
  }

  /** Ends the server with all its sessions; no error where none runs. */
  async killServer(): Promise<void> {
    await gone(this.request([['kill-server']]), async () => (await this.sessions()).length === 0);
  }

  /** Ends the connections. The sessions, and what runs in them, go on. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.held.close();
    this.#closing.abort();
    await this.#hub.close();
    await this.#channel.close();
    await this.host.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** @internal Delivers what happens to a pane until the returned function is called. */
  async subscribe(pane: string, sink: PaneSink, server: ServerIdentity | undefined): Promise<() => void> {
    const feed = await this.feed(pane, sink, server);
    return () => feed.close();
  }

  /** @internal The same for one that also looks at the pane. */
  feed(pane: string, sink: PaneSink, server: ServerIdentity | undefined): Promise<PaneFeed> {
    return this.#hub.feed(pane, sink, server);
  }

  /** @internal */
  async loadBuffer(name: string, data: Uint8Array): Promise<void> {
    tellBuffer(this.place, name, data);
    const load: Command = ['load-buffer', '-b', name, '-'];
    const target = { host: this.host, socket: this.host.address.socket, place: this.place };
    await runOneShot(target, [load], { timeoutMs: this.#commandTimeoutMs, input: data });
  }

  /** While somebody listens, a lost connection is made again; otherwise the next command does that. */
  async #reconnect(): Promise<void> {
    if (this.#reconnecting) return;
    this.#reconnecting = true;
    const backoff = new Backoff();
    using stop = eitherSignal(this.#closing.signal);
    while (!stop.signal.aborted && !this.server && this.listenerCount('notification') > 0) {
      const connected = await this.#channel.connect().catch(() => undefined);
      if (!connected) await backoff.wait(stop.signal);
    }
    this.#reconnecting = false;
  }
}

/** Commands that change nothing that tmux lists. */
const LOOKS = /^(?:list|display|capture|show|has|refresh|wait)-/;

function checkId(id: string, sigil: string, kind: string): string {
  if (id.startsWith(sigil) && /^\d+$/.test(id.slice(1))) return id;
  throw new MuxError(
    'INVALID_ARGUMENT',
    `'${id}' is not the id of a ${kind}: tmux gives ids such as '${sigil}3'.`,
    {
      suggestion: phrase`Find the id with ${callOf('pane.list', {}, `tmux.${kind}s()`)}.`,
    },
  );
}
