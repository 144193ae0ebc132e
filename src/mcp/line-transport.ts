import type { Readable, Writable } from 'node:stream';
import {
  deserializeMessage,
  type JSONRPCMessage,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server';

/**
 * One message on each line of a pair of streams. Unlike the transport of the SDK it stays open when the input ends:
 * what was asked before is still answered, and its owner closes it then.
 */
export class LineTransport implements Transport {
  readonly #input: Readable;
  readonly #output: Writable;
  /** The beginning of a line whose end has not come yet. */
  #begun: Buffer[] = [];
  #begunBytes = 0;
  #isClosed = false;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#read);
    this.#input.on('error', this.#fail);
    this.#output.on('error', this.#fail);
  }

  /** Resolves when the reader has taken it, or can take more. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed || this.#output.destroyed) throw new Error('The client has gone.');
    if (this.#output.write(serializeMessage(message))) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#output.off('drain', done);
        this.#output.off('close', done);
        resolve();
      };
      this.#output.on('drain', done);
      this.#output.on('close', done);
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off('data', this.#read);
    this.#input.pause();
    this.#forget();
    // What is still being written may fail, and then nobody needs it: the listeners for errors stay.
    this.onclose?.();
  }

  readonly #read = (chunk: Buffer): void => {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0 && !this.#isClosed; end = chunk.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...this.#begun, chunk.subarray(start, end)]).toString();
      this.#forget();
      start = end + 1;
      this.#take(line);
    }
    this.#begun.push(chunk.subarray(start));
    this.#begunBytes += chunk.length - start;
    if (this.#begunBytes <= STDIO_DEFAULT_MAX_BUFFER_SIZE) return;
    this.#forget();
    this.onerror?.(new Error(`A message is longer than ${STDIO_DEFAULT_MAX_BUFFER_SIZE} bytes.`));
  };

  #take(line: string): void {
    if (line.trim() === '') return;
    try {
      this.onmessage?.(deserializeMessage(line));
    } catch (error) {
      // A line that is no message; the next one may be.
      this.onerror?.(error as Error);
    }
  }

  #forget(): void {
    this.#begun = [];
    this.#begunBytes = 0;
  }

  readonly #fail = (error: Error): void => {
    if (!this.#isClosed) this.onerror?.(error);
  };
}

const NEWLINE = 0x0a;
