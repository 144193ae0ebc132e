import { MuxError } from '../../model/index.js';

export type ExecChannel = 'stdout' | 'stderr';

/**
 * Takes apart the stream of an exec without a terminal: frames of one byte channel, three bytes zero, four bytes
 * length (big endian), then that many bytes. A part of a frame is handed on as soon as it is there, without a copy.
 */
export class ExecDemux {
  readonly #onBytes: (channel: ExecChannel, bytes: Buffer) => void;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerFilled = 0;
  #channel: ExecChannel = 'stdout';
  #payloadLeft = 0;

  constructor(onBytes: (channel: ExecChannel, bytes: Buffer) => void) {
    this.#onBytes = onBytes;
  }

  /** Bytes as they came from the engine, cut anywhere. */
  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#payloadLeft === 0) {
        at += this.#takeHeader(chunk, at);
        continue;
      }
      const end = Math.min(chunk.length, at + this.#payloadLeft);
      this.#payloadLeft -= end - at;
      this.#onBytes(this.#channel, chunk.subarray(at, end));
      at = end;
    }
  }

  #takeHeader(chunk: Buffer, at: number): number {
    const taken = chunk.copy(this.#header, this.#headerFilled, at, at + HEADER_BYTES - this.#headerFilled);
    this.#headerFilled += taken;
    if (this.#headerFilled === HEADER_BYTES) {
      this.#headerFilled = 0;
      this.#channel = channelOf(this.#header);
      this.#payloadLeft = this.#header.readUInt32BE(4);
    }
    return taken;
  }
}

const HEADER_BYTES = 8;

function channelOf(header: Buffer): ExecChannel {
  const [channel = 255, ...zeros] = header.subarray(0, 4);
  // 0 is stdin, which engines use for stdout too; 3 is a message of the engine itself.
  if (channel <= 3 && zeros.every((zero) => zero === 0)) return channel >= 2 ? 'stderr' : 'stdout';
  throw new MuxError('PROTOCOL_ERROR', 'The Docker engine sent an exec stream that is not framed.', {
    suggestion: 'Check that what answers there is a Docker engine.',
    details: { header: header.toString('hex') },
  });
}
