import { columnWidth, screenChangePattern } from '../vt/index.js';
import { heldFrom, type LiveRedactor } from './live-redactor.js';
import { OpenPiece } from './open-piece.js';
import { MASK } from './redaction-rule.js';
import type { LineRedactor, Mask } from './redactor.js';
import { ByteReader } from './text-of-bytes.js';

export interface RedactingStreamOptions {
  /**
   * For a log: only whole lines are shown, and nothing but a line feed ends one. Otherwise output is shown as it comes,
   * and what stands on both sides of a move of the cursor to another row does not belong together.
   * @default false
   */
  readonly wholeLines?: boolean;
  /**
   * For a terminal that nobody paints again: in a full-screen program, which has counted its columns, a mask is as wide
   * as what it hides.
   * @default false
   */
  readonly keepsColumns?: boolean;
}

/**
 * Hides secrets in the output of a terminal as it comes, with the same result however the output is cut into pieces. What
 * may be the beginning of a secret is held back until it is known, until `release`, or until `end`. Only the letters that
 * all tokens of a kind begin with (`ghp`) are shown: they are no secret, and everything typed would be late.
 *
 * Several redactors hide one after the other. What one of them learns is hidden from then on.
 *
 * Bytes and text can be pushed. A byte that is not UTF-8 stays in the result as `bytesOfText` expects it.
 *
 * @example
 * const stream = new RedactingStream(new LiveRedactor({ secrets: ['hunter2'] }));
 * stream.push('the key is hun'); // 'the key is '
 * stream.push('ter2\n'); // '****\n'
 */
export class RedactingStream {
  readonly #redactors: readonly LiveRedactor[];
  /** They know whether a private key has begun and not ended. */
  readonly #lines: readonly LineRedactor[];
  readonly #wholeLines: boolean;
  readonly #keepsColumns: boolean;
  readonly #mask: Mask = (found) => (this.#fullScreen ? '*'.repeat(columnWidth(found)) : MASK);
  readonly #bytes = new ByteReader();
  readonly #piece: OpenPiece;
  /** What was shown of the piece that has not ended. */
  #shown = '';
  #holding = false;
  #fullScreen = false;

  constructor(redactors: LiveRedactor | readonly LiveRedactor[], options: RedactingStreamOptions = {}) {
    const { wholeLines = false, keepsColumns = false } = options;
    this.#redactors = [redactors].flat();
    this.#wholeLines = wholeLines;
    this.#keepsColumns = keepsColumns;
    this.#lines = this.#redactors.map((redactor) => redactor.lines(this.#mask));
    this.#piece = new OpenPiece(wholeLines ? 'lines' : 'rows');
  }

  /** Whether something is held back. Half a character is not: a terminal shows nothing of it. */
  get holding(): boolean {
    return this.#holding;
  }

  /** What can be shown now. */
  push(output: string | Uint8Array): string {
    return this.#add(typeof output === 'string' ? output : this.#bytes.read(output));
  }

  /**
   * What is held back, because nothing came for as long as the caller allows: but for what is a given secret so far, a
   * private key, and an escape sequence.
   */
  release(): string {
    return this.#holding && !this.#wholeLines ? this.#show(true) : '';
  }

  /** What is left: at the end, or where output is missing. */
  end(): string {
    return this.#add(this.#bytes.end()) + this.#finish(this.#piece.take());
  }

  #add(text: string): string {
    let shown = '';
    for (const ended of this.#piece.append(text)) shown += this.#finish(ended.text) + ended.boundary;
    if (this.#wholeLines) {
      this.#holding = !this.#piece.isEmpty;
      return shown;
    }
    if (this.#piece.isTooLong) return shown + this.#finish(this.#piece.take());
    if (this.#piece.examine()) return shown + this.#show(false);
    this.#holding = true;
    return shown;
  }

  /** What was not shown of a piece that has ended. */
  #finish(piece: string): string {
    this.#notice(piece);
    const ending = piece.endsWith('\r') ? '\r' : '';
    let hidden = ending === '' ? piece : piece.slice(0, -1);
    for (const lines of this.#lines) hidden = lines.line(hidden);
    const rest = this.#beyondShown(hidden + ending);
    this.#shown = '';
    this.#holding = false;
    return rest;
  }

  /** What can be shown of the piece that has not ended. */
  #show(quiet: boolean): string {
    const { text } = this.#piece;
    if (this.#lines.some(({ open }) => open)) {
      this.#holding = text !== '';
      return '';
    }
    this.#notice(text);
    const visible = text.slice(0, heldFrom(this.#redactors, text, { quiet }));
    this.#holding = visible.length < text.length;
    const hidden = this.#redacted(visible);
    // The beginning of a token was shown, and is held back now that there is more of it.
    if (hidden.length < this.#shown.length) return '';
    const rest = this.#beyondShown(hidden);
    this.#shown = hidden;
    if (this.#piece.isLong) this.#forget(visible);
    return rest;
  }

  /** A program that draws may end no line: what was shown long ago is not looked at again with every byte. */
  #forget(visible: string): void {
    const kept = visible.slice(-CONTEXT);
    const hidden = this.#redacted(kept);
    // Where it would be another text without what stands before it, the next time will do.
    if (kept.length === visible.length || !this.#shown.endsWith(hidden)) return;
    this.#piece.drop(visible.length - kept.length);
    this.#shown = hidden;
  }

  #redacted(text: string): string {
    return this.#redactors.reduce((hidden, redactor) => redactor.line(hidden, this.#mask), text);
  }

  /** What was shown cannot be taken back: where the beginning has become another, only the rest is left. */
  #beyondShown(text: string): string {
    let same = 0;
    while (same < this.#shown.length && this.#shown[same] === text[same]) same++;
    return text.slice(same);
  }

  #notice(piece: string): void {
    if (!this.#keepsColumns) return;
    for (const [, mode] of piece.matchAll(SCREEN_CHANGE)) this.#fullScreen = mode === 'h';
  }
}

/** How much is kept of a long piece, for rules that look at what stands before a secret: a name, a word. */
const CONTEXT = 1024;

const SCREEN_CHANGE = new RegExp(screenChangePattern, 'g');
