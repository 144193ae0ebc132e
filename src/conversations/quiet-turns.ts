import type { Transcript } from './transcript.js';
import type { TranscriptRow } from './transcript-row.js';

/**
 * Tells messages of a program apart that marks none of them, and has no prompt: what it prints between two long
 * silences is one message.
 */
export class QuietTurns {
  /** Places in the packed text where a message ended. */
  #ends: number[] = [];
  #forgotten = 0;

  /** Everything up to here is complete. */
  end(transcript: Transcript): void {
    const place = transcript.packed.text.length;
    if (place > 0 && this.#ends.at(-1) !== place) this.#ends.push(place);
    if (this.#ends.length > MOST_ENDS) this.#ends.shift();
  }

  /** The rows, with the first one of each message marked as such. */
  rowsOf({ rows, packed, forgotten }: Transcript): readonly TranscriptRow[] {
    // Places that are counted from something that is not there any more say nothing.
    if (forgotten !== this.#forgotten) this.#ends = [];
    this.#forgotten = forgotten;
    if (this.#ends.length === 0) return rows;
    const firsts = new Set(
      this.#ends.map((end) => packed.starts.findLastIndex((start) => start <= end)).filter((row) => row > 0),
    );
    const isFirst = (row: number): boolean => firsts.has(row) && this.#ends.includes(packed.starts[row] ?? 0);
    return rows.map((row, index) =>
      isFirst(index) && row.kind === 'text' ? { ...row, kind: 'agent' } : row,
    );
  }
}

const MOST_ENDS = 200;
