/** A stretch of text that looks the same. */
export interface StyledText {
  readonly text: string;
  /** Classes of `screen.css`: `f1` for red letters, `b4` for a blue ground, `bold`, … */
  readonly classes: string;
  /** Colours that are none of the sixteen. */
  readonly color: string | undefined;
  readonly background: string | undefined;
}

interface Look {
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  inverse: boolean;
  strike: boolean;
  color: Colour;
  background: Colour;
}

/** One of the sixteen by its number, any other as CSS has it. */
type Colour = number | string | undefined;

/**
 * Text with escape sequences for its look (SGR), as lines of styled text. Whatever else escapes say is left out. The
 * look goes on from line to line, as in a terminal.
 */
export function parseAnsi(ansi: string): StyledText[][] {
  const look = plainLook();
  return ansi.split('\n').map((line) => parseLine(line, look));
}

const escapes = /\x1b(?:\[([0-9;:]*)m|\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-~])/g;

function parseLine(line: string, look: Look): StyledText[] {
  const runs: StyledText[] = [];
  let at = 0;
  for (const match of line.matchAll(escapes)) {
    push(runs, line.slice(at, match.index), look);
    at = match.index + match[0].length;
    if (match[1] !== undefined) change(look, match[1]);
  }
  push(runs, line.slice(at), look);
  return runs;
}

function push(runs: StyledText[], text: string, look: Look): void {
  if (text !== '') runs.push({ text, ...shown(look) });
}

function shown({ color, background, ...look }: Look): Omit<StyledText, 'text'> {
  const [front, back] = look.inverse ? [background, color] : [color, background];
  const classes = [
    typeof front === 'number' && `f${front}`,
    typeof back === 'number' && `b${back}`,
    look.inverse && front === undefined && 'f-ground',
    look.inverse && back === undefined && 'b-ink',
    look.bold && 'bold',
    look.dim && 'dim',
    look.italic && 'italic',
    look.underline && 'underline',
    look.strike && 'strike',
  ];
  return {
    classes: classes.filter(Boolean).join(' '),
    color: typeof front === 'string' ? front : undefined,
    background: typeof back === 'string' ? back : undefined,
  };
}

function plainLook(): Look {
  return {
    bold: false,
    dim: false,
    italic: false,
    underline: false,
    inverse: false,
    strike: false,
    color: undefined,
    background: undefined,
  };
}

/** Reads the parameters of one `m`. A colon binds what belongs to one of them: `4:3` is a kind of underline. */
function change(look: Look, parameters: string): void {
  const codes = parameters.split(';');
  for (let at = 0; at < codes.length; at += 1) {
    const [first = '', ...bound] = (codes[at] ?? '').split(':');
    const code = Number(first);
    if (code === 38 || code === 48) {
      const rest = bound.length > 0 ? bound.filter((part) => part !== '') : codes.slice(at + 1);
      const { colour, used } = extended(rest.map(Number));
      if (bound.length === 0) at += used;
      if (code === 38) look.color = colour;
      else look.background = colour;
    } else if (code === 4) look.underline = bound[0] !== '0';
    else simple(look, code);
  }
}

function simple(look: Look, code: number): void {
  if (code === 0) Object.assign(look, plainLook());
  else if (code === 1) look.bold = true;
  else if (code === 2) look.dim = true;
  else if (code === 3) look.italic = true;
  else if (code === 7) look.inverse = true;
  else if (code === 9) look.strike = true;
  else if (code === 22) Object.assign(look, { bold: false, dim: false });
  else if (code === 23) look.italic = false;
  else if (code === 24) look.underline = false;
  else if (code === 27) look.inverse = false;
  else if (code === 29) look.strike = false;
  else if (code >= 30 && code <= 37) look.color = code - 30;
  else if (code === 39) look.color = undefined;
  else if (code >= 40 && code <= 47) look.background = code - 40;
  else if (code === 49) look.background = undefined;
  else if (code >= 90 && code <= 97) look.color = code - 82;
  else if (code >= 100 && code <= 107) look.background = code - 92;
}

/** What stands behind 38 or 48: `5;N` of the 256 colours, or `2;R;G;B`. */
function extended(rest: readonly number[]): { readonly colour: Colour; readonly used: number } {
  const [kind, a = 0, b = 0, c = 0] = rest;
  if (kind === 5) return { colour: indexed(a), used: 2 };
  if (kind === 2) return { colour: `rgb(${a} ${b} ${c})`, used: 4 };
  return { colour: undefined, used: 0 };
}

function indexed(number: number): Colour {
  if (number < 16) return number;
  if (number >= 232) {
    const grey = 8 + (number - 232) * 10;
    return `rgb(${grey} ${grey} ${grey})`;
  }
  const level = (part: number): number => (part === 0 ? 0 : 55 + part * 40);
  const cube = number - 16;
  return `rgb(${level(Math.floor(cube / 36))} ${level(Math.floor(cube / 6) % 6)} ${level(cube % 6)})`;
}
