import { WebSocket } from 'ws';
import type { StreamFrame, StreamRequest } from '../../../src/operations/streams/stream-frames.js';
import { WaitingReader } from '../waiting-reader.js';

/** A client of `/api/streams`. */
export class StreamClient extends WaitingReader implements AsyncDisposable {
  readonly socket: WebSocket;
  readonly frames: StreamFrame[] = [];
  closeCode: number | undefined;

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    super();
    this.socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/streams`, { headers });
    this.socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)) as StreamFrame);
      this.changed();
    });
    this.socket.on('open', () => this.changed());
    this.socket.on('error', () => this.changed());
    this.socket.on('close', (code) => {
      this.closeCode = code;
      this.changed();
    });
  }

  /** Resolves when it is connected, or was refused. */
  async opened(): Promise<this> {
    await this.until(() => this.socket.readyState === WebSocket.OPEN || this.closeCode !== undefined);
    return this;
  }

  say(request: StreamRequest | string): void {
    this.socket.send(typeof request === 'string' ? request : JSON.stringify(request));
  }

  /** The first frame of a type, of one stream where it is named. */
  frame<Type extends StreamFrame['type']>(
    type: Type,
    id?: string,
  ): Promise<Extract<StreamFrame, { type: Type }>> {
    return this.until(() =>
      this.frames.find(
        (frame): frame is Extract<StreamFrame, { type: Type }> =>
          frame.type === type && (id === undefined || ('id' in frame && frame.id === id)),
      ),
    );
  }

  /** What has come of a stream. */
  items(id: string): readonly unknown[] {
    return this.frames.flatMap((frame) => (frame.type === 'item' && frame.id === id ? [frame.item] : []));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.terminate();
    await this.until(() => this.closeCode !== undefined);
  }
}
