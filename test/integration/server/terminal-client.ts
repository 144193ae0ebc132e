import { WebSocket } from 'ws';
import type { TerminalFrame } from '../../../src/operations/terminals/terminal-frames.js';

export interface TerminalClientOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it says what it has drawn. @default true */
  readonly acknowledges?: boolean;
}

/** A viewer at the other end of a WebSocket. */
export class TerminalClient implements AsyncDisposable {
  readonly socket: WebSocket;
  readonly frames: TerminalFrame[] = [];
  bytes = Buffer.alloc(0);
  total = 0;
  /** The HTTP status that the upgrade was refused with. */
  refused: number | undefined;
  closeCode: number | undefined;
  readonly #sleepers = new Set<() => void>();

  constructor(url: string, query: Readonly<Record<string, string>>, options: TerminalClientOptions = {}) {
    const { token, headers, acknowledges = true } = options;
    const address = `${url.replace(/^http/, 'ws')}/api/terminals?${new URLSearchParams(query)}`;
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    this.socket = new WebSocket(address, { headers: { ...authorization, ...headers } });
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        this.total += data.length;
        this.bytes = Buffer.concat([this.bytes, data]);
        if (acknowledges) this.say({ type: 'ack', bytes: data.length });
      } else this.frames.push(JSON.parse(data.toString()) as TerminalFrame);
      this.#changed();
    });
    this.socket.on('unexpected-response', (request, response) => {
      this.refused = response.statusCode;
      request.destroy();
      this.#changed();
    });
    this.socket.on('error', () => this.#changed());
    this.socket.on('close', (code) => {
      this.closeCode = code;
      this.#changed();
    });
  }

  get text(): string {
    return this.bytes.toString();
  }

  say(request: object): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(request));
  }

  type(text: string | Uint8Array): void {
    this.socket.send(Buffer.from(text as string));
  }

  frame<Type extends TerminalFrame['type']>(type: Type): Promise<Extract<TerminalFrame, { type: Type }>> {
    return this.until(() =>
      this.frames.find((frame): frame is Extract<TerminalFrame, { type: Type }> => frame.type === type),
    );
  }

  async until<T>(look: () => T | undefined | false): Promise<T> {
    for (;;) {
      const found = look();
      if (found !== undefined && found !== false) return found;
      await new Promise<void>((resolve) => {
        this.#sleepers.add(resolve);
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    this.socket.terminate();
    await this.until(() => this.closeCode !== undefined);
  }

  #changed(): void {
    const sleepers = [...this.#sleepers];
    this.#sleepers.clear();
    for (const wake of sleepers) wake();
  }
}
