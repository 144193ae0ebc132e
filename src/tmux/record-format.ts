import { MuxError } from '../model/index.js';
import { unescapeC } from './unescape-c.js';

/** Names of ours to tmux format variables: `{ cwd: 'pane_current_path' }`. */
export type RecordFields = Readonly<Record<string, string>>;

export type TmuxRecord<Fields extends RecordFields> = { readonly [Name in keyof Fields]: string };

/**
 * A `-F` format that gives each field exactly, whatever it holds. A backslash is put before every bar and backslash of
 * a value, so a bar by itself ends a field. `#{` before a name that holds a condition or an option works the same way.
 * `q:` would do it as well, but tmux 3.3a never frees what that has quoted: 32 bytes and more for each value. Ids and
 * numbers hold nothing special.
 */
export function recordFormat(fields: RecordFields): string {
  return Object.values(fields)
    .map((variable) => (PLAIN.has(variable) ? `#{${variable}}|` : `#{${ESCAPED}:${variable}}|`))
    .join('');
}

const ESCAPED = String.raw`s/[|\]/\\\0/`;

/** Variables whose values are ids or numbers. */
const PLAIN: ReadonlySet<string> = new Set([
  'pane_id',
  'pane_index',
  'pane_active',
  'pane_pid',
  'pane_width',
  'pane_height',
  'pane_dead',
  'pane_dead_status',
  'pane_pipe',
  'window_id',
  'window_index',
  'session_id',
]);

/** Takes apart what tmux printed for a `recordFormat`, any number of records. */
export function parseRecords<Fields extends RecordFields>(
  fields: Fields,
  body: Buffer,
): TmuxRecord<Fields>[] {
  const names = Object.keys(fields);
  const values = splitFields(body.toString('utf8'), names.length);
  if (values.length % names.length !== 0) {
    throw new MuxError(
      'PROTOCOL_ERROR',
      `tmux gave ${values.length} values where records have ${names.length}.`,
      {
        details: { body: body.toString('utf8', 0, 1_000) },
      },
    );
  }
  const records: TmuxRecord<Fields>[] = [];
  for (let i = 0; i < values.length; i += names.length) {
    records.push(Object.fromEntries(names.map((name, n) => [name, values[i + n]])) as TmuxRecord<Fields>);
  }
  return records;
}

/** The one record that `display-message -p` prints. */
export function parseRecord<Fields extends RecordFields>(fields: Fields, body: Buffer): TmuxRecord<Fields> {
  const [record] = parseRecords(fields, body);
  if (!record) throw new MuxError('PROTOCOL_ERROR', 'tmux gave no values where a record was expected.');
  return record;
}

/**
 * Control characters come raw before tmux 3.4 and escaped since: by a backslash and letters or digits, which a backslash
 * of ours is never in front of.
 */
function splitFields(text: string, fieldsPerRecord: number): string[] {
  const values: string[] = [];
  const field = /((?:[^|\\]|\\[\s\S])*)\|/gy;
  for (let match = field.exec(text); match; match = field.exec(text)) {
    const raw = match[1] ?? '';
    values.push(raw.includes('\\') ? unescapeC(raw) : raw);
    const recordEnds = values.length % fieldsPerRecord === 0;
    if (recordEnds && text[field.lastIndex] === '\n') field.lastIndex++;
  }
  return values;
}
