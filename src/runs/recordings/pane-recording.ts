import { deferred, MuxError } from '../../model/index.js';
import type { CastEvent, CastWriter } from '../../recorder/index.js';
import type { RecordingEnd } from '../../store/index.js';
import {
  ExitHold,
  followPainted,
  missing,
  type PaintedPane,
  type Pane,
  type PaneCloseReason,
  type PaneSnapshot,
} from '../../tmux/index.js';
import type { RecordedOutput } from './recorded-output.js';

export interface PaneRecordingOptions {
  readonly pane: Pane;
  /** Whether a run is in the pane: then neither the end of the pane nor a full file is the end, but what the run tells. */
  readonly endsWithRun: boolean;
  readonly output: RecordedOutput;
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly now: () => number;
  /** Opens the file, when the size of the pane is known. */
  openFile(size: { readonly width: number; readonly height: number }): Promise<CastWriter>;
  /** Learns what must not be written. `false`: it is not ours any more. */
  refresh(): Promise<boolean>;
  /** What is told first, where the recording goes on after somebody else. */
  readonly begin?: string | undefined;
}

export interface EndedRecording {
  /** `undefined`: it goes on in another process, or was ended by one. */
  readonly reason: RecordingEnd | undefined;
  readonly exitCode: number | undefined;
  readonly bytes: number;
  readonly durationMs: number;
  /** Why it could not be written, where that is the reason. */
  readonly error: unknown;
}

type Item =
  | { readonly at: number; readonly type: 'paint'; readonly snapshot: PaneSnapshot }
  | { readonly at: number; readonly type: 'print'; readonly data: Buffer }
  | { readonly at: number; readonly type: 'event'; readonly event: CastEvent };

/**
 * Writes down what one pane shows, in order. Nothing is written before it was looked at for secrets, and for that the
 * pane is asked once for all that came meanwhile.
 */
export class PaneRecording {
  readonly #over = deferred<EndedRecording>();
  /** Resolves when the file is closed. */
  readonly ended = this.#over.promise;
  readonly #options: PaneRecordingOptions;
  #queue: Item[] = [];
  #writing: Promise<void> | undefined;
  #writer: CastWriter | undefined;
  #pane: PaintedPane | undefined;
  #last = 0;
  #ending: Promise<void> | undefined;
  #failure: unknown;
  #queuedBytes = 0;
  #dropping = false;
  #hold: ExitHold | undefined;
  #finishing: Promise<void> | undefined;
  #onPainted: (() => void) | undefined;

  constructor(options: PaneRecordingOptions) {
    this.#options = options;
  }

