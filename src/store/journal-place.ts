import { MuxError, shownText } from '../model/index.js';

/**
 * A place in the journal, as readers keep it: the position in each stream. A number is a position in the first stream,
 * which is the only one of a store of one machine (SQLite). Of several streams it is a text such as `1207.2-33.5-901`:
 * position 1207 of the first, 33 of stream 2, 901 of stream 5. 0 is the beginning.
 */
export type JournalCursor = number | string;

/** Where an event stands: each machine writes a stream of its own, in which numbers only grow. */
export interface StreamPosition {
  readonly stream: number;
  readonly seq: number;
}

/** The positions of a reader in all streams. One that is not named is at its beginning. Immutable. */
export class JournalPlace {
  static readonly beginning = new JournalPlace(new Map());

  readonly #positions: ReadonlyMap<number, number>;
  #cursor: JournalCursor | undefined;

  private constructor(positions: ReadonlyMap<number, number>) {
    this.#positions = positions;
  }

  static of(positions: Iterable<StreamPosition>): JournalPlace {
    const known = [...positions].filter(({ seq }) => seq > 0);
    return new JournalPlace(new Map(known.map(({ stream, seq }) => [stream, seq])));
  }

  /** Whether `parse` understands it. */
  static isCursor(cursor: JournalCursor): boolean {
    return parsed(String(cursor)) !== undefined;
  }

  /** Fails with `INVALID_ARGUMENT` for what no reader was ever given. */
  static parse(cursor: JournalCursor): JournalPlace {
    const place = parsed(String(cursor));
    if (place) return JournalPlace.of(place);
    throw new MuxError(
      'INVALID_ARGUMENT',
      `'${shownText(String(cursor))}' is not the id of an event: it is neither a number nor positions such as 1207.2-33.`,
      { suggestion: 'Give the id of an event exactly as it was received, or 0 for the oldest that is kept.' },
    );
  }

  /** The position in a stream; 0 at its beginning. */
  in(stream: number): number {
    return this.#positions.get(stream) ?? 0;
  }

  /** Whether an event is at or before this place. */
  has({ stream, seq }: StreamPosition): boolean {
    return seq <= this.in(stream);
  }

  /** Whether everything before another place is before this one, too. */
  covers(other: JournalPlace): boolean {
    return other.positions.every((position) => this.has(position));
  }

  /** This place, but in no stream before another one. */
  atLeast(other: JournalPlace): JournalPlace {
    const ahead = other.positions.filter((position) => !this.has(position));
    return ahead.reduce<JournalPlace>((place, position) => place.at(position), this);
  }

  /** This place with another position in a stream. */
  at({ stream, seq }: StreamPosition): JournalPlace {
    return JournalPlace.of([...this.positions.filter((one) => one.stream !== stream), { stream, seq }]);
  }

  get positions(): readonly StreamPosition[] {
    return [...this.#positions].map(([stream, seq]) => ({ stream, seq }));
  }

  /** For readers; `parse` understands it. */
  get cursor(): JournalCursor {
    this.#cursor ??= this.#format();
    return this.#cursor;
  }

  #format(): JournalCursor {
    const first = this.#positions.get(FIRST);
    const others = [...this.#positions].filter(([stream]) => stream !== FIRST).sort(([a], [b]) => a - b);
    if (others.length === 0) return first ?? 0;
    const texts = others.map(([stream, seq]) => `${stream}-${seq}`);
    return [...(first === undefined ? [] : [first]), ...texts].join('.');
  }
}

/** The stream of a store in SQLite; in PostgreSQL what was written before each machine had its own. */
const FIRST = 0;

function parsed(text: string): StreamPosition[] | undefined {
  if (text.length > LONGEST || !/^\d+(-\d+)?(\.\d+-\d+)*$/.test(text)) return undefined;
  const places = text.split('.').map((part) => {
    const [one = '', two] = part.split('-');
    return two === undefined
      ? { stream: FIRST, seq: Number(one) }
      : { stream: Number(one), seq: Number(two) };
  });
  const isOne = new Set(places.map(({ stream }) => stream)).size === places.length;
  return isOne && places.every(({ stream, seq }) => isSafe(stream) && isSafe(seq)) ? places : undefined;
}

function isSafe(value: number): boolean {
  return Number.isSafeInteger(value);
}

/** Streams of some thousand machines. */
const LONGEST = 65_536;
