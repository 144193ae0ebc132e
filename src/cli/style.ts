import type { StateLabel } from '../model/states.js';

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

/** Names come from programs and folders: what a terminal would take for a command is shown as `?`. */
export function printable(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f]/g, '?');
}
