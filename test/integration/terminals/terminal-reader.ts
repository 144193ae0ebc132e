import type { TerminalFrame } from '../../../src/operations/terminals/terminal-frames.js';
import { WaitingReader } from '../waiting-reader.js';

/** Keeps what a viewer of a terminal is given. */
export class TerminalReader extends WaitingReader {
  readonly frames: TerminalFrame[] = [];
  bytes = Buffer.alloc(0);
  total = 0;

  get text(): string {
    return this.bytes.toString();
  }

  frame<Type extends TerminalFrame['type']>(type: Type): Promise<Extract<TerminalFrame, { type: Type }>> {
    return this.until(() =>
      this.frames.find((frame): frame is Extract<TerminalFrame, { type: Type }> => frame.type === type),
    );
  }

  protected takeFrame(frame: TerminalFrame): void {
    this.frames.push(frame);
    this.changed();
  }

  protected takeBytes(data: Uint8Array): void {
    this.total += data.length;
    this.bytes = Buffer.concat([this.bytes, data]);
    this.changed();
  }
}
