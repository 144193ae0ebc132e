import type { StyledScreen } from '../screen/index.js';
import { ansiText, rowText, styledRows } from '../vt/index.js';
import type { TracedFrame } from './trace-schema.js';

type Rows = readonly string[];

/** Makes frames of screens: each content once, and of each only the rows that differ from the frame before it. */
export class FrameWriter {
  readonly frames: TracedFrame[] = [];
  readonly #hash: (content: string) => string;
  readonly #known = new Set<string>();
  #last: { readonly id: string; readonly width: number; readonly rows: Rows } | undefined;

  /** @param hash of a text, for the ids */
  constructor(hash: (content: string) => string) {
    this.#hash = hash;
  }

  /** The id of the frame with this content. */
  add(screen: StyledScreen): string {
    const { width, height, cursor, title, alternate, historySize } = screen;
    const rows = screen.styledRows.map(ansiText);
    const wrapped = screen.lineOfRow.flatMap((line, row) =>
      row > 0 && line === screen.lineOfRow[row - 1] ? [row] : [],
    );
    const content = {
      width,
      height,
      cursor: [cursor.x, cursor.y, cursor.visible] as const,
      ...(title !== '' && { title }),
      ...(alternate && { alternate }),
      ...(historySize > 0 && { historySize }),
      ...(wrapped.length > 0 && { wrapped }),
    };
    const id = this.#hash(JSON.stringify([content, rows]));
    if (this.#known.has(id)) return id;
    this.#known.add(id);
    const before =
      this.#last?.width === width && this.#last.rows.length === rows.length ? this.#last : undefined;
    const changed = rows.map((row, at) => [String(at), row] as const);
    const kept = changed.filter(([at, row]) => row !== (before ? before.rows[Number(at)] : ''));
    this.frames.push({ id, ...(before && { base: before.id }), ...content, rows: Object.fromEntries(kept) });
    this.#last = { id, width, rows };
    return id;
  }
}

/** Reads screens out of frames. */
export class FrameReader {
  readonly #frames: ReadonlyMap<string, TracedFrame>;
  readonly #rows = new Map<string, Rows>();
  readonly #screens = new Map<string, StyledScreen>();

  constructor(frames: readonly TracedFrame[]) {
    this.#frames = new Map(frames.map((frame) => [frame.id, frame]));
    // A frame comes behind its base, so that no chain is followed at once, however long it is.
    for (const { id } of frames) this.#rowsOf(id);
  }

  /** The screen of a frame; undefined if no frame has that id. */
  screen(id: string | undefined): StyledScreen | undefined {
    const known = id === undefined ? undefined : this.#screens.get(id);
    const frame = id === undefined ? undefined : this.#frames.get(id);
    if (known || !frame || id === undefined) return known;
    const screen = screenOf(frame, this.#rowsOf(id));
    this.#screens.set(id, screen);
    return screen;
  }

  #rowsOf(id: string): Rows {
    const known = this.#rows.get(id);
    const frame = this.#frames.get(id);
    if (known || !frame) return known ?? [];
    const before = frame.base === undefined ? [] : this.#rowsOf(frame.base);
    const rows = Array.from({ length: frame.height }, (_, at) => frame.rows[at] ?? before[at] ?? '');
    this.#rows.set(id, rows);
    return rows;
  }
}

function screenOf(frame: TracedFrame, ansi: Rows): StyledScreen {
  const { width, height, cursor, title = '', alternate = false, historySize = 0, wrapped = [] } = frame;
  const runs = ansi.map((row) => styledRows(`${row}\n`)[0] ?? []);
  const rows = runs.map((row) => rowText(row).trimEnd());
  const continues = new Set(wrapped);
  const lines: string[] = [];
  const lineOfRow = runs.map((row, at) => {
    if (at > 0 && continues.has(at)) lines[lines.length - 1] += rowText(row);
    else lines.push(rowText(row));
    return lines.length - 1;
  });
  const [x, y, visible] = cursor;
  return {
    width,
    height,
    historySize,
    rows,
    lines: lines.map((line) => line.trimEnd()),
    lineOfRow,
    cursor: { x, y, visible },
    title,
    alternate,
    inMode: false,
    dead: false,
    styledRows: runs,
  };
}
