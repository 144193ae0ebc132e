import { MuxError } from '../../model/index.js';
import { problem } from '../problem.js';
import type {
  TerminalCloseReason,
  TerminalFrame,
  TerminalGapReason,
  TerminalMode,
} from './terminal-frames.js';
import { terminalLimits } from './terminal-limits.js';

/** Where a viewer gets what it is to show. */
export interface TerminalListener {
  frame(frame: TerminalFrame): void;
  /** For the terminal emulator. */
  bytes(data: Uint8Array): void;
}

export interface ViewerOptions {
  /** As it was asked for. */
  readonly target: string;
  readonly mode: TerminalMode;
  /** Lines that scrolled away which it wants to have, too. */
  readonly history: number;
}

/** What a viewer can do to the terminal. */
export interface ViewedTerminal {
  /** It needs a paint. */
  wants(viewer: TerminalViewer): void;
  type(viewer: TerminalViewer, data: Uint8Array): Promise<void>;
  resize(viewer: TerminalViewer, cols: number, rows: number): Promise<void>;
  leave(viewer: TerminalViewer): Promise<void>;
}

/** What a screen is painted with. */
export interface Paint {
  readonly paneId: string;
  readonly host: string;
  readonly title: string;
  readonly cols: number;
  readonly rows: number;
  readonly bytes: Uint8Array;
  /** What scrolled away, where somebody asked for it. */
  readonly history: Uint8Array | undefined;
}

/** One of those who look at a terminal, with what it has been sent and has acknowledged. */
export class TerminalViewer implements AsyncDisposable {
  readonly mode: TerminalMode;
  readonly #terminal: ViewedTerminal;
  readonly #listener: TerminalListener;
  readonly #target: string;
  /** `waiting` for a paint, `behind` until it has acknowledged. */
  #state: 'waiting' | 'live' | 'behind' | 'closed' = 'waiting';
  #history: number;
  #greeted = false;
  #size = '';
  #unacknowledged = 0;

  constructor(terminal: ViewedTerminal, listener: TerminalListener, options: ViewerOptions) {
    this.#terminal = terminal;
    this.#listener = listener;
    this.mode = options.mode;
    this.#target = options.target;
    this.#history = options.history;
  }

  get waiting(): boolean {
    return this.#state === 'waiting';
  }

  get live(): boolean {
    return this.#state === 'live';
  }

  /** Lines of history that it still has to get. */
  get wantsHistory(): number {
    return this.#history;
  }

  /** The viewer has drawn so many more bytes. */
  acknowledge(bytes: number): void {
    if (!Number.isFinite(bytes) || bytes <= 0) return;
    this.#unacknowledged = Math.max(0, this.#unacknowledged - bytes);
    if (this.#state !== 'behind' || this.#unacknowledged > terminalLimits.caughtUpBytes) return;
    this.gap('slow-viewer');
    this.#terminal.wants(this);
  }

  /** Types bytes into the pane. What is not allowed, or fails, is told in a frame. */
  async type(data: Uint8Array): Promise<void> {
    if (this.mode === 'view') return this.fail(onlyLooks('type into it'));
    await this.#terminal.type(this, data).catch((error: unknown) => this.fail(error));
  }

  /** Asks for another size of the pane. */
  async resize(cols: number, rows: number): Promise<void> {
    if (this.mode === 'view') return this.fail(onlyLooks('change its size'));
    await this.#terminal.resize(this, cols, rows).catch((error: unknown) => this.fail(error));
  }

  async leave(): Promise<void> {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    await this.#terminal.leave(this);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.leave();
  }

  /** @internal From here on the terminal tells it things. */
  output(data: Uint8Array): void {
    if (this.#state !== 'live') return;
    if (this.#unacknowledged + data.length > terminalLimits.unacknowledgedBytes) this.#state = 'behind';
    else this.#send(data);
  }

  /** @internal What goes on from here. */
  paint(paint: Paint): void {
    this.#announce(paint);
    this.#state = 'live';
    if (this.#history > 0 && paint.history) this.#send(paint.history);
    this.#history = 0;
    this.#send(paint.bytes);
  }

  /** @internal Something to look at until a paint comes. */
  sketch(paint: Paint): void {
    if (!this.waiting || this.#unacknowledged > terminalLimits.caughtUpBytes) return;
    this.#announce(paint);
    this.#send(paint.bytes);
  }

  #announce({ paneId, host, title, cols, rows }: Paint): void {
    const size = `${cols}x${rows}`;
    if (!this.#greeted) {
      const hello = { target: this.#target, paneId, host, cols, rows, title, mode: this.mode };
      this.#listener.frame({ type: 'hello', ...hello });
    } else if (size !== this.#size) {
      this.#listener.frame({ type: 'resize', cols, rows });
    }
    this.#greeted = true;
    this.#size = size;
  }

  /** @internal */
  gap(reason: TerminalGapReason): void {
    if (this.#state === 'closed') return;
    this.#state = 'waiting';
    if (this.#greeted) this.#listener.frame({ type: 'gap', reason });
  }

  /** @internal */
  fail(error: unknown): void {
    if (this.#state === 'closed') return;
    const { code = 'INTERNAL_ERROR', message, suggestion } = problem(error);
    this.#listener.frame({ type: 'error', code, message, ...(suggestion !== undefined && { suggestion }) });
  }

  /** @internal */
  close(reason: TerminalCloseReason): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#listener.frame({ type: 'closed', reason });
  }

  #send(data: Uint8Array): void {
    if (data.length === 0) return;
    this.#unacknowledged += data.length;
    this.#listener.bytes(data);
  }
}

function onlyLooks(what: string): MuxError {
  return new MuxError('FORBIDDEN', `This viewer may only view the terminal, and not ${what}.`, {
    suggestion: "Use mode=control, with a token that has the scope 'control'.",
  });
}
