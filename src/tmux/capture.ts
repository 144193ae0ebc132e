import { dropTrailingBlank, joinWrapped, type Screen, type StyledScreen } from '../screen/index.js';
import { rowText, styledRows } from '../vt/index.js';
import type { Command } from './quote.js';
import { parseRecord, type RecordFields, recordFormat } from './record-format.js';

export interface CaptureOptions {
  /**
   * Lines of history before the visible ones, or all there are.
   * @default 0
   */
  readonly history?: number | 'all';
  /** With the escape sequences for colours and attributes. */
  readonly ansi?: boolean;
  /** With lines put together that the terminal wrapped. */
  readonly joined?: boolean;
  /** With the unused rows at the end, and the spaces at the end of lines. */
  readonly untrimmed?: boolean;
}

export function captureCommand(pane: string, options: CaptureOptions = {}): Command {
  const flags: string[] = [];
  if (options.history === 'all') flags.push('-S', '-');
  else if (options.history) flags.push('-S', String(-options.history));
  if (options.ansi) flags.push('-e');
  if (options.joined) flags.push('-J');
  if (options.untrimmed) flags.push('-N');
  return ['capture-pane', '-p', '-t', pane, ...flags];
}

/** What tmux printed for a capture, each line with its newline; an empty pane gives the empty string. */
export function captureText(body: Buffer, options: CaptureOptions): string {
  const text = body.toString();
  if (options.untrimmed) return text;
  const lines = dropTrailingBlank(text.split('\n').map((line) => (options.ansi ? line : line.trimEnd())));
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** Everything about one moment of a pane: its rows, the same joined, and its state, as one group. */
export function screenCommands(pane: string, options: Pick<CaptureOptions, 'ansi'> = {}): Command[] {
  return [
    captureCommand(pane, { ...options, untrimmed: true }),
    captureCommand(pane, { ...options, joined: true }),
    stateCommand(pane),
  ];
}

/** The state alone. Where it reads as before and nothing was printed, the screen shows what it showed. */
export function stateCommand(pane: string): Command {
  return ['display-message', '-p', '-t', pane, recordFormat(SCREEN)];
}

export function parseScreen([rowsBody, joinedBody, stateBody]: readonly Buffer[]): ScreenOfPane<Screen> {
  return screenOf(splitLines(rowsBody), splitLines(joinedBody), stateBody);
}

/** The answers to `screenCommands` with `ansi`. */
export function parseStyledScreen([
  rowsBody,
  joinedBody,
  stateBody,
]: readonly Buffer[]): ScreenOfPane<StyledScreen> {
  const styled = styledRows((rowsBody ?? Buffer.alloc(0)).toString());
  const joined = styledRows((joinedBody ?? Buffer.alloc(0)).toString());
  return { ...screenOf(styled.map(rowText), joined.map(rowText), stateBody), styledRows: styled };
}

type ScreenOfPane<Kind extends Screen> = Kind & { readonly paneId: string };

function screenOf(
  rows: readonly string[],
  joined: readonly string[],
  stateBody: Buffer | undefined,
): ScreenOfPane<Screen> {
  const state = parseRecord(SCREEN, stateBody ?? Buffer.alloc(0));
  const { lines, lineOfRow } = joinWrapped(rows, joined);
  return {
    paneId: state.paneId,
    width: Number(state.width),
    height: Number(state.height),
    historySize: Number(state.historySize),
    rows: rows.map((row) => row.trimEnd()),
    lines,
    lineOfRow,
    cursor: { x: Number(state.cursorX), y: Number(state.cursorY), visible: state.cursorVisible === '1' },
    title: state.title,
    alternate: state.alternate === '1',
    inMode: Number(state.inMode) > 0,
    dead: state.dead === '1',
  };
}

const SCREEN = {
  paneId: 'pane_id',
  width: 'pane_width',
  height: 'pane_height',
  historySize: 'history_size',
  cursorX: 'cursor_x',
  cursorY: 'cursor_y',
  cursorVisible: 'cursor_flag',
  title: 'pane_title',
  alternate: 'alternate_on',
  inMode: 'pane_in_mode',
  dead: 'pane_dead',
} as const satisfies RecordFields;

function splitLines(body: Buffer | undefined): string[] {
  const text = (body ?? Buffer.alloc(0)).toString();
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
