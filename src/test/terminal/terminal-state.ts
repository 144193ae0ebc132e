import { basename } from 'node:path';
import type { Host } from '../../hosts/index.js';
import { MuxError } from '../../model/index.js';
import type { StyledScreen } from '../../screen/index.js';
import { captureText, type Pane, type Session } from '../../tmux/index.js';
import { styledRows } from '../../vt/index.js';
import { ScreenGrid } from '../locators/screen-grid.js';
import type { TerminalTrace } from '../trace/terminal-trace.js';
import type { TestTrace } from '../trace/test-trace.js';
import { ActionRecord } from './action-record.js';
import { HiddenValues } from './hidden-values.js';
import type { KernelWatch } from './kernel-watch.js';
import { newCells } from './new-cells.js';
import type { OutputTap, TerminalFeed } from './terminal-feed.js';

/** A program in a terminal, with what it takes to follow it. */
export interface RunningProgram {
  readonly command: readonly string[];
  /** Of its session, and of its home. */
  readonly name: string;
  readonly host: Host;
  readonly session: Session;
  readonly pane: Pane;
  readonly feed: TerminalFeed;
  readonly kernel: KernelWatch;
}

export interface TerminalTimes {
  readonly timeoutMs: number;
  /** 0: a wait is never given up before its time. */
  readonly patienceMs: number;
}

/** What a terminal of a test knows of itself: shared by its actions, its locators and the matchers. */
export class TerminalState {
  readonly times: TerminalTimes;
  readonly record: ActionRecord;
  /** Where what happens is kept, if a trace may be wanted. */
  readonly trace: TerminalTrace | undefined;
  readonly hidden: HiddenValues;
  /** What expectations have failed that do not end the test. */
  readonly softFailures: Error[] = [];
  /** What the screen showed at the last action. */
  screenAtAction: StyledScreen | undefined;
  /** Whether it is closed, or being closed. */
  isClosed = false;
  /** How many actions are under way. */
  acting = 0;
  /** Gets what programs print that are started from now on. */
  tap: OutputTap | undefined;
  #program: RunningProgram | undefined;
  #lastScreen: StyledScreen | undefined;

  /** @param test whose trace this is a part of */
  constructor(times: TerminalTimes, test?: TestTrace) {
    this.times = times;
    this.hidden = new HiddenValues();
    this.trace = test?.terminal(this.hidden);
    this.record = new ActionRecord(this.trace);
  }

  get started(): RunningProgram | undefined {
    return this.#program;
  }

  get program(): RunningProgram {
    if (this.#program) return this.#program;
    throw new MuxError('INVALID_ARGUMENT', 'No program has been started in this terminal.', {
      suggestion: "Start one with terminal.run(['program', 'argument']).",
    });
  }

  start(program: RunningProgram): void {
    this.#program = program;
    this.screenAtAction = undefined;
    this.#lastScreen = undefined;
  }

  /** What is shown now; of a pane that is gone, what it showed last. */
  async screen(): Promise<StyledScreen> {
    const { feed } = this.program;
    try {
      this.#lastScreen = await feed.screen();
      this.trace?.seen(this.#lastScreen);
    } catch (error) {
      if (!feed.closed || !this.#lastScreen) throw error;
    }
    return this.#lastScreen;
  }

  /** What locators look at. */
  grid(screen: StyledScreen): ScreenGrid {
    const before = this.screenAtAction;
    return new ScreenGrid(
      screen,
      before && newCells(before, screen),
      basename(this.program.command[0] ?? ''),
    );
  }

  /** The same with all rows that have scrolled off, which come first. */
  async gridWithHistory(screen: StyledScreen): Promise<ScreenGrid> {
    const capture = await this.program.pane.capture({ history: 'all', ansi: true, untrimmed: true });
    const rows = styledRows(captureText(Buffer.from(capture), { untrimmed: true }));
    const texts = rows.map((row) =>
      row
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    );
    const all = { ...screen, height: rows.length, styledRows: rows, rows: texts, lines: texts };
    return new ScreenGrid({ ...all, lineOfRow: rows.map((_, row) => row) });
  }
}
