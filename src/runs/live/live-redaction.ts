import { isUtf8 } from 'node:buffer';
import { begunSecret } from '../../recorder/begun-secret.js';
import type { LiveRedactor } from '../../recorder/live-redactor.js';
import { placeAmongSequences, withoutSequences } from '../../recorder/plain-text.js';
import { MASK } from '../../recorder/redaction-rule.js';
import type { LineRedactor } from '../../recorder/redactor.js';

/**
 * Hides secrets in output as it comes, byte for byte the same elsewhere. A line that has not ended is shown at once,
 * but for a last word that may become a secret: that is held until it has ended, or until `flush`.
 */
export class LiveRedaction {
  readonly #redactor: LiveRedactor;
  readonly #lines: LineRedactor;
  /** The bytes of the piece that has not ended, one character each. */
  #rest = '';
  /** What of it was shown. */
  #shown = '';
  /** The last piece was hidden whole, so this one may be of the same private key. */
  #hidden = false;
  #fullScreen = false;

  constructor(redactor: LiveRedactor) {
    this.#redactor = redactor;
    this.#lines = redactor.lines();
  }

  /** Whether something is held that more output, or its end, would show. */
  get holding(): boolean {
    return this.#rest !== '';
  }

  push(data: Buffer): Buffer {
    const text = this.#rest + data.toString('latin1');
    const shown: Buffer[] = [];
    let at = 0;
    for (const { 0: boundary, index } of text.matchAll(BOUNDARY)) {
      shown.push(this.#finish(text.slice(at, index)), Buffer.from(boundary, 'latin1'));
      at = index + boundary.length;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > LONGEST_PIECE) shown.push(this.end());
    else shown.push(this.#show(false));
    return Buffer.concat(shown);
  }

  /** What is held, because nothing came for a while. */
  flush(): Buffer {
    return this.#show(true);
  }

  /** What is left, because nothing more will come. */
  end(): Buffer {
    const rest = this.#finish(this.#rest);
    this.#rest = '';
    return rest;
  }

  #finish(piece: string): Buffer {
    const { text, encoding } = decoded(piece);
    this.#look(piece);
    const ending = text.endsWith('\r') ? '\r' : '';
    const line = ending === '' ? text : text.slice(0, -1);
    let hidden = this.#lines.line(line);
    if (this.#redactor.learned) hidden = this.#redactor.line(hidden);
    this.#hidden = hidden === MASK && line !== MASK;
    const result = this.#beyondShown(this.#fitted(line, hidden) + ending, encoding);
    this.#shown = '';
    return result;
  }

  #show(all: boolean): Buffer {
    if (this.#rest === '' || this.#hidden) return EMPTY;
    const { text, encoding } = decoded(this.#rest.slice(0, whole(this.#rest)));
    this.#look(this.#rest);
    const visible = all ? text : text.slice(0, this.#heldFrom(text));
    const hidden = this.#fitted(visible, this.#redactor.line(visible));
    if (hidden.length <= this.#shown.length) return EMPTY;
    const result = this.#beyondShown(hidden, encoding);
    this.#shown = hidden;
    return result;
  }

  /** What was shown cannot be taken back: where the beginning has become another, only the rest is left. */
  #beyondShown(text: string, encoding: 'utf8' | 'latin1'): Buffer {
    if (this.#shown === '') return Buffer.from(text, encoding);
    let same = 0;
    while (same < this.#shown.length && this.#shown[same] === text[same]) same++;
    return Buffer.from(text.slice(same), encoding);
  }

  /** Where the word begins that may become a secret. A rule of somebody's own may begin with any. */
  #heldFrom(text: string): number {
    const plain = withoutSequences(text);
    const held = this.#redactor.ownRules ? (/\S+$/.exec(plain)?.[0].length ?? 0) : begunSecret(plain);
    return held === 0 ? text.length : placeAmongSequences(text, plain.length - held);
  }

  /** A full-screen program has counted its columns: there a mask is as wide as what it hides. */
  #fitted(text: string, hidden: string): string {
    if (!this.#fullScreen || text === hidden) return hidden;
    let [start, end] = [0, 0];
    while (start < hidden.length && text[start] === hidden[start]) start++;
    while (end < hidden.length - start && text.at(-1 - end) === hidden.at(-1 - end)) end++;
    const secret = withoutSequences(text.slice(start, text.length - end));
    return text.slice(0, start) + '*'.repeat(Array.from(secret).length) + text.slice(text.length - end);
  }

  #look(piece: string): void {
    for (const [, mode] of piece.matchAll(/\x1b\[\?(?:1049|1047|47)([hl])/g)) this.#fullScreen = mode === 'h';
  }
}

const EMPTY = Buffer.alloc(0);

/** Longer without an end is a program that draws, and what it has drawn is not looked at again with every byte. */
const LONGEST_PIECE = 8_192;

/** The end of a line, or the cursor goes elsewhere: what stands on both sides does not belong together. */
const BOUNDARY = /\n|\x1b(?:\[[0-9;]*[ABEFHJSTdf]|[78MDEc])/g;

/** Text of bytes; what is no UTF-8 stays as it is, a character for each byte. */
function decoded(bytes: string): { text: string; encoding: 'utf8' | 'latin1' } {
  const buffer = Buffer.from(bytes, 'latin1');
  return isUtf8(buffer) ? { text: buffer.toString(), encoding: 'utf8' } : { text: bytes, encoding: 'latin1' };
}

/** Where the last whole character ends, and the last whole escape sequence. */
function whole(bytes: string): number {
  const sequence = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]*\x1b?|[ -/]*)$/.exec(bytes);
  if (sequence && bytes.length - sequence.index < LONGEST_PIECE / 2) return sequence.index;
  const character = /[\xc0-\xff][\x80-\xbf]{0,2}$/.exec(bytes);
  if (!character) return bytes.length;
  const lead = bytes.charCodeAt(character.index);
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  return character[0].length < length ? character.index : bytes.length;
}
