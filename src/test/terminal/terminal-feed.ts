import { PatientTimer } from '../../model/index.js';
import { observerOf, type PaneObserver } from '../../panes/index.js';
import type { StyledScreen } from '../../screen/index.js';
import type { Pane, PaneCloseReason, PaneFeed } from '../../tmux/index.js';
import type { TerminalTrace } from '../trace/terminal-trace.js';
import type { ProgramExit, Wake } from './finding.js';
import { openTerminals } from './open-terminals.js';
import { type ProgramNote, ProgramNotes } from './program-notes.js';

export type { ProgramExit, Wake };

/** Gets all that a program prints, from its first byte on. */
export interface OutputTap {
  output(data: Buffer): void;
  gap(): void;
}

/** All that happens to one terminal: counts it, and wakes those that wait for the next thing. */
export class TerminalFeed {
  /** Counts what may have changed the screen. */
  changes = 0;
  lastWake: Wake = 'start';
  /** When the last output came, on the clock of `performance`. */
  lastOutputAt = performance.now();
  started = false;
  refused: Extract<ProgramNote, { kind: 'refused' }>['why'] | undefined;
  exit: ProgramExit | undefined;
  closed: PaneCloseReason | undefined;
  readonly #observer: PaneObserver;
  readonly #trace: TerminalTrace | undefined;
  readonly #tap: OutputTap | undefined;
  readonly #notes: ProgramNotes;
  readonly #waiting = new Set<() => void>();
  readonly #onOutput = new Set<() => void>();
  #feed: PaneFeed | undefined;

  constructor(pane: Pane, nonce: string, trace?: TerminalTrace, tap?: OutputTap) {
    this.#trace = trace;
    this.#tap = tap;
    this.#observer = observerOf(pane);
    this.#notes = new ProgramNotes(nonce);
  }

  async open(): Promise<this> {
    this.#feed = await this.#observer.listen({
      output: (data) => this.#output(data),
      gap: () => {
        this.#tap?.gap();
        this.#happened('gap');
      },
      resized: () => this.#happened('resize'),
      dead: () => this.#end(undefined),
      closed: (reason) => {
        this.closed = reason;
        this.#end(undefined);
      },
    });
    return this;
  }

  /** What is shown, with all output in it that has come up to now. */
  screen(): Promise<StyledScreen> {
    return this.#observer.screen();
  }

  /** Calls back once, at the next output. */
  onNextOutput(listener: () => void): void {
    this.#onOutput.add(listener);
  }

  /** Resolves with what has changed since `changes` had that value; `undefined` where nothing has for so long. */
  async next(since: number, withinMs: number): Promise<Wake | undefined> {
    if (this.changes !== since) return this.lastWake;
    if (withinMs <= 0) return undefined;
    let wake = (): void => {};
    let timer: PatientTimer | undefined;
    try {
      await new Promise<void>((resolve) => {
        wake = resolve;
        this.#waiting.add(wake);
        if (Number.isFinite(withinMs)) timer = new PatientTimer(withinMs, resolve);
      });
    } finally {
      timer?.[Symbol.dispose]();
      this.#waiting.delete(wake);
    }
    return this.changes === since ? undefined : this.lastWake;
  }

  close(): void {
    this.#feed?.close();
    this.#end(undefined);
  }

  #output(data: Buffer): void {
    this.lastOutputAt = performance.now();
    this.#trace?.printed(data);
    this.#tap?.output(data);
    for (const note of this.#notes.read(data)) this.#note(note);
    for (const listener of this.#onOutput) listener();
    this.#onOutput.clear();
    this.#happened(this.exit ? 'exit' : 'output');
  }

  #note(note: ProgramNote): void {
    if (note.kind === 'started') this.started = true;
    else if (note.kind === 'refused') this.refused = note.why;
    else this.#exit({ code: note.code });
  }

  #exit(exit: ProgramExit): void {
    if (this.exit) return;
    this.exit = exit;
    this.#trace?.exited(exit);
  }

  #end(code: number | undefined): void {
    this.#exit({ code });
    this.#happened('exit');
  }

  #happened(wake: Wake): void {
    this.changes++;
    openTerminals.happened();
    this.lastWake = wake;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
