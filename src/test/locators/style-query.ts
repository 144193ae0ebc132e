import { MuxError } from '../../model/index.js';
import type { TextStyle } from '../../vt/index.js';

/** A colour: a name, a number of the palette of 256, `#rrggbb`, or `default` for none. */
export type ColourName = string | number;

/** How text looks. What is not named does not matter. */
export interface StyleQuery {
  readonly fg?: ColourName;
  readonly bg?: ColourName;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly reverse?: boolean;
  readonly struck?: boolean;
}

/** A function that says whether a style fits. Refuses an empty query and an unknown colour. */
export function styleTest(method: string, query: StyleQuery): (style: TextStyle) => boolean {
  const tests = Object.entries(query).map(([name, wanted]) => attributeTest(method, name, wanted));
  if (tests.length > 0) return (style) => tests.every((test) => test(style));
  throw new MuxError('INVALID_ARGUMENT', `${method} was given no attribute, which fits every text.`, {
    suggestion: `Name at least one attribute, e.g. ${method}({ reverse: true }).`,
  });
}

/** As in a test: `{ fg: 'green', bold: true }`. */
export function shownStyle(query: StyleQuery): string {
  const values = Object.entries(query).map(([name, value]) => {
    return `${name}: ${typeof value === 'string' ? `'${value}'` : value}`;
  });
  return `{ ${values.join(', ')} }`;
}

const FLAGS = ['bold', 'dim', 'italic', 'underline', 'reverse', 'struck'] as const;

/** The style in words, `cyan bold`; empty for plain text. */
export function styleWords(style: TextStyle): string {
  const words = FLAGS.filter((name) => style[name]).map(String);
  if (style.background !== undefined) words.unshift(`on-${colourWord(style.background)}`);
  if (style.foreground !== undefined) words.unshift(colourWord(style.foreground));
  return words.join(' ');
}

function attributeTest(method: string, name: string, wanted: unknown): (style: TextStyle) => boolean {
  if (name === 'fg' || name === 'bg') {
    const colour = colourKey(method, wanted as ColourName);
    const part = name === 'fg' ? 'foreground' : 'background';
    return (style) => (style[part] === undefined ? 'default' : sgrKey(style[part])) === colour;
  }
  const flag = FLAGS.find((known) => known === name);
  if (flag && typeof wanted === 'boolean') return (style) => (style[flag] ?? false) === wanted;
  throw new MuxError(
    'INVALID_ARGUMENT',
    `${method} does not know the attribute ${name}: ${String(wanted)}.`,
    {
      suggestion: `Use fg and bg with a colour, and ${FLAGS.join(', ')} with true or false.`,
    },
  );
}

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

/** One key for each colour, however it was written. */
function colourKey(method: string, colour: ColourName): string {
  if (typeof colour === 'number' && Number.isInteger(colour) && colour >= 0 && colour < 256)
    return String(colour);
  const name = String(colour).toLowerCase();
  if (name === 'default' || /^#[0-9a-f]{6}$/.test(name)) return name;
  const plain = NAMES.indexOf(name.replace(/^bright-/, '') as 'black');
  if (plain >= 0) return String(name.startsWith('bright-') ? plain + 8 : plain);
  if (name === 'gray' || name === 'grey') return '8';
  throw new MuxError('INVALID_ARGUMENT', `${method} does not know the colour ${JSON.stringify(colour)}.`, {
    suggestion: `Use ${NAMES.join(', ')}, bright- before one of them, a number from 0 to 255, '#rrggbb' or 'default'.`,
  });
}

/** The key of the SGR parameters that set a colour. */
function sgrKey(sgr: string): string {
  const [code = 0, kind, ...values] = sgr.split(';').map(Number);
  if (kind === 5) return String(values[0] ?? 0);
  if (kind === 2) return `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  return String(code >= 90 ? (code % 10) + 8 : code % 10);
}

function colourWord(sgr: string): string {
  const key = sgrKey(sgr);
  const number = Number(key);
  if (key.startsWith('#') || number >= 16) return key;
  return `${number >= 8 ? 'bright-' : ''}${NAMES[number % 8]}`;
}
