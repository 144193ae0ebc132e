import { MuxError } from '../../model/index.js';
import type { RedactingStream } from '../../redaction/index.js';
import { paneStream } from '../../runs/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { type OpenPane, openPane } from '../panes/open-pane.js';
import { SharedTerminal } from './shared-terminal.js';
import type { TerminalMode } from './terminal-frames.js';
import { terminalLimits } from './terminal-limits.js';
import type { TerminalListener, TerminalViewer } from './terminal-viewer.js';
import { WindowSizes } from './window-sizes.js';

export interface JoinOptions {
  readonly target: string;
  readonly host?: string | undefined;
  /** @default 'view' */
  readonly mode?: TerminalMode;
  /**
   * Lines that have scrolled away, to be given before the screen.
   * @default 0
   */
  readonly history?: number;
}

/**
 * Live terminals for any number of viewers. However many look at a pane, tmux sends its output once.
 *
 * @example
 * await using hub = new TerminalHub(runtime);
 * const viewer = await hub.join({ target: 'api' }, { frame: console.log, bytes: (data) => emulator.write(data) });
 */
export class TerminalHub implements AsyncDisposable {
  readonly #runtime: BaseRuntime;
  readonly #terminals = new Map<string, Promise<SharedTerminal>>();
  readonly #sizes = new WindowSizes();
  #closed = false;

  constructor(runtime: BaseRuntime) {
    this.#runtime = runtime;
  }

  /** How many panes are looked at. */
  get terminals(): number {
    return this.#terminals.size;
  }

  /** Resolves when the viewer is known; its first frame and the paint follow. Fails as `openPane` does. */
  async join(options: JoinOptions, listener: TerminalListener): Promise<TerminalViewer> {
    const { target, mode = 'view', history = 0 } = options;
    const lines = Math.min(Math.max(0, Math.floor(history)), terminalLimits.historyLines);
    for (;;) {
      const open = await openPane(this.#runtime, target, options.host);
      if (this.#closed) throw new MuxError('CLOSED', 'The terminals are closed.');
      const terminal = await this.#terminal(open);
      // Its last viewer may just have left.
      if (!terminal.closed) return terminal.join(listener, { target, mode, history: lines });
    }
  }

  /** Tells all viewers that it is over. The panes go on. */
  async close(): Promise<void> {
    this.#closed = true;
    const terminals = await Promise.allSettled(this.#terminals.values());
    for (const terminal of terminals) if (terminal.status === 'fulfilled') terminal.value.close('closed');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #terminal(open: OpenPane): Promise<SharedTerminal> {
    const { pid = 0, startTime = 0 } = open.tmux.server ?? {};
    const key = `${open.host} ${pid}:${startTime} ${open.pane.id}`;
    const known = this.#terminals.get(key);
    if (known) return known;
    const made: Promise<SharedTerminal> = this.#start(open, () => {
      if (this.#terminals.get(key) === made) this.#terminals.delete(key);
    });
    this.#terminals.set(key, made);
    made.catch(() => this.#terminals.delete(key));
    return made;
  }

  async #start(open: OpenPane, ended: () => void): Promise<SharedTerminal> {
    const redactor = await this.#runtime.redactor();
    const { run } = open;
    const redacting = (): RedactingStream => paneStream({ redactor, run });
    const terminal = new SharedTerminal({ open, redacting, sizes: this.#sizes, ended });
    await terminal.start();
    return terminal;
  }
}
