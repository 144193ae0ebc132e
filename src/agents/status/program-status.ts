import type { ProgramSignal } from './program-signal.js';
import { readOsc } from './read-osc.js';

export type { ProgramSignal, StatusState } from './program-signal.js';

/** What is sent to a program that has asked `OSC 7501;?`. */
export const STATUS_ANSWER = '\x1b]7501;?\x1b\\';

const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;
const ESC = 0x1b;
/** No OSC that says anything to us is longer; of a longer one only the end is waited for. */
const MAX_OSC_BYTES = 8 * 1024;
const MAX_CSI_BYTES = 64;
/** A passthrough that has no end by then was none. */
const MAX_PASSTHROUGH_BYTES = 1024 * 1024;
const MOST_LAYERS = 4;
const PASSTHROUGH = Buffer.from('tmux;');

type Mode = 'text' | 'escape' | 'csi' | 'osc' | 'string' | 'dcs' | 'passthrough' | 'passthrough-escape';

/**
 * Reads OSC 7501, OSC 133, OSC 9;4, titles, bells and a few modes out of raw output, split anywhere. It takes the
 * bytes as tmux does: an OSC ends with BEL or at the next ESC, and never with 0x9c, which is part of UTF-8 characters.
 */
export class ProgramStatusScanner {
  readonly #layer: number;
  #mode: Mode = 'text';
  /** What of the sequence at hand has come; `undefined` where it became too long. */
  #held: number[] | undefined = [];
  #inner: ProgramStatusScanner | undefined;
  #passed = 0;
  /** Whether nothing was printed since the mark B of OSC 133. */
  #isBehindB = false;

  /** @param layer how many passthroughs are around what it reads */
  constructor(layer = 0) {
    this.#layer = layer;
  }

  push(data: Buffer): ProgramSignal[] {
    const signals: ProgramSignal[] = [];
    for (let i = 0; i < data.length; i++) this.#see(data[i] ?? 0, signals);
    return signals;
  }

  /** Bytes are missing: what was begun will not be completed. */
  reset(): void {
    this.#enter('text');
  }

  #see(byte: number, signals: ProgramSignal[]): void {
    // Nearly all bytes are text.
    if (this.#mode === 'text' && byte !== ESC) this.#isBehindB = false;
    if (this.#mode !== 'text' || byte === ESC || byte === BEL) this.#take(byte, signals);
  }

  #take(byte: number, signals: ProgramSignal[]): void {
    switch (this.#mode) {
      case 'passthrough':
        return this.#takePassed(byte, signals);
      case 'passthrough-escape':
        return this.#endOrPass(byte, signals);
      case 'osc':
        if (byte === BEL || byte === ESC) this.#endOsc(signals);
        if (byte === ESC) return this.#enter('escape');
        if (byte === BEL || byte === CAN || byte === SUB) return this.#enter('text');
        return this.#hold(byte, MAX_OSC_BYTES);
    }
    if (byte === ESC) return this.#enter('escape');
    if (byte === CAN || byte === SUB) return this.#enter('text');
    if (this.#mode === 'string') return;
    if (this.#mode === 'dcs') return this.#takeDcs(byte);
    // A control character within a sequence is obeyed at once, and the sequence goes on.
    if (byte === BEL) signals.push({ type: 'bell' });
    else if (byte < 0x20) return;
    else if (this.#mode === 'csi') this.#takeCsi(byte, signals);
    else if (this.#mode === 'escape') this.#takeEscape(byte, signals);
  }

  #takeEscape(byte: number, signals: ProgramSignal[]): void {
    // Between ESC and its last character there may be others: ESC ( B.
    if (byte < 0x30) return void this.#held?.push(byte);
    if (this.#held?.length) return this.#enter('text');
    switch (String.fromCharCode(byte)) {
      case ']':
        return this.#enter('osc');
      case '[':
        return this.#enter('csi');
      case 'P':
        return this.#enter('dcs');
      // SOS, PM, APC, and the name of the window, which only tmux knows.
      case 'X':
      case '^':
      case '_':
      case 'k':
        return this.#enter('string');
      case 'c':
        // A full reset.
        signals.push({ type: 'mode', mode: 2004, on: false }, { type: 'mode', mode: 1004, on: false });
    }
    this.#enter('text');
  }

  #takeCsi(byte: number, signals: ProgramSignal[]): void {
    if (byte < 0x40) return this.#hold(byte, MAX_CSI_BYTES);
    if (byte === 0x68 || byte === 0x6c) signals.push(...readModes(this.#text(), byte === 0x68));
    this.#enter('text');
  }

  #endOsc(signals: ProgramSignal[]): void {
    const signal = this.#held && readOsc(this.#text());
    if (!signal) return;
    if (signal.type === 'shell') {
      const aroundMessage = this.#isBehindB && signal.mark === 'C';
      this.#isBehindB = signal.mark === 'B';
      return void signals.push(aroundMessage ? { ...signal, aroundMessage } : signal);
    }
    const pastTmux = signal.type === 'status-query' && this.#layer > 0;
    signals.push(pastTmux ? { ...signal, pastTmux } : signal);
  }

  /** Of all device control strings only the one is looked into by which a program speaks past tmux. */
  #takeDcs(byte: number): void {
    const length = this.#held?.length ?? 0;
    if (byte !== PASSTHROUGH[length] || this.#layer === MOST_LAYERS) return this.#enter('string');
    this.#held?.push(byte);
    if (length + 1 < PASSTHROUGH.length) return;
    this.#enter('passthrough');
    this.#inner = new ProgramStatusScanner(this.#layer + 1);
    this.#passed = 0;
  }

  /** Inside, every ESC is doubled: one by itself is the beginning of the end. */
  #takePassed(byte: number, signals: ProgramSignal[]): void {
    if (byte === ESC) {
      this.#mode = 'passthrough-escape';
      return;
    }
    if (++this.#passed > MAX_PASSTHROUGH_BYTES) return this.#enter('text');
    if (this.#inner) this.#inner.#see(byte, signals);
  }

  #endOrPass(byte: number, signals: ProgramSignal[]): void {
    if (byte === 0x5c) return this.#enter('text');
    this.#mode = 'passthrough';
    if (this.#inner) this.#inner.#see(byte, signals);
  }

  #enter(mode: Mode): void {
    this.#mode = mode;
    this.#held = [];
    this.#inner = undefined;
  }

  #hold(byte: number, most: number): void {
    if (this.#held && this.#held.length >= most) this.#held = undefined;
    this.#held?.push(byte);
  }

  #text(): string {
    return Buffer.from(this.#held ?? []).toString();
  }
}

/** `?2004;1004` → both. */
function readModes(parameters: string, on: boolean): ProgramSignal[] {
  if (!parameters.startsWith('?')) return [];
  return parameters
    .slice(1)
    .split(';')
    .flatMap((text): ProgramSignal[] => {
      const mode = Number(text);
      if (mode === 2004 || mode === 1004 || mode === 1049) return [{ type: 'mode', mode, on }];
      // The older ways to the alternate screen.
      return mode === 47 || mode === 1047 ? [{ type: 'mode', mode: 1049, on }] : [];
    });
}
