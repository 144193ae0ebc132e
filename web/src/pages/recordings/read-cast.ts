/** A recording in the form of asciinema, version 2 or 3, with all times from its begin. */
export interface Cast {
  readonly columns: number;
  readonly rows: number;
  readonly title: string | undefined;
  readonly events: readonly CastEvent[];
  /** Seconds. */
  readonly duration: number;
  /** Lines that were no part of a recording, as at the end of one that was cut off. */
  readonly unread: number;
}

/** `o` output, `i` input, `r` resize (`80x24`), `m` marker, `x` exit. */
export interface CastEvent {
  /** Seconds from the begin. */
  readonly time: number;
  readonly code: string;
  readonly data: string;
}

/**
 * Reads the text of a `.cast` file. Version 2 has times since the start, version 3 the time since the previous
 * event and comments. A broken line is skipped: everything playable is played. Undefined if it is not a recording
 * at all.
 */
export function readCast(text: string): Cast | undefined {
  const [first = '', ...lines] = text.split('\n');
  const header = parsed(first);
  if (!isHeader(header)) return undefined;
  const relative = header.version === 3;
  const events: CastEvent[] = [];
  let clock = 0;
  let unread = 0;
  for (const line of lines) {
    if (line.trim() === '' || (relative && line.startsWith('#'))) continue;
    const event = parsed(line);
    if (!isEvent(event)) {
      unread += 1;
      continue;
    }
    clock = relative ? clock + event[0] : Math.max(clock, event[0]);
    events.push({ time: clock, code: event[1], data: event[2] });
  }
  const { columns, rows } = sizeOf(header);
  const title = typeof header.title === 'string' ? header.title : undefined;
  return { columns, rows, title, events, duration: clock, unread };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

interface Header {
  readonly version: 2 | 3;
  readonly [field: string]: unknown;
}

function isHeader(value: unknown): value is Header {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    [2, 3].includes(value.version as number)
  );
}

function isEvent(value: unknown): value is [number, string, string] {
  return (
    Array.isArray(value) &&
    typeof value[0] === 'number' &&
    typeof value[1] === 'string' &&
    typeof value[2] === 'string'
  );
}

function sizeOf(header: Header): { readonly columns: number; readonly rows: number } {
  const term = header.term as { readonly cols?: unknown; readonly rows?: unknown } | undefined;
  const columns = header.version === 3 ? term?.cols : header.width;
  const rows = header.version === 3 ? term?.rows : header.height;
  return { columns: positive(columns) ?? 80, rows: positive(rows) ?? 24 };
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}

/** `80x24` of a resize. */
export function sizeIn(data: string): { readonly columns: number; readonly rows: number } | undefined {
  const [, columns, rows] = /^(\d{1,4})x(\d{1,4})$/.exec(data) ?? [];
  return columns === undefined ? undefined : { columns: Number(columns), rows: Number(rows) };
}
