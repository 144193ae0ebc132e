import type { AgentScreen, ConversationRules } from '../panes/index.js';
import type { Menu, StyledScreen } from '../screen/index.js';
import {
  classifyRow,
  isBlank,
  ruleOfRow,
  type ScreenRow,
  screenRow,
  type TranscriptRow,
} from './transcript-row.js';

/** What one look at a pane shows of a conversation, without everything around it. */
export interface ConversationFrame {
  readonly rows: readonly TranscriptRow[];
  /** For each of `rows`, its row on the screen; negative in the history. */
  readonly places: readonly number[];
  /** Whether the first row is where the conversation begins. */
  readonly fromStart: boolean;
  /** Whether it is certain that the last row is where the conversation ends, for now. */
  readonly toEnd: boolean;
  /** Whether a person has scrolled up, so that what is new is not to be seen. */
  readonly scrolled: boolean;
}

export interface FrameSource {
  readonly screen: StyledScreen;
  readonly agent: AgentScreen;
  /** Rows above the screen, the oldest first; none for the alternate screen. */
  readonly history: readonly ScreenRow[];
  /** Whether `history` is all there is. */
  readonly wholeHistory: boolean;
}

/** Cuts the conversation out of a screen: no banner, no input box, no footer, no spinner, no dialog. */
export function conversationFrame(source: FrameSource, rules: ConversationRules): ConversationFrame {
  const { screen, history } = source;
  const visible = screenRows(screen);
  const end = bottomOf(visible, source, rules);
  const classified = [...history, ...visible.slice(0, end)].map((row) =>
    classifyRow(row, screen.width, rules),
  );
  if (screen.alternate && isRepeatedPrompt(classified, rules)) classified[0] = undefined;
  const start = classified.findLastIndex((row) => row?.kind === 'start');
  const first = Math.max(start, 0);
  const bannerEnd = start < 0 ? 0 : endOfBanner(classified, start);
  const rows: TranscriptRow[] = [];
  const places: number[] = [];
  classified.forEach((row, index) => {
    if (!row || index < first || (index > first && index < bannerEnd)) return;
    rows.push(row);
    places.push(index - history.length);
  });
  const blanks = trailingBlanks(rows);
  return {
    rows: rows.slice(0, rows.length - blanks),
    places,
    fromStart: start >= 0 || (!screen.alternate && source.wholeHistory),
    toEnd: !screen.alternate || blanks >= FREE_ROWS,
    scrolled: visible.some((row) => ruleOfRow(row, rules.scrolled) !== undefined),
  };
}

/** So much room under the last message means that nothing is hidden below it. */
const FREE_ROWS = 3;

/** The rows of a screen with what is known about each. */
function screenRows({ styledRows, lineOfRow, width }: StyledScreen): ScreenRow[] {
  return styledRows.map((runs, row) => screenRow(runs, lineOfRow[row] === lineOfRow[row + 1], width));
}

/** The row from which on the screen has no more conversation. */
function bottomOf(visible: readonly ScreenRow[], source: FrameSource, rules: ConversationRules): number {
  const { input, menu } = source.agent;
  let end = visible.length;
  visible.some((row, index) => {
    const rule = ruleOfRow(row, rules.bottom);
    if (rule) end = Math.max(0, index - (rule.above ?? 0));
    return rule !== undefined;
  });
  return Math.min(end, input?.firstRow ?? end, menu ? topOfMenu(menu, visible) : end);
}

/** The row of the question above the choices. */
function topOfMenu({ title, options }: Menu, visible: readonly ScreenRow[]): number {
  const first = options[0]?.row ?? visible.length;
  const words = title.split('\n')[0]?.slice(0, 20) ?? '';
  if (words === '') return first;
  const asked = visible.findLastIndex(({ text }, index) => index < first && text.includes(words));
  return asked < 0 ? first : asked;
}

/** A program may repeat the prompt in its top row while its answer is longer than the screen. */
function isRepeatedPrompt(rows: readonly (TranscriptRow | undefined)[], rules: ConversationRules): boolean {
  const [top, next] = rows;
  if (top?.kind !== 'user' || !next || next.shaded) return false;
  return rules.padded || !isBlank(next);
}

function endOfBanner(rows: readonly (TranscriptRow | undefined)[], start: number): number {
  const blank = rows.findIndex((row, index) => index > start && row !== undefined && isBlank(row));
  return blank < 0 ? rows.length : blank;
}

function trailingBlanks(rows: readonly TranscriptRow[]): number {
  const last = rows.findLastIndex((row) => !isBlank(row));
  return rows.length - 1 - last;
}
