import type { ConversationRules, RowRule } from '../panes/index.js';
import { isMutedStyle } from '../screen/index.js';
import { columnWidth, rowText, type StyledRun, type TextStyle } from '../vt/index.js';

/**
 * What a row is in a conversation: the banner, the first row of a message, what a tool gave back, the end of a turn,
 * a further row of a message (`text`), something that belongs to nobody (`other`), or the place where rows were
 * missed (`gap`).
 */
export type RowKind = 'start' | 'user' | 'agent' | 'tool' | 'output' | 'end' | 'text' | 'other' | 'gap';

/** One row of what was said, read off the screen. */
export interface TranscriptRow {
  readonly kind: RowKind;
  /** What stands in front of the text: the marker of a message, or indentation. */
  readonly marker: string;
  /** Without the spaces at its end, except where the terminal wrapped it. */
  readonly text: string;
  /** Columns that the program could use for marker and text. */
  readonly width: number;
  /** Set where it is certain what joins it with the next row: the terminal wrapped it, or it was cut. */
  readonly joint: '' | ' ' | undefined;
  readonly muted: boolean;
  readonly shaded: boolean;
}

/** A row of the screen, before anybody knows what it is. */
export interface ScreenRow {
  readonly text: string;
  readonly runs: readonly StyledRun[];
  /** Whether the terminal wrapped it: the next row continues it, perhaps in the middle of a word. */
  readonly wraps: boolean;
}

/**
 * A row of the screen.
 *
 * @param wrapped whether tmux takes it for wrapped, which it also does where a program has painted something shorter
 * over a row that once was
 */
export function screenRow(runs: readonly StyledRun[], wrapped: boolean, width: number): ScreenRow {
  const text = rowText(runs);
  const written = text.trimEnd();
  const wraps = wrapped && columnWidth(written) >= width - 1;
  return { text: wraps ? text : written, runs, wraps };
}

/** What a row is by the rules of a program; `undefined` for chrome. */
export function classifyRow(
  row: ScreenRow,
  width: number,
  rules: ConversationRules,
): TranscriptRow | undefined {
  const { text } = row;
  const look = lookOf(row.runs);
  const make = (kind: RowKind, marker: string): TranscriptRow => ({
    kind,
    marker,
    text: text.slice(marker.length),
    width: Math.max(1, width - rules.margin),
    joint: row.wraps ? '' : undefined,
    muted: look.muted,
    shaded: look.shaded,
  });
  if (text === '') return make('text', '');
  const marker = (list: readonly RowRule[]): string | undefined => match(text, look, list);
  if (marker(rules.chrome) !== undefined) return undefined;
  for (const kind of ['start', 'end'] as const) if (marker(rules[kind]) !== undefined) return make(kind, '');
  for (const kind of ['tool', 'user', 'agent'] as const) {
    const found = marker(rules[kind]);
    if (found !== undefined) return make(kind, found);
  }
  const output = marker(rules.toolOutput);
  if (output !== undefined) return make('output', output);
  if (!rules.continuation.test(text)) return make('other', '');
  return make('text', /^ */u.exec(text.slice(0, rules.indent))?.[0] ?? '');
}

/** The first of the rules that a row fits. */
export function ruleOfRow(row: ScreenRow, rules: readonly RowRule[]): RowRule | undefined {
  if (rules.length === 0) return undefined;
  const look = lookOf(row.runs);
  return rules.find((rule) => match(row.text.trimEnd(), look, [rule]) !== undefined);
}

/** What stands in a text where something is missing. */
export const GAP_TEXT = '[…]';

/** The place where rows were missed. */
export function gapRow(): TranscriptRow {
  return { ...NOTHING, kind: 'gap', text: GAP_TEXT };
}

/** Ends the message above it. */
export function breakRow(): TranscriptRow {
  return { ...NOTHING, kind: 'other' };
}

const NOTHING = { marker: '', text: '', width: 0, joint: undefined, muted: false, shaded: false } as const;

export function isBlank(row: TranscriptRow): boolean {
  return row.kind === 'text' && row.text.trim() === '';
}

interface RowLook {
  readonly first: TextStyle | undefined;
  readonly muted: boolean;
  readonly shaded: boolean;
}

function lookOf(runs: readonly StyledRun[]): RowLook {
  const written = runs.filter(({ text }) => text.trim() !== '');
  return {
    first: written[0],
    muted: written.length > 0 && written.every(isMutedStyle),
    shaded: runs[0]?.background !== undefined,
  };
}

/** The part of the row that a rule matches. */
function match(text: string, look: RowLook, rules: readonly RowRule[]): string | undefined {
  for (const { pattern, dim, bold, colour, muted, shaded } of rules) {
    if (dim !== undefined && look.first?.dim !== dim) continue;
    if (bold !== undefined && look.first?.bold !== bold) continue;
    if (colour !== undefined && look.first?.foreground !== colour) continue;
    if (muted !== undefined && look.muted !== muted) continue;
    if (shaded !== undefined && look.shaded !== shaded) continue;
    const found = pattern.exec(text);
    if (found) return found[0];
  }
  return undefined;
}