  /** Resolves when the first picture is in the file, and nothing is missed any more. */
  async start(): Promise<{ readonly width: number; readonly height: number }> {
    if (this.#options.begin !== undefined) this.mark(this.#options.begin);
    const size = await new Promise<PaneSnapshot['screen']>((resolve, reject) => {
      followPainted(this.#options.pane, {
        painted: (snapshot) => {
          this.#dropping = false;
          this.#add({ at: this.#at(), type: 'paint', snapshot });
          this.#onPainted?.();
          resolve(snapshot.screen);
        },
        output: (data) => this.#print(data),
        gap: (reason) => this.mark(`Output is missing here: ${GAPS[reason]}`),
        closed: (reason) => {
          reject(this.#closedError(reason));
          // A client that is closed by its owner says nothing about the pane.
          if (reason === 'closed') void this.#end(undefined);
          else this.#endWithout('pane-gone');
        },
        ...(!this.#options.endsWithRun && { dead: () => this.#finish() }),
      }).then((pane) => {
        this.#pane = pane;
        if (this.#ending !== undefined) pane.stop();
      }, reject);
    });
    await this.#written();
    if (this.#failure) throw this.#failure;
    if (!this.#options.endsWithRun) await this.#keepPane();
    return size;
  }

  /** Writes a marker at this moment. */
  mark(label: string): void {
    const at = this.#at();
    this.#add({ at, type: 'event', event: { at, type: 'marker', label } });
  }

  /** Writes what was typed. */
  typed(data: string): void {
    const at = this.#at();
    this.#add({ at, type: 'event', event: { at, type: 'input', data } });
  }

  get full(): boolean {
    return this.#writer?.full ?? false;
  }

  /** Resolves when all that the pane had printed up to now is on its way into the file: whatever anybody saw of it. */
  async settle(): Promise<void> {
    await this.#pane?.settle();
  }

  /** The program ended: all that it printed, and then this, are the last things in the file. */
  async exited(exitCode: number): Promise<void> {
    await this.settle();
    await this.#end('exited', exitCode);
  }

  /** Ends it with all that the pane had printed up to now; what may be the begin of a secret is not written. */
  async stop(): Promise<void> {
    await this.settle();
    await this.#end('stopped');
  }

  /** Ends it as it is, because it could not begin. */
  async abandon(): Promise<void> {
    await this.#end('failed');
  }

  /** Closes the file behind all that the pane had printed up to now, so that another process can continue it. */
  async release(): Promise<void> {
    await this.settle();
    await this.#end(undefined);
  }

  #at(): number {
    this.#last = Math.max(this.#last, (this.#options.now() - this.#options.startedAt) / 1000);
    return this.#last;
  }

  /** Where a pane prints faster than a disk can write, a picture takes the place of what was between. */
  #print(data: Buffer): void {
    if (this.#dropping) return;
    if (this.#queuedBytes + data.length > MOST_QUEUED) {
      this.#dropping = true;
      this.mark(`Output is missing here: ${GAPS['slow-reader']}`);
      void this.#written().then(() => this.#pane?.repaint());
      return;
    }
    this.#queuedBytes += data.length;
    this.#add({ at: this.#at(), type: 'print', data });
  }

  #add(item: Item): void {
    if (this.#ending !== undefined) return;
    this.#queue.push(item);
    this.#writing ??= this.#writeAll();
  }

  /** Looks once more before it ends, in the same moment: what came since would wait for the next item. */
  async #writeAll(): Promise<void> {
    do await this.#write();
    while (this.#canWrite && !this.#failure);
    this.#writing = undefined;
  }

  /** Before the first picture nobody knows how large the terminal is: what comes before it waits. */
  get #canWrite(): boolean {
    return this.#queue.length > 0 && (!!this.#writer || this.#queue.some(({ type }) => type === 'paint'));
  }

  async #written(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      while (this.#canWrite) {
        const items = this.#queue.splice(0);
        this.#queuedBytes = 0;
        if (!(await this.#options.refresh())) return void this.#end(undefined);
        const events = items.flatMap((item) => this.#eventsOf(item));
        const size = items.find((item) => item.type === 'paint')?.snapshot.screen;
        if (size) this.#writer ??= await this.#options.openFile({ width: size.width, height: size.height });
        await this.#writer?.append(events);
      }
      if (this.full) this.#endWithout('full');
    } catch (error) {
      this.#failure = error;
      void this.#end('failed');
    }
  }

  /** A run has a wrapper that keeps its pane open; any other program takes its pane, and what was not read, along. */
  async #keepPane(): Promise<void> {
    const hold = await ExitHold.take(this.#options.pane, () => this.#finish()).catch(() => undefined);
    this.#hold = hold;
    if (this.#ending !== undefined) await hold?.release();
  }

  /** Somewhere a program has ended. If it was the one in this pane, a last picture has all that tmux did not send of it. */
  #finish(): void {
    this.#finishing ??= this.#finishDead()
      .catch(() => {})
      .finally(() => {
        this.#finishing = undefined;
      });
  }

  async #finishDead(): Promise<void> {
    if (this.#ending !== undefined || !(await this.#options.pane.info()).dead) return;
    const painted = deferred();
    this.#onPainted = painted.resolve;
    this.#pane?.repaint();
    await Promise.race([painted.promise, this.ended]);
    await this.#end('pane-gone');
  }

  #endWithout(reason: RecordingEnd): void {
    if (!this.#options.endsWithRun) void this.#end(reason);
  }

  #eventsOf(item: Item): CastEvent[] {
    const { output } = this.#options;
    const { at } = item;
    if (item.type === 'paint') return output.painted(item.snapshot, at);
    if (item.type === 'print') return output.printed(item.data, at);
    return [item.event.type === 'marker' ? output.marked(item.event.label, at) : item.event];
  }

  #end(reason: RecordingEnd | undefined, exitCode?: number): Promise<void> {
    this.#ending ??= this.#close(reason, exitCode);
    return this.#ending;
  }

  async #close(reason: RecordingEnd | undefined, exitCode: number | undefined): Promise<void> {
    const at = this.#at();
    this.#pane?.stop();
    // What was printed before this moment is still to be written.
    await this.#written();
    const writer = this.#writer;
    const isOver = reason === 'exited' || reason === 'pane-gone';
    const last: CastEvent[] = isOver && !this.#failure ? this.#options.output.rest(at) : [];
    if (exitCode !== undefined) {
      if (writer?.header.format === 'v3') last.push({ at, type: 'marker', label: `exit ${exitCode}` });
      last.push({ at, type: 'exit', code: exitCode });
    }
    try {
      await writer?.append(last);
      await writer?.close();
    } catch (error) {
      this.#failure ??= error;
    }
    await this.#hold?.release();
    const bytes = writer?.bytes ?? 0;
    this.#over.resolve({ reason, exitCode, bytes, durationMs: at * 1000, error: this.#failure });
  }

  #closedError(reason: PaneCloseReason): MuxError {
    const { id, tmux } = this.#options.pane;
    if (reason !== 'closed') return missing('PANE_NOT_FOUND', 'pane', id, tmux.place);
    return new MuxError('CLOSED', `The connection to ${tmux.place} was closed.`);
  }
}

/** Bytes of output that wait to be written. */
const MOST_QUEUED = 16 * 1024 * 1024;

const GAPS = {
  'flow-control': 'it came faster than it could be read',
  'slow-reader': 'it came faster than it could be written',
  reconnected: 'the connection to tmux broke',
  moved: 'the pane went to another session',
} as const;
