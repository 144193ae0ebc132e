import type { CastEvent, CastFormat, CastHeader } from './cast-event.js';

/** The first line of a recording, with its newline. */
export function encodeHeader(header: CastHeader): string {
  const { format, width, height, timestamp, title, command, idleTimeLimit, env } = header;
  const size = format === 'v2' ? { width, height } : { term: { cols: width, rows: height } };
  return `${JSON.stringify({
    version: format === 'v2' ? 2 : 3,
    ...size,
    timestamp,
    idle_time_limit: idleTimeLimit,
    command,
    title,
    env,
  })}\n`;
}

/**
 * Makes lines of events. In version 2 a line has the time since the begin, in version 3 the time since the line before:
 * so one encoder writes one recording, in order. A time that goes back counts as none that passed.
 *
 * @example
 * const encoder = new CastEncoder('v3');
 * encoder.encode({ at: 1.5, type: 'output', data: 'hi' }); // '[1.5,"o","hi"]\n'
 */
export class CastEncoder {
  readonly #format: CastFormat;
  /** Microseconds of the last event: sums of whole numbers do not drift. */
  #last: number;
  #before: number;

  /** @param at where a recording that is continued stands, in seconds */
  constructor(format: CastFormat, at = 0) {
    this.#format = format;
    this.#last = micros(at);
    this.#before = this.#last;
  }

  encode(event: CastEvent): string {
    const now = Math.max(this.#last, micros(event.at));
    const time = (this.#format === 'v2' ? now : now - this.#last) / SECOND;
    this.#before = this.#last;
    this.#last = now;
    const [code, data] = this.#words(event);
    return `${JSON.stringify([time, code, data])}\n`;
  }

  /** The last line was not written: the next one counts from the one before it. */
  undo(): void {
    this.#last = this.#before;
  }

  #words(event: CastEvent): readonly [code: string, data: string] {
    switch (event.type) {
      case 'output':
        return ['o', event.data];
      case 'input':
        return ['i', event.data];
      case 'resize':
        return ['r', `${event.width}x${event.height}`];
      case 'marker':
        return ['m', event.label];
      case 'exit':
        return this.#format === 'v2' ? ['m', `exit ${event.code}`] : ['x', String(event.code)];
    }
  }
}

const SECOND = 1_000_000;

function micros(seconds: number): number {
  return Math.round(seconds * SECOND);
}
