import type { LogEntry } from '../../recorder/index.js';
import { emptyScreen, ScreenModel, type ScreenState } from '../../vt/index.js';
import { fingerprint, type ReadState } from './read-state.js';

/** Lines with their numbers: that of the first, and behind it one more each. */
export interface NumberedLines {
  readonly first: number;
  readonly lines: readonly string[];
}

export interface TranscriptView extends NumberedLines {
  /** How many lines from the first on were cleared away. */
  readonly cleared: number;
  readonly cursor: { readonly x: number; readonly y: number };
}

/** The lines of a pane, as far as its log was followed. */
export class PaneTranscript {
  /** Where in the log this is. */
  position: number;
  /** Which state of the pane this is, as the pane names it. */
  version = '';
  /** Whether all lines that the log still has are here. */
  whole: boolean;
  readonly #terminal: ScreenModel;
  /** Lines that have left the screen; the last of them has the number `terminal.settled`. */
  #lines: string[] = [];

  constructor(position: number, terminal: ScreenState) {
    this.position = position;
    this.whole = position === 0;
    this.#terminal = new ScreenModel(terminal, LOG);
    this.#terminal.onSettled = (line) => this.#lines.push(line);
  }

  /** Goes on from what was kept with the pane; without that, from the beginning of the log. */
  static from(state: ReadState | undefined, width: number, height: number): PaneTranscript {
    const transcript = new PaneTranscript(
      state?.position ?? 0,
      state?.terminal ?? emptyScreen(width, height),
    );
    transcript.#terminal.resize(width, height);
    return transcript;
  }

  get terminal(): ScreenState {
    return this.#terminal.state;
  }

  /** How many lines of the pane are not here, but may still be in the log. */
  get missing(): number {
    return this.whole ? 0 : Math.max(0, this.#terminal.settled - this.#terminal.cleared - this.#lines.length);
  }

  resize(width: number, height: number): void {
    this.#terminal.resize(width, height);
  }

  /** Takes whole lines of the log. */
  feed(entries: readonly Pick<LogEntry, 'text' | 'end'>[]): void {
    for (const { text, end } of entries) {
      this.#terminal.feed(`${text}\n`);
      this.position = end;
    }
  }

  /** Goes on behind a part of the log that is gone. */
  skip(): void {
    this.#terminal.feed(`${CANCEL}${MISSING_LINE}\n`);
  }

  /** Puts lines that were read from the log again, up to the same place, before those that are here. */
  recall(again: readonly string[], whole: boolean): void {
    const older = again.slice(0, Math.max(0, again.length - this.#lines.length));
    const wanted = this.#terminal.settled - this.#lines.length;
    if (wanted > 0) this.#lines = [...older.slice(-wanted), ...this.#lines];
    this.whole = whole;
  }

  /** Forgets the oldest lines. */
  keep(count: number): void {
    if (this.#lines.length <= count) return;
    this.#lines = this.#lines.slice(-count);
    this.whole = false;
  }

  /** All lines that are here with the one that has not ended, and where the cursor is behind it. */
  view(unfinished: string): TranscriptView {
    const terminal = new ScreenModel(this.#terminal.state, LOG);
    const lines = [...this.#lines];
    terminal.onSettled = (line) => lines.push(line);
    terminal.feed(unfinished);
    const first = terminal.settled - lines.length + 1;
    lines.push(...terminal.liveLines());
    return { first, lines, cleared: terminal.cleared, cursor: terminal.cursor };
  }

  /** What is kept with the pane after everything in a view was read. */
  readState({ first, lines }: NumberedLines, screen: string, timestamp: string): ReadState {
    const { state } = this.#terminal;
    const live = lines.slice(state.settled - first + 1);
    return {
      position: this.position,
      terminal: state,
      lastLineRead: first + lines.length - 1,
      seen: live.map(fingerprint),
      lastText: lines.at(-1) ?? '',
      screen,
      timestamp,
    };
  }
}

/** Lines of a log have lost their CR; and what was drawn on the alternate screen leaves nothing behind. */
const LOG = Object.freeze({ newlines: true, skipsAlternate: true });

/** What was open before the gap does not go on. */
const CANCEL = '\x18';
const MISSING_LINE = '[muxwright: output is missing here, because more was printed than the log keeps]';

/** The lines that are new, or have changed, since a state was kept. Of one that only went on, its rest. */
export function newLines({ first, lines }: NumberedLines, before: ReadState | undefined): string[] {
  if (!before) return [...lines];
  const { settled } = before.terminal;
  const found: string[] = [];
  for (let number = Math.max(first, settled + 1); number < first + lines.length; number++) {
    if (number <= (before.sealed ?? 0)) continue;
    const text = lines[number - first] ?? '';
    if (number > before.lastLineRead) found.push(text);
    else if (fingerprint(text) !== before.seen[number - settled - 1]) {
      const goesOn = number === before.lastLineRead && text.startsWith(before.lastText);
      found.push(goesOn ? text.slice(before.lastText.length) : text);
    }
  }
  return found;
}
