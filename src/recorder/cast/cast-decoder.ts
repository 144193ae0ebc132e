import { callOf, MuxError, phrase } from '../../model/index.js';
import type { CastEvent, CastFormat, CastHeader } from './cast-event.js';

/**
 * Reads a recording line by line. What a later version may add, lines with other codes, is passed over, and so are
 * comments. Fails with `RECORDING_INVALID`, which names the line.
 *
 * @example
 * const decoder = new CastDecoder('demo.cast');
 * for (const line of text.split('\n')) decoder.push(line); // undefined for the header
 */
export class CastDecoder {
  readonly #place: string;
  #header: CastHeader | undefined;
  #line = 0;
  #at = 0;

  /** @param place how the recording is called in errors */
  constructor(place: string) {
    this.#place = place;
  }

  /** What stood in the first line; `undefined` before that. */
  get header(): CastHeader | undefined {
    return this.#header;
  }

  /** How far it is, in seconds. */
  get at(): number {
    return this.#at;
  }

  push(line: string): CastEvent | undefined {
    this.#line++;
    const text = line.trim();
    if (this.#header === undefined) {
      this.#header = this.#readHeader(text);
      return undefined;
    }
    if (text === '' || text.startsWith('#')) return undefined;
    return this.#readEvent(text, this.#header.format);
  }

  #readHeader(text: string): CastHeader {
    const value = this.#json(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.#wrong('no header');
    const header = value as Record<string, unknown>;
    const { version } = header;
    if (version !== 2 && version !== 3) {
      throw this.#wrong(`version ${JSON.stringify(version)} of asciicast, and only 2 and 3 are understood`);
    }
    const term = (version === 2 ? header : (header.term ?? {})) as Record<string, unknown>;
    const [width, height] = version === 2 ? [term.width, term.height] : [term.cols, term.rows];
    if (!isSize(width) || !isSize(height)) throw this.#wrong('no size of a terminal');
    return {
      format: version === 2 ? 'v2' : 'v3',
      width,
      height,
      ...(typeof header.timestamp === 'number' && { timestamp: header.timestamp }),
      ...(typeof header.title === 'string' && { title: header.title }),
      ...(typeof header.command === 'string' && { command: header.command }),
      ...(typeof header.idle_time_limit === 'number' && { idleTimeLimit: header.idle_time_limit }),
      ...(isWords(header.env) && { env: header.env }),
    };
  }

  #readEvent(text: string, format: CastFormat): CastEvent | undefined {
    const value = this.#json(text);
    const [time, code, data] = Array.isArray(value) ? value : [];
    if (typeof time !== 'number' || !(time >= 0) || typeof code !== 'string' || typeof data !== 'string') {
      throw this.#wrong('no event, which is [time, code, text]');
    }
    this.#at = format === 'v2' ? Math.max(this.#at, time) : round(this.#at + time);
    const at = this.#at;
    if (code === 'o') return { at, type: 'output', data };
    if (code === 'i') return { at, type: 'input', data };
    if (code === 'm') return { at, type: 'marker', label: data };
    if (code === 'x') return { at, type: 'exit', code: Number(data) || 0 };
    if (code !== 'r') return undefined;
    const [width, height] = data.split('x').map(Number);
    if (!isSize(width) || !isSize(height)) throw this.#wrong('no size of a terminal');
    return { at, type: 'resize', width, height };
  }

  #json(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.#wrong('no JSON');
    }
  }

  #wrong(what: string): MuxError {
    return new MuxError('RECORDING_INVALID', `Line ${this.#line} of '${this.#place}' is ${what}.`, {
      suggestion: phrase`A recording is a file in the form asciicast 2 or 3, as ${callOf('recording.start')} or asciinema makes it.`,
      details: { line: this.#line },
    });
  }
}

/** Microseconds are what is written: sums must not drift from them. */
function round(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

/** No terminal is larger, and a picture of one would not fit anywhere. */
const LARGEST = 10_000;

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= LARGEST;
}

function isWords(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((word) => typeof word === 'string');
}
