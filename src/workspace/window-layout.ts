/**
 * Tells whether a text is a layout of a window with so many panes, as tmux writes it. Versions of tmux end, with all that
 * runs in them, when they are given something else.
 */
export function isWindowLayout(text: string, panes: number): boolean {
  const [, checksum = '', body = ''] = /^([0-9a-f]{4}),([0-9x,{}[\]]{1,100000})$/.exec(text) ?? [];
  if (body === '' || Number.parseInt(checksum, 16) !== checksumOf(body)) return false;
  const reader: Reader = { text: body, at: 0, panes: 0, depth: 0 };
  return readCell(reader) !== undefined && reader.at === body.length && reader.panes === panes;
}

/** As tmux adds it up: 16 bits, turned by one before each character. */
function checksumOf(body: string): number {
  let sum = 0;
  for (let i = 0; i < body.length; i++) {
    sum = (sum >> 1) + ((sum & 1) << 15);
    sum = (sum + body.charCodeAt(i)) & 0xffff;
  }
  return sum;
}

interface Reader {
  readonly text: string;
  at: number;
  panes: number;
  depth: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const CELL = /(\d{1,5})x(\d{1,5}),\d{1,5},\d{1,5}(?:,\d{1,9}(?![\dx])|(?=[{[]))/y;
const DEEPEST = 100;

/** One pane, or several beside `{…}` or above `[…]` each other, which have to fill their cell. */
function readCell(reader: Reader): Size | undefined {
  CELL.lastIndex = reader.at;
  const [whole, width, height] = CELL.exec(reader.text) ?? [];
  if (whole === undefined) return undefined;
  reader.at += whole.length;
  const size = { width: Number(width), height: Number(height) };
  const open = reader.text[reader.at];
  if (size.width === 0 || size.height === 0) return undefined;
  if (open !== '{' && open !== '[') {
    reader.panes += 1;
    return size;
  }
  if (reader.depth >= DEEPEST) return undefined;
  reader.depth += 1;
  const inside = readCells(reader, open === '{' ? '}' : ']');
  reader.depth -= 1;
  return inside && fills(size, inside, open === '{') ? size : undefined;
}

function readCells(reader: Reader, close: string): Size[] | undefined {
  const cells: Size[] = [];
  do {
    reader.at += 1;
    const cell = readCell(reader);
    if (!cell) return undefined;
    cells.push(cell);
  } while (reader.text[reader.at] === ',');
  if (reader.text[reader.at] !== close) return undefined;
  reader.at += 1;
  return cells;
}

/** There is a border between any two. */
function fills({ width, height }: Size, cells: readonly Size[], beside: boolean): boolean {
  const sum = (side: keyof Size): number => cells.reduce((all, cell) => all + cell[side], cells.length - 1);
  if (beside) return sum('width') === width && cells.every((cell) => cell.height === height);
  return sum('height') === height && cells.every((cell) => cell.width === width);
}
