import { MuxError } from '../../model/index.js';
import type { Command, Pane } from '../../tmux/index.js';
import type { Receipt } from '../terminal/action-record.js';
import type { InputContext } from './keyboard.js';
import { type InputCommands, type InputOptions, type InputPlace, sendInput } from './send-input.js';

export type MouseButton = 'left' | 'middle' | 'right';

/** A column and a row, from 0. */
export type Point = readonly [column: number, row: number];

export interface MouseOptions extends InputOptions {
  /** Where on the screen; on a locator its middle. */
  readonly at?: Point;
}

export interface ClickOptions extends MouseOptions {
  /** @default 'left' */
  readonly button?: MouseButton;
}

export interface WheelOptions extends MouseOptions {
  /**
   * How many steps.
   * @default 1
   */
  readonly times?: number;
}

/** Presses and releases a button of the mouse. Fails with `MOUSE_OFF` where the program has not asked for the mouse. */
export async function clickMouse(context: InputContext, options: ClickOptions): Promise<Receipt> {
  const { button = 'left' } = options;
  const code = { left: 0, middle: 1, right: 2 }[button];
  return mouse(
    context,
    'click',
    button,
    options,
    (at, mode) => report(code, at, mode, true) + report(code, at, mode, false),
  );
}

/** Turns the wheel. */
export async function turnWheel(
  context: InputContext,
  direction: 'up' | 'down',
  options: WheelOptions,
): Promise<Receipt> {
  const { times = 1 } = options;
  const code = direction === 'up' ? 64 : 65;
  return mouse(context, 'wheel', direction, options, (at, mode) =>
    report(code, at, mode, true).repeat(times),
  );
}

interface MouseMode {
  readonly sgr: boolean;
}

async function mouse(
  { state, source, target }: InputContext,
  name: string,
  what: string,
  options: MouseOptions,
  bytes: (at: Point, mode: MouseMode) => string,
): Promise<Receipt> {
  const detail = [what, options.at && `at ${options.at.join(',')}`, target?.description]
    .filter(Boolean)
    .join(' ');
  const commands = async (place: InputPlace): Promise<InputCommands> => {
    const mode = await mouseMode(place.pane);
    const sequence = Buffer.from(bytes(pointOf(place, options), mode), 'latin1');
    const hex = [...sequence].map((byte) => byte.toString(16).padStart(2, '0'));
    const send: Command = ['send-keys', '-t', place.pane.id, '-H', ...hex];
    return { commands: [send], bytes: sequence.length, conditions: ['#{mouse_any_flag}'] };
  };
  const { receipt } = await sendInput(state, { name, detail, source, target, options, commands });
  return receipt;
}

async function mouseMode(pane: Pane): Promise<MouseMode> {
  const [flags = ''] = await pane.tmux
    .request([['display-message', '-p', '-t', pane.id, '#{mouse_any_flag} #{mouse_sgr_flag}']])
    .then((bodies) => bodies.map((body) => body.toString().trim()));
  const [any, sgr] = flags.split(' ');
  if (any === '1') return { sgr: sgr === '1' };
  throw new MuxError(
    'MOUSE_OFF',
    'The program has not asked the terminal for the mouse, and would get nothing.',
    {
      suggestion: 'Use keys, or start the program so that it uses the mouse, e.g. less --mouse.',
    },
  );
}

function pointOf({ screen, match }: InputPlace, { at }: MouseOptions): Point {
  const span = match?.place[Math.floor((match.place.length - 1) / 2)];
  const point = at ?? (span && ([span.from + Math.floor((span.to - span.from - 1) / 2), span.row] as const));
  if (!point) throw new MuxError('INVALID_ARGUMENT', 'Neither a locator nor `at` says where.');
  const [column, row] = point;
  const isOn = Number.isInteger(column) && Number.isInteger(row) && column >= 0 && row >= 0;
  if (isOn && column < screen.width && row < screen.height) return point;
  throw new MuxError(
    'INVALID_ARGUMENT',
    `${column},${row} is not on a screen of ${screen.width}×${screen.height}.`,
    {
      suggestion: 'Give a column and a row, both from 0.',
    },
  );
}

/** One report of the mouse as xterm writes it, in the form that the program has asked for. */
function report(code: number, [column, row]: Point, { sgr }: MouseMode, isPressed: boolean): string {
  if (sgr) return `\x1b[<${code};${column + 1};${row + 1}${isPressed ? 'M' : 'm'}`;
  // The old form has a byte for each, and one code for the release of any button.
  if (Math.max(column, row) > 222) {
    throw new MuxError(
      'INVALID_ARGUMENT',
      `The program knows the mouse only up to column and row 222, not ${column},${row}.`,
    );
  }
  const bytes = [isPressed ? code : 3, column + 1, row + 1].map((value) => String.fromCharCode(value + 32));
  return `\x1b[M${bytes.join('')}`;
}
