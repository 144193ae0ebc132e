import type { LiveRedactor } from '../../recorder/live-redactor.js';
import { OpenPiece } from '../../recorder/open-piece.js';
import { MASK } from '../../recorder/redaction-rule.js';
import type { LineRedactor, Mask } from '../../recorder/redactor.js';
import { bytesOfText, textOfBytes } from '../../recorder/text-of-bytes.js';
import { columnWidth } from '../../screen/column-width.js';

/**
 * Hides secrets in output as it comes, byte for byte the same elsewhere, however it is cut into pieces. A line that has
 * not ended is shown at once, but for an end that may become a secret: that is held until it is known, or until `flush`.
 */
export class LiveRedaction {
  readonly #redactor: LiveRedactor;
  readonly #lines: LineRedactor;
  /** A full-screen program has counted its columns: there a mask is as wide as what it hides. */
  readonly #mask: Mask = (found) => (this.#fullScreen ? '*'.repeat(columnWidth(found)) : MASK);
  /** The bytes of the piece that has not ended, one character each. */
  readonly #piece = new OpenPiece();
  /** What of it was shown. */
  #shown = '';
  #fullScreen = false;

  constructor(redactor: LiveRedactor) {
    this.#redactor = redactor;
    this.#lines = redactor.lines(this.#mask);
  }

  /** Whether something is held that more output, or its end, would show. */
  get holding(): boolean {
    return this.#piece.text !== '';
  }

  push(data: Buffer): Buffer {
    const shown: Buffer[] = [];
    for (const ended of this.#piece.append(data.toString('latin1'))) {
      shown.push(this.#finish(ended.text), Buffer.from(ended.boundary, 'latin1'));
    }
    if (this.#piece.isTooLong) shown.push(this.end());
    else if (this.#piece.examine()) shown.push(this.#show(false));
    return Buffer.concat(shown);
  }

  /** What is held, because nothing came for a while; but for what is a given secret so far. */
  flush(): Buffer {
    return this.#show(true);
  }

  /** What is left, because nothing more will come. */
  end(): Buffer {
    return this.#finish(this.#piece.take());
  }

  #finish(piece: string): Buffer {
    const text = textOfBytes(piece);
    this.#look(piece);
    const ending = text.endsWith('\r') ? '\r' : '';
    let hidden = this.#lines.line(ending === '' ? text : text.slice(0, -1));
    if (this.#redactor.learned) hidden = this.#redactor.line(hidden, this.#mask);
    const result = this.#beyondShown(hidden + ending);
    this.#shown = '';
    return result;
  }

  #show(quiet: boolean): Buffer {
    const { text: bytes } = this.#piece;
    if (bytes === '' || this.#lines.open) return EMPTY;
    const text = textOfBytes(bytes.slice(0, wholeCharacters(bytes)));
    this.#look(bytes);
    const visible = text.slice(0, this.#redactor.heldFrom(text, { quiet }));
    const hidden = this.#redactor.line(visible, this.#mask);
    const isMore = hidden.length > this.#shown.length;
    const result = isMore ? this.#beyondShown(hidden) : EMPTY;
    if (isMore) this.#shown = hidden;
    // What was shown of a program that draws is not looked at again with every byte.
    if (this.#piece.isLong && visible !== '') {
      this.#piece.drop(bytesOfText(visible).length);
      this.#shown = '';
    }
    return result;
  }

  /** What was shown cannot be taken back: where the beginning has become another, only the rest is left. */
  #beyondShown(text: string): Buffer {
    if (this.#shown === '') return bytesOfText(text);
    let same = 0;
    while (same < this.#shown.length && this.#shown[same] === text[same]) same++;
    return bytesOfText(text.slice(same));
  }

  #look(piece: string): void {
    for (const [, mode] of piece.matchAll(/\x1b\[\?(?:1049|1047|47)([hl])/g)) this.#fullScreen = mode === 'h';
  }
}

const EMPTY = Buffer.alloc(0);

/** Where the last whole character ends. */
function wholeCharacters(bytes: string): number {
  const character = /[\xc0-\xff][\x80-\xbf]{0,2}$/.exec(bytes);
  if (!character) return bytes.length;
  const lead = bytes.charCodeAt(character.index);
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  return character[0].length < length ? character.index : bytes.length;
}
