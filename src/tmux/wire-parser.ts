/** One answer of tmux to one command: what stands between `%begin` and `%end` or `%error`. */
export interface Block {
  /** Whether it answers a command of this client (flag 1), not the attach or a hook (flag 0). */
  readonly own: boolean;
  readonly failed: boolean;
  /** The lines between, with their newlines. */
  readonly body: Buffer;
  /** The body was larger than allowed and is not here. */
  readonly overlong: boolean;
}

export interface WireHandler {
  block(block: Block): void;
  /** Output of a pane; the escaped bytes are `line[start, end)`, valid only during the call. */
  output(pane: number, line: Buffer, start: number, end: number): void;
  /** Any other line that begins with `%`. */
  notification(line: string): void;
  /** A line that fits nothing, such as what a hook prints. */
  stray(line: string): void;
}

export interface WireParserOptions {
  /**
   * Lines longer than this are dropped, so that no peer can fill the memory.
   * @default 67108864
   */
  readonly maxLineBytes?: number;
  /**
   * Blocks larger than this come without their body.
   * @default 268435456
   */
  readonly maxBlockBytes?: number;
  /**
   * Whether lines inside the block that comes now may be notifications. tmux puts `%pause` there on connections that
   * carry output; it does so in no block that has lines of its own, so that the two cannot be mistaken.
   * @default never
   */
  readonly notificationsInBlocks?: (own: boolean) => boolean;
}

const NEWLINE = 0x0a;
const PERCENT = 0x25;
const SPACE = 0x20;
const ZERO = 0x30;
const OUTPUT = Buffer.from('%output %');
const EXTENDED_OUTPUT = Buffer.from('%extended-output %');
const COLON = Buffer.from(' : ');
const BEGIN = Buffer.from('%begin ');
const END = Buffer.from('%end ');
const ERROR = Buffer.from('%error ');

/**
 * Takes the bytes of a control-mode connection, in chunks of any size, and calls its handler for what they say. It
 * never throws, whatever the bytes are, and keeps no more than one line and one block.
 */
export class WireParser {
  readonly #handler: WireHandler;
  readonly #maxLineBytes: number;
  readonly #maxBlockBytes: number;
  readonly #notificationsInBlocks: (own: boolean) => boolean;

  /** The unfinished last line. */
  #rest: Buffer[] = [];
  #restBytes = 0;
  #skippingLine = false;

  /** The open block: the `T N F` that its end must repeat, and its lines so far. */
  #blockId: Buffer | undefined;
  #ownBlock = false;
  #body: Buffer[] = [];
  #bodyBytes = 0;
  /** Lines that stand next to each other in one chunk and are not in `#body` yet. */
  #run: Buffer | undefined;
  #runStart = 0;
  #runEnd = 0;

  constructor(handler: WireHandler, options: WireParserOptions = {}) {
    this.#handler = handler;
    this.#maxLineBytes = options.maxLineBytes ?? 64 * 1024 * 1024;
    this.#maxBlockBytes = options.maxBlockBytes ?? 256 * 1024 * 1024;
    this.#notificationsInBlocks = options.notificationsInBlocks ?? (() => false);
  }

