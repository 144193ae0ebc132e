import { MASK, secretCells } from '../../redaction/index.js';

/** The values that a test has typed and nobody may read: in messages, records and snapshots there is a mask instead. */
export class HiddenValues {
  readonly #values = new Set<string>();
  #keys = '';

  add(value: string): void {
    if (value.trim() !== '') this.#values.add(value);
  }

  /** A letter of a value that is typed key by key, until `endOfKeys`. */
  addKey(letter: string): void {
    this.#keys += letter;
  }

  endOfKeys(): void {
    this.add(this.#keys);
    this.#keys = '';
  }

  /** The longest first. */
  get values(): readonly string[] {
    const all = [...this.#values, ...(this.#keys.trim() === '' ? [] : [this.#keys])];
    return all.sort((a, b) => b.length - a.length);
  }

  /** A text without them. */
  text(text: string): string {
    let shown = text;
    for (const value of this.values) shown = shown.replaceAll(value, MASK);
    return shown;
  }

  /** Rows of a screen without them, each as wide as before. */
  rows(rows: readonly string[]): string[] {
    const shown = [...rows];
    for (const { row, column, length } of this.places(rows)) {
      const letters = [...(shown[row] ?? '')];
      letters.splice(column, length, ...'*'.repeat(length));
      shown[row] = letters.join('');
    }
    return shown;
  }

  /** Where they stand on a screen, also broken over its rows. */
  places(rows: readonly string[]): ReturnType<typeof secretCells> {
    const { values } = this;
    return values.length === 0 ? [] : secretCells(rows, values);
  }
}
