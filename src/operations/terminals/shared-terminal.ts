import { isMuxError } from '../../model/index.js';
import { LookSchedule, observerOf } from '../../panes/index.js';
import type { RedactingStream } from '../../redaction/index.js';
import {
  type Command,
  captureCommand,
  type PaneCloseReason,
  type PaneFeed,
  type PaneGapReason,
  type PaneLook,
  type PaneSnapshot,
  parseSnapshot,
  snapshotCommands,
} from '../../tmux/index.js';
import type { OpenPane } from '../panes/open-pane.js';
import { withHiddenBegin } from './hidden-cursor-line.js';
import { paintHistory, paintTerminal, textBeforeCursor } from './paint-terminal.js';
import { PaneInput } from './pane-input.js';
import { Sketches } from './sketches.js';
import { terminalLimits } from './terminal-limits.js';
import { TerminalStream } from './terminal-stream.js';
import {
  type Paint,
  type TerminalListener,
  TerminalViewer,
  type ViewedTerminal,
  type ViewerOptions,
} from './terminal-viewer.js';
import type { WindowSizes } from './window-sizes.js';

/** What a terminal needs of those who made it. */
export interface SharedTerminalParts {
  readonly open: OpenPane;
  /** Hides secrets in the output of the pane, from the beginning of a line on. */
  readonly redacting: () => RedactingStream;
  readonly sizes: WindowSizes;
  /** Nobody looks at it any more, or it has ended. */
  readonly ended: () => void;
}

/** A pane that any number of viewers look at, over one subscription. */
export class SharedTerminal implements ViewedTerminal {
  readonly #parts: SharedTerminalParts;
  readonly #stream: TerminalStream;
  readonly #input: PaneInput;
  readonly #viewers = new Set<TerminalViewer>();
  readonly #schedule = new LookSchedule(() => this.#lookOrWait());
  readonly #sketches = new Sketches(() => this.#sketch(), terminalLimits.sketchEveryMs);
  readonly #closing = new AbortController();
  #feed: PaneFeed | undefined;
  #outputs: Buffer[] = [];
  #repaint = false;
  #size = '';
  #closed = false;

  constructor(parts: SharedTerminalParts) {
    this.#parts = parts;
    this.#stream = new TerminalStream(parts.redacting);
    this.#input = new PaneInput(parts.open.pane);
  }

  get viewers(): number {
    return this.#viewers.size;
  }

  get closed(): boolean {
    return this.#closed;
  }

