import type { RedactingStream } from '../../redaction/index.js';
import type { StyledScreen } from '../../screen/index.js';
import { isContinuation } from '../../tmux/index.js';
import { unfinishedSequence } from '../../vt/index.js';
import { styleBeforeCursor, textBeforeCursor } from './paint-terminal.js';
import { Pen } from './pen.js';
import { utf8Tail } from './utf8-tail.js';

/** What of some output goes to the viewers, and what has to be done about the screen. */
export interface StreamStep {
  readonly bytes: Uint8Array | undefined;
  /** Drawn as it is, the screen would not be that of the pane: it needs a paint. */
  readonly repaint: 'soon' | 'later' | undefined;
}

/**
 * The output of a pane on its way to viewers: redacted, with what the next paint has to know of it. While something is
 * held back that may become a secret nothing goes out, and the screen is painted now and then.
 */
export class TerminalStream {
  readonly #redacting: () => RedactingStream;
  #redaction: RedactingStream;
  readonly #pen = new Pen();
  #decoder = new TextDecoder();
  #tail: Uint8Array = NOTHING;
  /**
   * The begin of an escape sequence: a title may hold half a secret, and as a terminal shows nothing of it yet, it is no
   * reason for a paint.
   */
  #cutText = '';
  #cut: Uint8Array = NOTHING;
  /** Whether it is known what was printed before the next output. */
  #known = false;
  #begun = false;
  /** It began inside a character, and the screen was not looked at since. */
  #torn = false;
  #holding = false;

  constructor(redacting: () => RedactingStream) {
    this.#redacting = redacting;
    this.#redaction = redacting();
  }

  /** Nothing goes out before the next paint. */
  get holding(): boolean {
    return this.#holding;
  }

  get pen(): string {
    return this.#pen.sequences;
  }

  /** The begin of a character whose end has not come. */
  get tail(): Uint8Array {
    return this.#tail;
  }

  output(data: Uint8Array): StreamStep {
    // The begin of a character came before anybody listened: only tmux has it.
    const isTorn = !this.#begun && this.#tail.length === 0 && isContinuation(data[0]);
    this.#begun = true;
    this.#tail = utf8Tail(this.#tail.length > 0 ? Buffer.concat([this.#tail, data]) : data);
    const text = this.#decoder.decode(data, { stream: true });
    const shown = this.#shown(text);
    const bytes = this.#cut.length > 0 ? Buffer.concat([this.#cut, data]) : data;
    const end = cutPlace(bytes, this.#cutText);
    this.#cut = bytes.subarray(end);
    this.#pen.output(text);
    if (isTorn) {
      // No rule would find a secret that it is a part of: nothing goes out before the screen has it.
      this.#known = false;
      this.#holding = true;
      this.#torn = true;
    }
    if (this.#holding) return { bytes: undefined, repaint: 'soon' };
    this.#holding = this.#redaction.holding;
    if (shown.asPrinted) {
      return { bytes: bytes.subarray(0, end), repaint: this.#pen.guessed ? 'later' : undefined };
    }
    return { bytes: Buffer.from(shown.text), repaint: 'soon' };
  }

  /** The screen was looked at, at this place of the output. */
  seen(screen: StyledScreen): void {
    if (!this.#known) {
      this.#redaction = this.#redacting();
      this.#redaction.push(textBeforeCursor(screen));
    }
    this.#known = true;
    // The screen may have been looked at before the character had ended.
    if (this.#torn) this.#begun = false;
    this.#torn = false;
    this.#holding = this.#redaction.holding;
    const style = this.#pen.guessed ? styleBeforeCursor(screen) : undefined;
    if (style) this.#pen.learn(style);
  }

  /** Something is missing. */
  interrupt(): void {
    this.#decoder = new TextDecoder();
    this.#tail = NOTHING;
    this.#cut = NOTHING;
    this.#cutText = '';
    this.#known = false;
    this.#begun = false;
    this.#pen.forget();
  }

  /** What of some output can be shown, and whether that is just what was printed, but for the cut. */
  #shown(printed: string): { readonly text: string; readonly asPrinted: boolean } {
    const heldBefore = this.#redaction.holding;
    const all = this.#cutText + printed;
    const whole = all.slice(0, unfinishedSequence(all));
    this.#cutText = all.slice(whole.length);
    const text = this.#redaction.push(whole);
    return { text, asPrinted: !heldBefore && !this.#redaction.holding && text === whole };
  }
}

const NOTHING = new Uint8Array(0);

/** Where the begin of a sequence stands in the bytes that end with it. One that waits for its last byte has two escapes. */
function cutPlace(bytes: Uint8Array, cut: string): number {
  if (cut === '') return bytes.length;
  const last = bytes.lastIndexOf(ESCAPE);
  return cut.lastIndexOf('\x1b') > 0 ? bytes.lastIndexOf(ESCAPE, last - 1) : last;
}

const ESCAPE = 0x1b;
