import type { StateLabel } from '../model/index.js';

export type StyleName = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Puts text in a colour, or leaves it as it is where colours are not wanted. */
export type Style = Readonly<Record<StyleName, (text: string) => string>>;

export function style(enabled: boolean): Style {
  const paint = (on: number, off: number) => (text: string) =>
    enabled && text !== '' ? `\x1b[${on}m${text}\x1b[${off}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}

/** A state in its word and colour, as on every face. */
export function stateWord({ text, tone }: StateLabel, paint: Style): string {
  return paint[COLOURS[tone]](text);
}

const COLOURS = { waits: 'yellow', busy: 'cyan', good: 'green', bad: 'red', quiet: 'dim' } as const;

/** Names come from programs and folders: what a terminal would take for a command, or what turns the text around, is shown as `?`. */
export function printable(text: string): string {
  return withoutTurns(text.replace(/[\x00-\x1f\x7f-\x9f]/g, '?'));
}

/** Marks that show the letters behind them from right to left, or in another order. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The same in a text that has colours of ours. */
export function withoutTurns(text: string): string {
  return text.replace(TURNS, '?');
}
