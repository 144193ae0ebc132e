import type { RequestOptions } from './command-channel.js';
import type { HeldPanes } from './held-panes.js';
import type { ServerIdentity } from './identify-server.js';
import type { PaneInfo, SessionInfo, WindowInfo } from './infos.js';
import type { PaneFeed, PaneSink } from './pane-events.js';
import type { Argument, Command } from './quote.js';
import type { TmuxVersion } from './version.js';

/** What handles need of the client that made them. */
export interface TmuxContext {
  readonly place: string;
  readonly server: ServerIdentity | undefined;
  /** The version of tmux, from the first contact on. */
  readonly version: TmuxVersion | undefined;
  /** Panes that are kept until they were read. */
  readonly held: HeldPanes;
  request(commands: readonly Command[], options?: RequestOptions): Promise<Buffer[]>;
  /** Fills a paste buffer with any bytes, also where they do not fit into a command. */
  loadBuffer(name: string, data: Uint8Array): Promise<void>;
  subscribe(pane: string, sink: PaneSink, server: ServerIdentity | undefined): Promise<() => void>;
  feed(pane: string, sink: PaneSink, server: ServerIdentity | undefined): Promise<PaneFeed>;
  sessions(options?: RequestOptions): Promise<SessionInfo[]>;
  windows(options?: RequestOptions): Promise<WindowInfo[]>;
  panes(options?: RequestOptions): Promise<PaneInfo[]>;
}

/** A session, window or pane by its id, together with the run of the server that gave the id. */
export abstract class Handle {
  /** The id that tmux gave: `$1` for a session, `@2` for a window, `%3` for a pane. */
  readonly id: string;
  /** @internal The client it was made by. */
  readonly tmux: TmuxContext;
  #server: ServerIdentity | undefined;

  /** @internal */
  constructor(tmux: TmuxContext, id: string) {
    this.tmux = tmux;
    this.id = id;
    this.#server = tmux.server;
  }

  /** A handle made before the first connection takes the first server it meets. */
  protected get server(): ServerIdentity | undefined {
    this.#server ??= this.tmux.server;
    return this.#server;
  }

  protected request(commands: readonly Command[]): Promise<Buffer[]> {
    return this.tmux.request(commands, { server: this.server });
  }

  /** Sends one command and resolves with what it printed. */
  protected async ask(name: string, ...args: Argument[]): Promise<Buffer> {
    const [body] = await this.request([[name, ...args]]);
    return body ?? Buffer.alloc(0);
  }
}