  feed(chunk: Buffer): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end < 0) break;
      if (this.#skippingLine) this.#skippingLine = false;
      else if (this.#restBytes > 0) this.#finishRest(chunk.subarray(start, end + 1));
      else this.#line(chunk, start, end);
      start = end + 1;
    }
    if (start < chunk.length) this.#keepRest(chunk.subarray(start));
    this.#endRun();
  }

  #keepRest(part: Buffer): void {
    if (this.#skippingLine) return;
    this.#rest.push(part);
    this.#restBytes += part.length;
    if (this.#restBytes > this.#maxLineBytes) {
      if (this.#blockId) this.#bodyBytes = this.#maxBlockBytes + 1;
      this.#rest = [];
      this.#restBytes = 0;
      this.#skippingLine = true;
    }
  }

  #finishRest(lastPart: Buffer): void {
    this.#rest.push(lastPart);
    const line = Buffer.concat(this.#rest);
    this.#rest = [];
    this.#restBytes = 0;
    this.#line(line, 0, line.length - 1);
  }

  /** A whole line, `buffer[start, end)`, its newline at `end`. */
  #line(buffer: Buffer, start: number, end: number): void {
    if (this.#blockId) this.#blockLine(buffer, start, end, this.#blockId);
    else if (buffer[start] === PERCENT) this.#percentLine(buffer, start, end);
    else this.#handler.stray(buffer.toString('utf8', start, end));
  }

  #blockLine(buffer: Buffer, start: number, end: number, id: Buffer): void {
    if (buffer[start] === PERCENT) {
      if (isLine(buffer, start, end, END, id)) return this.#finishBlock(false);
      if (isLine(buffer, start, end, ERROR, id)) return this.#finishBlock(true);
      if (this.#notificationsInBlocks(this.#ownBlock)) return this.#percentLine(buffer, start, end);
    }
    this.#bodyBytes += end + 1 - start;
    if (this.#run !== buffer || this.#runEnd !== start) {
      this.#endRun();
      this.#run = buffer;
      this.#runStart = start;
    }
    this.#runEnd = end + 1;
  }

  #endRun(): void {
    if (!this.#run) return;
    if (this.#bodyBytes <= this.#maxBlockBytes)
      this.#body.push(this.#run.subarray(this.#runStart, this.#runEnd));
    else this.#body = [];
    this.#run = undefined;
  }

  #finishBlock(failed: boolean): void {
    this.#endRun();
    const overlong = this.#bodyBytes > this.#maxBlockBytes;
    const body = this.#body.length === 1 && this.#body[0] ? this.#body[0] : Buffer.concat(this.#body);
    this.#blockId = undefined;
    this.#body = [];
    this.#bodyBytes = 0;
    this.#handler.block({ own: this.#ownBlock, failed, body, overlong });
  }

  #percentLine(buffer: Buffer, start: number, end: number): void {
    const id = start + BEGIN.length;
    if (!this.#blockId && startsWith(buffer, start, end, BEGIN) && isBlockId(buffer, id, end)) {
      this.#blockId = buffer.subarray(id, end);
      this.#ownBlock = ((buffer[end - 1] ?? 0) & 1) === 1;
      return;
    }
    if (startsWith(buffer, start, end, OUTPUT)) {
      return this.#outputLine(buffer, start + OUTPUT.length, end, false);
    }
    if (startsWith(buffer, start, end, EXTENDED_OUTPUT)) {
      return this.#outputLine(buffer, start + EXTENDED_OUTPUT.length, end, true);
    }
    this.#handler.notification(buffer.toString('utf8', start, end));
  }

  /** `%output %7 data` or `%extended-output %7 AGE … : data`; `at` is just behind the `%` of the pane. */
  #outputLine(buffer: Buffer, at: number, end: number, extended: boolean): void {
    let pane = 0;
    let i = at;
    for (; i < end; i++) {
      const digit = (buffer[i] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) break;
      pane = pane * 10 + digit;
    }
    const colon = extended ? buffer.indexOf(COLON, i) : i;
    const data = extended ? colon + COLON.length : i + 1;
    if (i === at || buffer[i] !== SPACE || !Number.isSafeInteger(pane) || colon < 0 || data > end) {
      return this.#handler.stray(buffer.toString('utf8', at, end));
    }
    this.#handler.output(pane, buffer, data, end);
  }
}

/** Whether a line is the word and then the id. Lines are short: a loop is faster than a call into C++. */
function isLine(buffer: Buffer, start: number, end: number, word: Buffer, id: Buffer): boolean {
  return (
    end - start === word.length + id.length &&
    startsWith(buffer, start, end, word) &&
    startsWith(buffer, start + word.length, end, id)
  );
}

function startsWith(buffer: Buffer, start: number, end: number, prefix: Buffer): boolean {
  if (end - start < prefix.length) return false;
  for (let i = 0; i < prefix.length; i++) {
    if (buffer[start + i] !== prefix[i]) return false;
  }
  return true;
}

/** Three numbers with one space between. */
function isBlockId(buffer: Buffer, start: number, end: number): boolean {
  let spaces = 0;
  let digits = 0;
  for (let i = start; i < end; i++) {
    const byte = buffer[i] ?? 0;
    if (byte === SPACE && digits > 0) {
      spaces++;
      digits = 0;
    } else if (byte >= ZERO && byte <= ZERO + 9) {
      digits++;
    } else {
      return false;
    }
  }
  return spaces === 2 && digits > 0;
}
