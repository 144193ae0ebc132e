import { sameStyle } from './styled-runs.js';
import type { TextStyle } from './text-style.js';

/** Text as a terminal shows it after a reset. */
export const plainStyle: TextStyle = Object.freeze({
  dim: false,
  bold: false,
  italic: false,
  reverse: false,
  foreground: undefined,
  background: undefined,
});

/**
 * The style after an SGR sequence, given as what stands between `ESC [` and `m`. Both ways of writing a colour are
 * understood, `38;5;244` and `38:5:244`. The first 16 of the palette count as the plain colours: `38;5;8` is `90`.
 *
 * @example
 * afterSgr(plainStyle, '0;2'); // { ...plainStyle, dim: true }
 */
export function afterSgr(style: TextStyle, parameters: string): TextStyle {
  if (parameters === '' || parameters === '0') return plainStyle;
  if (style !== plainStyle) return changed(style, parameters);
  const known = fromPlain.get(parameters);
  if (known) return known;
  const next = changed(style, parameters);
  if (fromPlain.size < MOST_KNOWN) fromPlain.set(parameters, next);
  return next;
}

/** What parameters make of the plain style: programs use few of them, and nearly always that way. */
const fromPlain = new Map<string, TextStyle>();
const MOST_KNOWN = 1_000;

/** A style that looks plain is the plain style, so that it can be told by identity. */
function changed(style: TextStyle, parameters: string): TextStyle {
  const next: Changeable = { ...style };
  const codes = parameters.split(';');
  for (let at = 0; at < codes.length; ) at += apply(next, codes, at);
  return sameStyle(next, plainStyle) ? plainStyle : next;
}

type Changeable = { -readonly [Key in keyof TextStyle]: TextStyle[Key] };

/** Applies the code at a place; gives how many places it took. */
function apply(style: Changeable, codes: readonly string[], at: number): number {
  const [code, ...parts] = (codes[at] ?? '').split(':');
  const number = Number(code);
  if (number === 38 || number === 48 || number === 58) {
    const colour = parts.length > 0 ? colourOf(withoutSpace(parts)) : colourOf(codes.slice(at + 1));
    if (number === 38) style.foreground = plainNumber(colour.text, 30, '38');
    if (number === 48) style.background = plainNumber(colour.text, 40, '48');
    return parts.length > 0 ? 1 : 1 + colour.places;
  }
  // `4:0` takes the line away, `4:3` makes a curly one.
  applySimple(style, number === 4 && parts[0] === '0' ? 24 : number);
  return 1;
}

function applySimple(style: Changeable, code: number): void {
  if (code === 0) reset(style);
  else if (code === 1) style.bold = true;
  else if (code === 2) style.dim = true;
  else if (code === 3) style.italic = true;
  else if (code === 4 || code === 21) style.underline = true;
  else if (code === 7) style.reverse = true;
  else if (code === 9) style.struck = true;
  else if (code === 22) style.bold = style.dim = false;
  else if (code === 23) style.italic = false;
  else if (code === 24) delete style.underline;
  else if (code === 27) style.reverse = false;
  else if (code === 29) delete style.struck;
  else if (code === 39) style.foreground = undefined;
  else if (code === 49) style.background = undefined;
  else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) style.foreground = String(code);
  else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) style.background = String(code);
}

function reset(style: Changeable): void {
  Object.assign(style, plainStyle);
  delete style.underline;
  delete style.struck;
}

/** Between colons a colour space, often empty, may stand before the three values. */
function withoutSpace(parts: readonly string[]): readonly string[] {
  return parts[0] === '2' && parts.length > 4 ? ['2', ...parts.slice(2)] : parts;
}

/** `5;244` or `2;1;2;3`, and how many places it took. */
function colourOf(codes: readonly string[]): { readonly text: string | undefined; readonly places: number } {
  if (codes[0] === '5') return { text: codes[1] === undefined ? undefined : `5;${codes[1]}`, places: 2 };
  if (codes[0] !== '2') return { text: undefined, places: 1 };
  const values = codes.slice(1, 4);
  return { text: values.length === 3 ? `2;${values.join(';')}` : undefined, places: 4 };
}

function plainNumber(colour: string | undefined, base: 30 | 40, prefix: '38' | '48'): string | undefined {
  if (colour === undefined) return undefined;
  const index = colour.startsWith('5;') ? Number(colour.slice(2)) : 16;
  if (index < 8) return String(base + index);
  if (index < 16) return String(base + 60 + index - 8);
  return `${prefix};${colour}`;
}
