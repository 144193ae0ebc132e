import type {
  TerminalCloseReason,
  TerminalFrame,
  TerminalMode,
} from '../../../src/operations/terminals/terminal-frames.js';
import { connection } from './connection.js';

export type { TerminalMode };

/** What the server says of a terminal when it is opened. */
export type TerminalHello = Extract<TerminalFrame, { type: 'hello' }>;

export type TerminalProblem = Extract<TerminalFrame, { type: 'error' }>;

export type TerminalStatus =
  | { readonly is: 'connecting' }
  | { readonly is: 'open'; readonly hello: TerminalHello }
  | { readonly is: 'reconnecting' }
  /** The pane is gone, or the server refused: nothing more comes. */
  | {
      readonly is: 'closed';
      readonly reason: TerminalCloseReason;
      readonly problem?: TerminalProblem | undefined;
    };

export interface TerminalOptions {
  readonly target: string;
  readonly host?: string | undefined;
  readonly mode: TerminalMode;
  /** How many lines that have scrolled away are given first. */
  readonly history: number;
  /** Bytes for the emulator. Acknowledge them when they are drawn. */
  onData(bytes: Uint8Array): void;
  onSize(cols: number, rows: number): void;
  /** Everything that follows is new, as in a terminal that was just opened. */
  onReset(): void;
  onStatus(status: TerminalStatus): void;
}

export interface Terminal {
  send(bytes: Uint8Array): void;
  acknowledge(bytes: number): void;
  /** A wish: the server grants it where nobody is attached. */
  resize(cols: number, rows: number): void;
  close(): void;
}

/** Waits between tries. */
const backoff = { firstMs: 300, mostMs: 5_000 };

/** Follows a pane over a WebSocket, with keys where `mode` is control. It connects again until it is closed. */
export function openTerminal(options: TerminalOptions): Terminal {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = backoff.firstMs;
  let isOver = false;
  let problem: TerminalProblem | undefined;

  const status = (next: TerminalStatus): void => {
    if (next.is === 'closed') isOver = true;
    options.onStatus(next);
  };
  const take = (frame: TerminalFrame): void => {
    if (frame.type === 'hello') {
      waitMs = backoff.firstMs;
      options.onReset();
      options.onSize(frame.cols, frame.rows);
      status({ is: 'open', hello: frame });
    } else if (frame.type === 'resize') options.onSize(frame.cols, frame.rows);
    else if (frame.type === 'error') problem = frame;
    // A server that only stops says so too, and comes back. After a gap it paints, which needs nothing of us.
    else if (frame.type === 'closed' && (frame.reason !== 'closed' || problem))
      status({ is: 'closed', reason: frame.reason, problem });
  };
  const lost = (): void => {
    if (isOver) return;
    status({ is: 'reconnecting' });
    timer = setTimeout(connect, waitMs);
    waitMs = Math.min(waitMs * 2, backoff.mostMs);
  };
  const connect = (): void => {
    timer = undefined;
    problem = undefined;
    const opened = new WebSocket(addressOf(options));
    opened.binaryType = 'arraybuffer';
    opened.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') take(JSON.parse(data) as TerminalFrame);
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

function addressOf({ target, host, mode, history }: TerminalOptions): string {
  const url = new URL('/api/terminals', location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.searchParams.set('target', target);
  if (host !== undefined) url.searchParams.set('host', host);
  url.searchParams.set('mode', mode);
  url.searchParams.set('history', String(history));
  return url.href;
}