  async start(): Promise<void> {
    this.#feed = await observerOf(this.#parts.open.pane).listen({
      output: (data) => this.#output(data),
      gap: (reason) => this.#gap(reason),
      resized: () => this.#schedule.want(),
      closed: (reason) => this.close(reason),
    });
    if (this.#closed) this.#feed.close();
  }

  join(listener: TerminalListener, options: ViewerOptions): TerminalViewer {
    const viewer = new TerminalViewer(this, listener, options);
    this.#viewers.add(viewer);
    this.#schedule.want();
    return viewer;
  }

  wants(): void {
    this.#schedule.want();
  }

  type(_: TerminalViewer, data: Uint8Array): Promise<void> {
    return this.#input.send(data);
  }

  resize(viewer: TerminalViewer, cols: number, rows: number): Promise<void> {
    const { tmux, pane } = this.#parts.open;
    return this.#parts.sizes.wish(viewer, tmux, pane.id, cols, rows);
  }

  async leave(viewer: TerminalViewer): Promise<void> {
    this.#viewers.delete(viewer);
    if (this.#viewers.size === 0) this.close('closed');
    await this.#parts.sizes.release(viewer);
  }

  close(reason: PaneCloseReason): void {
    if (this.#closed) return;
    this.#flush();
    this.#closed = true;
    this.#closing.abort();
    this.#schedule[Symbol.dispose]();
    this.#sketches[Symbol.dispose]();
    this.#feed?.close();
    for (const viewer of this.#viewers) {
      viewer.close(reason);
      void this.#parts.sizes.release(viewer);
    }
    this.#viewers.clear();
    this.#parts.ended();
  }

  /** What comes in one piece from tmux goes on in one piece. */
  #output(data: Buffer): void {
    this.#outputs.push(data);
    if (this.#outputs.length === 1) queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    const outputs = this.#outputs;
    const [only] = outputs;
    if (!only || this.#closed) return;
    this.#outputs = [];
    const { bytes, repaint } = this.#stream.output(outputs.length === 1 ? only : Buffer.concat(outputs));
    if (bytes) for (const viewer of this.#viewers) viewer.output(bytes);
    if (!repaint) return;
    this.#repaint = true;
    this.#schedule.want(repaint === 'soon' ? terminalLimits.paintEveryMs : terminalLimits.penAfterMs);
  }

  #gap(reason: PaneGapReason): void {
    this.#flush();
    this.#schedule.want();
    this.#stream.interrupt();
    for (const viewer of this.#viewers)
      if (viewer.live) viewer.gap(reason === 'slow-reader' ? 'flow-control' : reason);
  }

  /** Where it fails, the next reason for a look leads to another one. */
  async #lookOrWait(): Promise<void> {
    await this.#look().catch(() => this.#schedule.seen());
  }

  async #look(): Promise<void> {
    const { pane } = this.#parts.open;
    const history = Math.max(0, ...[...this.#viewers].map(({ wantsHistory }) => wantsHistory));
    const commands = snapshotCommands(pane.id);
    const above: Command[] =
      history > 0 ? [[...captureCommand(pane.id, { ...ABOVE, history }), '-E', '-1']] : [];
    this.#sketches.begin();
    try {
      const { signal } = this.#closing;
      await this.#feed?.look([...commands, ...above], (look) => this.#seen(look, commands.length), {
        signal,
      });
    } catch (error) {
      // A broken connection is followed by a gap, or by the end.
      if (this.#closed || isMuxError(error, 'CONNECTION_LOST')) throw error;
      for (const viewer of this.#viewers) if (viewer.waiting) viewer.fail(error);
      throw error;
    } finally {
      this.#sketches.stop();
    }
  }

  async #sketch(): Promise<void> {
    const { tmux, pane } = this.#parts.open;
    if (![...this.#viewers].some(({ waiting }) => waiting)) return;
    const snapshot = parseSnapshot(await tmux.request(snapshotCommands(pane.id)));
    if (snapshot.paneId !== pane.id) return;
    const paint = this.#paint(snapshot, undefined);
    for (const viewer of this.#viewers) viewer.sketch(paint);
  }

  #seen({ bodies }: PaneLook, snapshotBodies: number): void {
    this.#flush();
    this.#schedule.seen();
    const snapshot = parseSnapshot(bodies.slice(0, snapshotBodies));
    const { screen } = snapshot;
    // Of a pane that is gone tmux tells nothing, or something else. Its end is told by itself.
    if (this.#closed || snapshot.paneId !== this.#parts.open.pane.id) return;
    const held = this.#stream.holding;
    this.#stream.seen(screen);
    const size = `${screen.width}x${screen.height}`;
    const all = this.#repaint || held || size !== this.#size;
    this.#repaint = false;
    this.#size = size;
    const receivers = [...this.#viewers].filter((viewer) => viewer.waiting || (all && viewer.live));
    if (receivers.length === 0) return;
    const above = screen.historySize > 0 ? bodies[snapshotBodies] : undefined;
    const paint = this.#paint(snapshot, above);
    for (const viewer of receivers) viewer.paint(paint);
  }

  #paint(snapshot: PaneSnapshot, above: Buffer | undefined): Paint {
    const { open, redacting } = this.#parts;
    const { screen } = snapshot;
    const before = textBeforeCursor(screen);
    const line = redacting();
    const shown = line.push(before);
    const redact = line.holding ? withHiddenBegin(open.redact, before, shown) : open.redact;
    return {
      paneId: open.pane.id,
      host: open.host,
      title: open.redact([screen.title]).join(''),
      cols: screen.width,
      rows: screen.height,
      bytes: paintTerminal({ snapshot, redact, pen: this.#stream.pen, tail: this.#stream.tail }),
      history: above && paintHistory(above, screen, open.redact),
    };
  }
}

const ABOVE = { ansi: true, joined: true } as const;
