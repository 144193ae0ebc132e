import { type ControlSequence, passedThrough, type Token, Tokenizer } from '../vt/index.js';
import type { ProgramSignal } from './program-signal.js';
import { readOscSignal } from './read-osc-signal.js';

export type { ProgramSignal, StatusState } from './program-signal.js';

/** What is sent to a program that has asked `OSC 7501;?`. */
export const STATUS_ANSWER = '\x1b]7501;?\x1b\\';

const MOST_LAYERS = 4;

/**
 * Reads OSC 7501, OSC 133, OSC 9;4, titles, bells and a few modes out of raw output, split anywhere. It takes the
 * bytes as tmux does: an OSC ends with BEL or at the next ESC, and never with 0x9c, which is part of UTF-8 characters.
 */
export class ProgramStatusScanner {
  readonly #layer: number;
  readonly #tokenizer = new Tokenizer();
  /** Whether nothing was printed since the mark B of OSC 133. */
  #isBehindB = false;

  /** @param layer how many passthroughs are around what it reads */
  constructor(layer = 0) {
    this.#layer = layer;
  }

  push(data: Buffer): ProgramSignal[] {
    return this.#read(data.toString('latin1'));
  }

  /** Bytes are missing: what was begun will not be completed. */
  reset(): void {
    this.#tokenizer.end();
  }

  /** @param bytes one character each */
  #read(bytes: string): ProgramSignal[] {
    // Nearly all output is text.
    if (!this.#tokenizer.isInside && !bytes.includes('\x07') && !bytes.includes('\x1b')) {
      if (bytes !== '') this.#isBehindB = false;
      return [];
    }
    return this.#tokenizer.push(bytes).flatMap((token) => this.#signals(token));
  }

  #signals(token: Token): ProgramSignal[] {
    if (token.kind === 'text' || (token.kind === 'control' && token.raw !== '')) this.#isBehindB = false;
    if (token.kind === 'control') return token.character === '\x07' ? [{ type: 'bell' }] : [];
    if (token.kind === 'csi') return readModes(token);
    if (token.kind === 'escape') return token.intermediates === '' && token.final === 'c' ? RESET : [];
    if (token.kind !== 'string' || token.cancelled) return [];
    if (token.opener === ']') return this.#osc(Buffer.from(token.text, 'latin1').toString());
    return token.opener === 'P' ? this.#passthrough(token.text) : [];
  }

  #osc(text: string): ProgramSignal[] {
    const signal = readOscSignal(text);
    if (!signal) return [];
    if (signal.type === 'shell') {
      const aroundMessage = this.#isBehindB && signal.mark === 'C';
      this.#isBehindB = signal.mark === 'B';
      return [aroundMessage ? { ...signal, aroundMessage } : signal];
    }
    const pastTmux = signal.type === 'status-query' && this.#layer > 0;
    return [pastTmux ? { ...signal, pastTmux } : signal];
  }

  /** Of all device control strings only the one is looked into by which a program speaks past tmux. */
  #passthrough(text: string): ProgramSignal[] {
    const passed = this.#layer < MOST_LAYERS ? passedThrough(text) : undefined;
    return passed === undefined ? [] : new ProgramStatusScanner(this.#layer + 1).#read(passed);
  }
}

const RESET: ProgramSignal[] = [
  { type: 'mode', mode: 2004, on: false },
  { type: 'mode', mode: 1004, on: false },
];

/** `?2004;1004` → both. */
function readModes({ marker, parameters, intermediates, final }: ControlSequence): ProgramSignal[] {
  const on = final === 'h';
  if (marker !== '?' || intermediates !== '' || (!on && final !== 'l')) return [];
  return parameters.split(';').flatMap((text): ProgramSignal[] => {
    const mode = Number(text);
    if (mode === 2004 || mode === 1004 || mode === 1049) return [{ type: 'mode', mode, on }];
    // The older ways to the alternate screen.
    return mode === 47 || mode === 1047 ? [{ type: 'mode', mode: 1049, on }] : [];
  });
}
