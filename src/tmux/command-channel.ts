import { setTimeout as pause } from 'node:timers/promises';
import type { Host } from '../hosts/index.js';
import { type CallOptions, Deadline, eitherSignal, isMuxError, MuxError } from '../model/index.js';
import { attach } from './attach.js';
import { type AttachFailure, type ConnectionEnd, failureOf } from './connection-end.js';
import type { ControlConnection } from './control-connection.js';
import { identifyServer, type ServerIdentity } from './identify-server.js';
import { LoudCommands } from './loud-commands.js';
import type { Notification } from './notification.js';
import { runOneShot } from './one-shot.js';
import type { Command } from './quote.js';
import type { TmuxVersion } from './version.js';

export interface ChannelListener {
  notification(notification: Notification): void;
  connected(server: ServerIdentity): void;
  disconnected(end: ConnectionEnd): void;
  /** Control mode cannot be had, and commands go one process each. */
  degraded(reason: string): void;
}

export interface ChannelOptions {
  /** Whether control mode is wanted at all. */
  readonly control: boolean;
  /** Milliseconds that a command may take; a connection has as many, where that is more than it usually has. */
  readonly commandTimeoutMs: number;
}

export interface RequestOptions extends CallOptions {
  /** Fail with `PANE_NOT_FOUND` unless this run of the server is the one that answers. */
  readonly server?: ServerIdentity | undefined;
}

/** Commands that change nothing, and so may be sent again when a connection breaks under them. */
const REPEATABLE = new Set([
  'capture-pane',
  'display-message',
  'has-session',
  'list-buffers',
  'list-clients',
  'list-commands',
  'list-keys',
  'list-panes',
  'list-sessions',
  'list-windows',
  'show-buffer',
  'show-environment',
  'show-options',
]);

/**
 * All commands to one tmux server, over one connection that carries nothing else, so that no flood of output can
 * stand before an answer. It is made at the first command and made again when it breaks.
 */
export class CommandChannel {
  /** Milliseconds that a command may take which is given no time of its own. */
  readonly commandTimeoutMs: number;
  /** Milliseconds that making a connection may take. */
  readonly connectTimeoutMs: number;
  readonly #host: Host;
  readonly #socket: string | undefined;
  readonly #place: string;
  readonly #listener: ChannelListener;
  readonly #control: boolean;
  readonly #loud: LoudCommands;
  readonly #closing = new AbortController();
  #connection: ControlConnection | undefined;
  #server: ServerIdentity | undefined;
  #connecting: Promise<ControlConnection | undefined> | undefined;
  #degraded: string | undefined;
  #retryControlAt = 0;
  #version: TmuxVersion | undefined;

  constructor(
    host: Host,
    socket: string | undefined,
    place: string,
    listener: ChannelListener,
    { control, commandTimeoutMs }: ChannelOptions,
  ) {
    this.#control = control;
    this.commandTimeoutMs = commandTimeoutMs;
    this.connectTimeoutMs = Math.max(CONNECT_TIMEOUT_MS, commandTimeoutMs);
    this.#host = host;
    this.#socket = socket;
    this.#place = place;
    this.#loud = new LoudCommands(place);
    this.#listener = listener;
  }

  /** The server that the open connection leads to. */
  get server(): ServerIdentity | undefined {
    return this.#connection ? this.#server : undefined;
  }

  /** The version of tmux there, known from the first contact on, also without control mode. */
  get version(): TmuxVersion | undefined {
    return this.#version;
  }

  /** The server that was last connected to. */
  get lastServer(): ServerIdentity | undefined {
    return this.#server;
  }

  get wantsControl(): boolean {
    return this.#control;
  }

  /** Whether commands go over a control-mode connection, as far as is known. */
  get usesControl(): boolean {
    return this.#control && this.#degraded === undefined;
  }

  /** Sends commands as one group; resolves with what each of them printed. */
  async request(commands: readonly Command[], options: RequestOptions): Promise<Buffer[]> {
    // An empty line would detach us.
    if (commands.length === 0) return [];
    // The usual case costs nothing but the exchange itself.
    const connection = this.#connection;
    if (connection) {
      this.#checkServer(options.server);
      try {
        return await this.#loud.send(commands, options, (rest) => connection.request(commands, rest));
      } catch (error) {
        if (!mayRepeat(error, commands)) throw error;
      }
    }
    return this.#connectAndRequest(commands, options);
  }

