import type { ScreenPaint } from '../screen/index.js';
import type { TerminalModes } from '../vt/index.js';
import { parseStyledScreen, screenCommands } from './capture.js';
import type { Command } from './quote.js';
import { parseRecord, type RecordFields, recordFormat } from './record-format.js';

/** A pane at one moment of its stream: what a terminal needs that goes on from there. */
export interface PaneSnapshot extends ScreenPaint {
  readonly paneId: string;
  /** The begin of an escape sequence whose end has not come. */
  readonly unfinished: string;
}

/** What tmux is asked for it, as one group. */
export function snapshotCommands(pane: string): Command[] {
  // Quiet: where no full-screen program has the screen, there is nothing beneath.
  const beneath = (flag: string): Command => ['capture-pane', '-p', '-q', '-a', '-e', flag, '-t', pane];
  return [
    ...screenCommands(pane, { ansi: true }),
    beneath('-N'),
    beneath('-J'),
    ['capture-pane', '-p', '-P', '-C', '-t', pane],
    ['display-message', '-p', '-t', pane, recordFormat(MODES)],
  ];
}

export function parseSnapshot(bodies: readonly Buffer[]): PaneSnapshot {
  const [, , state, beneathRows, beneathJoined, unfinished, modesBody] = bodies;
  const pane = parseStyledScreen(bodies.slice(0, 3));
  const { paneId, ...screen } = pane;
  const modes = parseRecord(MODES, modesBody ?? Buffer.alloc(0));
  const covered = screen.alternate
    ? parseStyledScreen([beneathRows ?? EMPTY, beneathJoined ?? EMPTY, state ?? EMPTY])
    : undefined;
  return {
    paneId,
    screen,
    beneath: covered && {
      ...covered,
      cursor: { x: place(modes.savedX), y: place(modes.savedY), visible: true },
      alternate: false,
    },
    modes: toModes(modes),
    unfinished: unescaped((unfinished ?? EMPTY).toString('latin1')),
  };
}

const EMPTY = Buffer.alloc(0);

const MODES = {
  insert: 'insert_flag',
  wrap: 'wrap_flag',
  bracketedPaste: 'bracket_paste_flag',
  origin: 'origin_flag',
  cursorKeys: 'keypad_cursor_flag',
  keypad: 'keypad_flag',
  standard: 'mouse_standard_flag',
  button: 'mouse_button_flag',
  all: 'mouse_all_flag',
  utf8: 'mouse_utf8_flag',
  sgr: 'mouse_sgr_flag',
  upper: 'scroll_region_upper',
  lower: 'scroll_region_lower',
  savedX: 'alternate_saved_x',
  savedY: 'alternate_saved_y',
} as const satisfies RecordFields;

function toModes(record: Readonly<Record<keyof typeof MODES, string>>): TerminalModes {
  const mouse = [
    ['standard', 1000],
    ['button', 1002],
    ['all', 1003],
    ['utf8', 1005],
    ['sgr', 1006],
  ] as const;
  return {
    insert: record.insert === '1',
    wrap: record.wrap === '1',
    bracketedPaste: record.bracketedPaste === '' ? undefined : record.bracketedPaste === '1',
    origin: record.origin === '1',
    applicationCursor: record.cursorKeys === '1',
    applicationKeypad: record.keypad === '1',
    mouse: mouse.flatMap(([flag, mode]) => (record[flag] === '1' ? [mode] : [])),
    region: [Number(record.upper), Number(record.lower)],
  };
}

/** tmux says so where no cursor was saved. */
function place(text: string): number {
  const number = Number(text);
  return Number.isInteger(number) && number < 10_000 ? number : 0;
}

/** `-C` writes what is not printable as `\ooo`: a newline would end the line. */
function unescaped(text: string): string {
  const bytes = text
    .replace(/\n$/, '')
    .replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
  return Buffer.from(bytes, 'latin1').toString();
}
