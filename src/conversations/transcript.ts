import type { ConversationFrame } from './conversation-frame.js';
import { type PackedRows, packRows } from './packed-rows.js';
import { breakRow, gapRow, type TranscriptRow } from './transcript-row.js';
import {
  emptyState,
  type Fit,
  fitOf,
  type TranscriptState,
  withRows,
  withScreen,
} from './transcript-state.js';

const transcriptDefaults = Object.freeze({
  /** Rows that are kept; older ones are forgotten. */
  maxRows: 5_000,
});

export interface TranscriptOptions {
  /** @default 5000 */
  readonly maxRows?: number;
  /**
   * Whether the top of the screen may be a header that does not scroll.
   * @default false
   */
  readonly sticky?: boolean;
}

export interface FrameOptions {
  /** Whether the screen has stood still: only then is what it does not show any more taken back. */
  readonly settled: boolean;
  /** Whether the last message is still being written, so that what does not fit must be more of it. */
  readonly growing: boolean;
}

/**
 * The conversation so far, assembled from screens that scroll by. Each screen replaces everything from its start
 * position on, so that the next screen corrects rewritten text.
 */
export class Transcript {
  #state: TranscriptState = emptyState;
  /** How it was before screens that may have been half painted, the oldest first. */
  #before: readonly TranscriptState[] = [];
  /** Screens that do not fit to what is known, but to each other. */
  #aside: Transcript | undefined;
  #looks = 0;
  readonly #maxRows: number;
  readonly #sticky: boolean;

  constructor({ maxRows = transcriptDefaults.maxRows, sticky = false }: TranscriptOptions = {}) {
    this.#maxRows = maxRows;
    this.#sticky = sticky;
  }

  get rows(): readonly TranscriptRow[] {
    return this.#state.rows;
  }

  /** The rows without spaces. */
  get packed(): PackedRows {
    return this.#state.packed;
  }

  /** Whether the first row is where the conversation begins. */
  get fromStart(): boolean {
    return this.#state.fromStart;
  }

  /** How many rows were forgotten before the first one. */
  get forgotten(): number {
    return this.#state.forgotten;
  }

  /** Takes in a screen; `false` where it does not fit and nothing was taken. */
  add(frame: ConversationFrame, options: FrameOptions): boolean {
    const packed = packRows(frame.rows);
    if (packed.text === '') return true;
    if (this.#state.packed.text === '') {
      this.#state = withRows({ ...emptyState, fromStart: frame.fromStart }, 0, frame.rows, 0, this.#maxRows);
      return true;
    }
    const fit = this.#fit(frame, packed);
    if (!fit) return this.#addUnknown(frame, options);
    const { overlap, fresh, behind } = fit;
    const takenBack = options.settled && frame.toEnd;
    // The screen shows a part of what is known: somebody may have scrolled up.
    if (fresh === 0 && behind > 0 && !takenBack) return true;
    if (behind > fresh + MOST_REWRITTEN && !takenBack) return this.#addUnknown(frame, options);
    this.#aside = undefined;
    this.#before = !options.settled && behind > 0 ? [...this.#before, this.#state].slice(-MOST_BEFORE) : [];
    this.#state = withScreen(this.#state, overlap, frame, this.#maxRows);
    return true;
  }

  /** If the last screens were half painted, this one fits better to what was known before them. */
  #fit(frame: ConversationFrame, packed: PackedRows): Fit | undefined {
    const states = [...this.#before, this.#state];
    const fits = states.map((state) => fitOf(state, frame, packed, this.#sticky));
    const longest = Math.max(...fits.map((fit) => fit?.overlap.length ?? -1));
    const chosen = fits.findIndex((fit) => fit?.overlap.length === longest);
    if (chosen < 0) return undefined;
    this.#before = this.#before.slice(0, chosen);
    this.#state = states[chosen] ?? this.#state;
    return fits[chosen];
  }

  /**
   * Nothing of it is known: more was written than fits on a screen, or this is another conversation, or it is only
   * half painted. It is put aside until it has settled, or until further screens continue it.
   */
  #addUnknown(frame: ConversationFrame, options: FrameOptions): boolean {
    let aside = this.#aside;
    if (!aside?.add(frame, { settled: false, growing: true })) {
      aside = new Transcript({ maxRows: this.#maxRows, sticky: this.#sticky });
      aside.add(frame, { settled: false, growing: true });
    }
    aside.#looks++;
    this.#aside = aside;
    if (!options.settled && aside.#looks < BELIEVED_LOOKS) return false;
    const gap = options.growing ? [gapRow()] : [breakRow(), gapRow()];
    const near = this.#state.packed.text.length + 1 + aside.#state.near;
    const { rows } = this.#state;
    this.#state = withRows(this.#state, rows.length, [...gap, ...aside.rows], near, this.#maxRows);
    this.#aside = undefined;
    this.#before = [];
    return true;
  }
}

const MOST_BEFORE = 3;

/** This many screens in a row that continue each other are not a coincidence. */
const BELIEVED_LOOKS = 3;

/** A program that redraws its text, as when a table gets another row, changes no more than this. */
const MOST_REWRITTEN = 1_500;
