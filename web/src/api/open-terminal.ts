import { connection } from './connection.js';

/** What the server says of a terminal when it is opened. */
export interface TerminalHello {
  readonly target: string;
  readonly paneId: string;
  readonly host: string;
  readonly cols: number;
  readonly rows: number;
  readonly title: string;
  readonly mode: TerminalMode;
}

export type TerminalMode = 'view' | 'control';

export interface TerminalProblem {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string;
}

export type TerminalStatus =
  | { readonly is: 'connecting' }
  | { readonly is: 'open'; readonly hello: TerminalHello }
  | { readonly is: 'reconnecting' }
  /** The pane is gone, or the server refused: nothing more comes. */
  | { readonly is: 'closed'; readonly reason: string; readonly problem?: TerminalProblem };

export interface TerminalOptions {
  readonly target: string;
  readonly host?: string | undefined;
  readonly mode: TerminalMode;
  /** Bytes for the emulator. Acknowledge them when they are drawn. */
  onData(bytes: Uint8Array): void;
  onSize(cols: number, rows: number): void;
  /** A screen follows that does not go on from the one before. */
  onRepaint(): void;
  onStatus(status: TerminalStatus): void;
}

export interface Terminal {
  send(bytes: Uint8Array): void;
  acknowledge(bytes: number): void;
  /** A wish: the server grants it where nobody is attached. */
  resize(cols: number, rows: number): void;
  close(): void;
}

type ServerMessage =
  | ({ readonly type: 'hello' } & TerminalHello)
  | { readonly type: 'resize'; readonly cols: number; readonly rows: number }
  | { readonly type: 'gap'; readonly reason: string }
  | { readonly type: 'closed'; readonly reason: string }
  | ({ readonly type: 'error' } & TerminalProblem);

/** Waits between tries. */
const backoff = { firstMs: 300, mostMs: 5_000 };

/** Follows a pane over a WebSocket, with keys where `mode` is control. It connects again until it is closed. */
export function openTerminal(options: TerminalOptions): Terminal {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = backoff.firstMs;
  let isOver = false;

  const status = (next: TerminalStatus): void => {
    if (next.is === 'closed') isOver = true;
    options.onStatus(next);
  };
  const take = (message: ServerMessage): void => {
    if (message.type === 'hello') {
      waitMs = backoff.firstMs;
      options.onSize(message.cols, message.rows);
      options.onRepaint();
      status({ is: 'open', hello: message });
    } else if (message.type === 'resize') options.onSize(message.cols, message.rows);
    else if (message.type === 'gap') options.onRepaint();
    else if (message.type === 'closed') status({ is: 'closed', reason: message.reason });
    else status({ is: 'closed', reason: message.message, problem: message });
  };
  const lost = (): void => {
    if (isOver) return;
    status({ is: 'reconnecting' });
    timer = setTimeout(connect, waitMs);
    waitMs = Math.min(waitMs * 2, backoff.mostMs);
  };
  const connect = (): void => {
    timer = undefined;
    const opened = new WebSocket(addressOf(options));
    opened.binaryType = 'arraybuffer';
    opened.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') take(JSON.parse(data) as ServerMessage);
      else options.onData(new Uint8Array(data));
    });
    opened.addEventListener('close', () => {
      if (socket === opened) lost();
    });
    socket = opened;
  };
  const say = (data: string | Uint8Array<ArrayBuffer>): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(data);
  };
  // The feed of the page sees a server that is back; waiting longer would be idle.
  const stopFollowing = connection.subscribe(() => {
    if (connection.value.is !== 'connected' || timer === undefined) return;
    clearTimeout(timer);
    connect();
  });

  status({ is: 'connecting' });
  connect();
  return {
    send: (bytes) => say(new Uint8Array(bytes)),
    acknowledge: (bytes) => say(JSON.stringify({ type: 'ack', bytes })),
    resize: (cols, rows) => say(JSON.stringify({ type: 'resize', cols, rows })),
    close: () => {
      isOver = true;
      stopFollowing();
      clearTimeout(timer);
      const closing = socket;
      socket = undefined;
      closing?.close();
    },
  };
}

function addressOf({ target, host, mode }: TerminalOptions): string {
  const url = new URL('/api/terminals', location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.searchParams.set('target', target);
  if (host !== undefined) url.searchParams.set('host', host);
  url.searchParams.set('mode', mode);
  return url.href;
}
