import { WebSocket } from 'ws';
import type { TerminalFrame } from '../../../src/operations/terminals/terminal-frames.js';
import { TerminalReader } from '../terminals/terminal-reader.js';

export interface TerminalClientOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it says what it has drawn. @default true */
  readonly acknowledges?: boolean;
}

/** A viewer at the other end of a WebSocket. */
export class TerminalClient extends TerminalReader implements AsyncDisposable {
  readonly socket: WebSocket;
  /** The HTTP status that the upgrade was refused with. */
  refused: number | undefined;
  closeCode: number | undefined;

  constructor(url: string, query: Readonly<Record<string, string>>, options: TerminalClientOptions = {}) {
    super();
    const { token, headers, acknowledges = true } = options;
    const address = `${url.replace(/^http/, 'ws')}/api/terminals?${new URLSearchParams(query)}`;
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    this.socket = new WebSocket(address, { headers: { ...authorization, ...headers } });
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        this.takeBytes(data);
        if (acknowledges) this.say({ type: 'ack', bytes: data.length });
      } else this.takeFrame(JSON.parse(data.toString()) as TerminalFrame);
    });
    this.socket.on('unexpected-response', (request, response) => {
      this.refused = response.statusCode;
      request.destroy();
      this.changed();
    });
    this.socket.on('error', () => this.changed());
    this.socket.on('close', (code) => {
      this.closeCode = code;
      this.changed();
    });
  }

  say(request: object): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(request));
  }

  type(text: string | Uint8Array): void {
    this.socket.send(Buffer.from(text as string));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    this.socket.terminate();
    await this.until(() => this.closeCode !== undefined);
  }
}