  /** By itself, because what a deadline needs would be set up for every request else. */
  async #connectAndRequest(commands: readonly Command[], options: RequestOptions): Promise<Buffer[]> {
    using deadline = new Deadline({ ...options, what: `tmux ${commands[0]?.[0]} on ${this.#place}` });
    for (;;) {
      const connection = this.#mayTryControl() ? await deadline.race(this.connect()) : undefined;
      const rest = { ...options, timeoutMs: options.timeoutMs ? Math.max(1, deadline.remainingMs) : 0 };
      if (!connection) {
        return this.#oneShot(commands, rest);
      }
      this.#checkServer(options.server);
      try {
        return await this.#loud.send(commands, rest, (left) => connection.request(commands, left));
      } catch (error) {
        if (!mayRepeat(error, commands)) throw error;
      }
    }
  }

  /** The open connection; `undefined` where there is nothing to attach to. Callers at the same time share one try. */
  connect(): Promise<ControlConnection | undefined> {
    if (this.#closing.signal.aborted) return Promise.reject(closedError(this.#place));
    if (this.#connection) return Promise.resolve(this.#connection);
    if (!this.#control) return Promise.resolve(undefined);
    this.#connecting ??= this.#open()
      .catch((error: unknown) => {
        throw this.#closing.signal.aborted ? closedError(this.#place) : error;
      })
      .finally(() => {
        this.#connecting = undefined;
      });
    return this.#connecting;
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    await this.#connecting?.catch(() => {});
    await this.#connection?.close();
  }

  async #oneShot(commands: readonly Command[], options: CallOptions): Promise<Buffer[]> {
    const target = { host: this.#host, socket: this.#socket, place: this.#place };
    if (!commands.every(isRepeatable))
      return [await this.#loud.send(commands, options, (rest) => runOneShot(target, commands, rest))];
    // One process gives one text for all: what only looks can as well be asked one by one.
    const bodies: Buffer[] = [];
    using stop = eitherSignal(this.#closing.signal, options.signal);
    try {
      for (const command of commands)
        bodies.push(await runOneShot(target, [command], { ...options, signal: stop.signal }));
    } catch (error) {
      // Nobody waits for what a server that hangs would have shown.
      throw this.#closing.signal.aborted ? closedError(this.#place) : error;
    }
    return bodies;
  }

  /** Only tmux's own refusal is one. What breaks or ends on the way is tried again. */
  async #open(): Promise<ControlConnection | undefined> {
    using stop = eitherSignal(this.#closing.signal);
    let sentAway = this.#degraded === undefined ? 0 : MOST_GOOD_BYES - 1;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      const attempt = await this.#attempt(stop.signal);
      if (!('failure' in attempt)) return attempt.connection;
      const { failure, reason } = attempt;
      if (failure === 'sent-away') sentAway++;
      if (failure === 'refused' || sentAway >= MOST_GOOD_BYES) {
        this.#degrade(reason);
        return undefined;
      }
      if (pauseMs > LONGEST_PAUSE_MS) throw interrupted(this.#place, reason);
      await pause(pauseMs, undefined, { signal: stop.signal });
    }
  }

  /** A client that is sent away again at once was not really let in: it is asked which server it is at. */
  async #attempt(signal: AbortSignal): Promise<Attempt> {
    const flags = 'no-output,ignore-size,no-detach-on-destroy';
    const result = await attach(
      this.#host,
      { socket: this.#socket, session: undefined, flags, carriesOutput: false, place: this.#place },
      { notification: (notification) => this.#listener.notification(notification), output: () => {} },
      {
        what: `Connecting to tmux on ${this.#place}`,
        suggestion: 'The server or its machine hangs or is very busy: check whether tmux ls responds there.',
        timeoutMs: this.connectTimeoutMs,
        signal,
      },
    );
    this.#version = result.version;
    if (!result.connection) {
      if (result.why === 'no-server') return { connection: undefined };
      return { failure: result.why, reason: result.message };
    }
    const server = await identifyServer(result.connection, this.connectTimeoutMs);
    if (server) return { connection: await this.#adopt(result.connection, server) };
    const end = await result.connection.closed;
    return { failure: failureOf(end), reason: `it ended the connection at once (${end.reason})` };
  }

  async #adopt(connection: ControlConnection, server: ServerIdentity): Promise<ControlConnection> {
    if (this.#closing.signal.aborted) {
      await connection.close();
      throw closedError(this.#place);
    }
    void connection.closed.then((end) => {
      this.#connection = undefined;
      this.#listener.disconnected(end);
    });
    this.#connection = connection;
    this.#server = server;
    this.#version = server.version;
    this.#degraded = undefined;
    this.#listener.connected(server);
    return connection;
  }

  /** Where control mode was refused it is tried again only now and then: a try costs as much as a command. */
  #mayTryControl(): boolean {
    return this.#degraded === undefined || performance.now() >= this.#retryControlAt;
  }

  #degrade(reason: string): void {
    this.#retryControlAt = performance.now() + RETRY_CONTROL_MS;
    if (this.#degraded === reason) return;
    this.#degraded = reason;
    this.#listener.degraded(reason);
  }

  #checkServer(expected: ServerIdentity | undefined): void {
    const actual = this.#server;
    if (!expected || !actual) return;
    if (expected.pid === actual.pid && expected.startTime === actual.startTime) return;
    throw new MuxError(
      'PANE_NOT_FOUND',
      `The tmux server on ${this.#place} was restarted since this handle was made.`,
      {
        suggestion: 'List the panes again: each server gives out its own ids.',
      },
    );
  }
}

function interrupted(place: string, reason: string): MuxError {
  return new MuxError(
    'CONNECTION_LOST',
    `The connection to tmux on ${place} broke while it was made: ${reason}.`,
    {
      suggestion: 'Nothing was sent: it is safe to retry.',
      details: { reason, mayHaveRun: false },
    },
  );
}

/** What came of one attempt to attach. */
type Attempt =
  | { readonly connection: ControlConnection | undefined }
  | { readonly failure: AttachFailure; readonly reason: string };

const CONNECT_TIMEOUT_MS = 15_000;
/** Eight attempts within three seconds. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1_280;
/** A session that ends as we arrive is rare; three in a row are a hook. */
const MOST_GOOD_BYES = 3;
const RETRY_CONTROL_MS = 5_000;

function mayRepeat(error: unknown, commands: readonly Command[]): boolean {
  if (!isMuxError(error, 'CONNECTION_LOST')) return false;
  return error.details.mayHaveRun === false || commands.every(isRepeatable);
}

function isRepeatable([name]: Command): boolean {
  return REPEATABLE.has(name);
}

export function closedError(place: string): MuxError {
  return new MuxError('CLOSED', `The tmux client for ${place} was closed.`, {
    suggestion: 'Call connect() again.',
  });
}
