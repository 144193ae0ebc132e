import { randomBytes } from 'node:crypto';
import type { HostStream } from '../hosts/index.js';
import {
  abortedError,
  type CallOptions,
  MuxError,
  onAbort,
  PatientTimer,
  timeoutError,
} from '../model/index.js';
import { commandError } from './command-error.js';
import type { ConnectionEnd } from './connection-end.js';
import { type Notification, parseNotification } from './notification.js';
import { type Command, commandLine } from './quote.js';
import { unaliased } from './unaliased.js';
import { type Block, WireParser } from './wire-parser.js';

export interface ConnectionHandler {
  notification(notification: Notification): void;
  output(pane: number, line: Buffer, start: number, end: number): void;
}

export interface ConnectionRequestOptions extends CallOptions {
  /**
   * Called with the answers as soon as all commands have one, before anything that tmux sent after them: it tells
   * which output came before, and which after. Commands that print lines must have it where output is carried, too.
   */
  readonly moment?: (bodies: Buffer[]) => void;
}

/**
 * One control-mode connection, from its first block on: commands go out as lines, in one write for all that are
 * made in the same tick, and answers come back in order.
 *
 * One line can give no, one or several blocks, so blocks are not counted. Each request is followed by a fence, a
 * `display-message` with a word that nobody can guess, and has ended when that word comes back.
 */
export class ControlConnection {
  readonly closed: Promise<ConnectionEnd>;
  readonly #stream: HostStream;
  readonly #leave: () => Promise<void>;
  readonly #handler: ConnectionHandler;
  readonly #place: string;
  readonly #parser: WireParser;
  readonly #fence = `mw${randomBytes(9).toString('hex')}`;
  readonly #queue: Request[] = [];
  #sent = 0;
  #outbox = '';
  #exitReason: string | undefined;
  #end: ConnectionEnd | undefined;
  #onFirstBlock: ((block: Block) => void) | undefined;

  /** @param leave how the stream is closed */
  constructor(
    stream: HostStream,
    handler: ConnectionHandler,
    place: string,
    carriesOutput: boolean,
    leave: () => Promise<void>,
  ) {
    this.#stream = stream;
    this.#leave = leave;
    this.#handler = handler;
    this.#place = place;
    this.#parser = new WireParser(
      {
        block: (block) => this.#block(block),
        output: (pane, line, start, end) => handler.output(pane, line, start, end),
        notification: (line) => this.#notification(line),
        stray: () => {},
      },
      { notificationsInBlocks: (own) => carriesOutput && !(own && this.#queue[0]?.moment) },
    );
    this.closed = stream.closed.then((end) => {
      const said = end.error?.message ?? (end.stderr.trim() || `the connection ended with code ${end.code}`);
      this.#end = { reason: this.#exitReason ?? said, orderly: this.#exitReason !== undefined };
      this.#failAll(this.#end);
      return this.#end;
    });
  }

  /** Takes bytes of the control-mode protocol. */
  feed(chunk: Buffer): void {
    this.#parser.feed(chunk);
  }

  /** Resolves with the block that answers the attach; commands sent before it could run before the attach. */
  attached(): Promise<Block> {
    return new Promise((resolve, reject) => {
      this.#onFirstBlock = resolve;
      void this.closed.then((end) => reject(new MuxError('CONNECTION_LOST', end.reason)));
    });
  }

  /** Sends commands as one group and resolves with the body of each block that came back. */
  request(commands: readonly Command[], options: ConnectionRequestOptions): Promise<Buffer[]> {
    return new Promise((resolve, reject) => {
      const { signal, timeoutMs = 0, moment } = options;
      const name = commands[0]?.[0] ?? '';
      if (this.#end) return reject(lost(name, this.#place, this.#end, false));
      if (signal?.aborted) return reject(abortedError(`tmux ${name}`, signal));
      let line: string;
      try {
        line = commandLine(commands);
      } catch (error) {
        return reject(error);
      }
      const request = new Request(name, `${this.#fence}-${this.#sent++}`, resolve, reject);
      if (moment) request.moment = { blocks: commands.length, tell: moment };
      request.watch(timeoutMs, signal, this.#place);
      this.#queue.push(request);
      if (this.#outbox === '') queueMicrotask(() => this.#flush());
      this.#outbox += `${line}\n${FENCE} -p ${request.fence}\n`;
    });
  }

  async close(): Promise<void> {
    if (!this.#end) await this.#leave();
  }

  #flush(): void {
    const text = this.#outbox;
    this.#outbox = '';
    if (!this.#end) this.#stream.write(text);
  }

  #block(block: Block): void {
    if (this.#onFirstBlock) {
      const resolve = this.#onFirstBlock;
      this.#onFirstBlock = undefined;
      return resolve(block);
    }
    const request = this.#queue[0];
    if (!block.own || !request) return;
    if (!block.failed && request.isFence(block.body)) {
      this.#queue.shift();
      request.finish(this.#place);
    } else {
      request.add(block);
    }
  }

  #notification(line: string): void {
    const notification = parseNotification(line);
    if (notification.type === 'exit') this.#exitReason = notification.reason ?? 'detached';
    this.#handler.notification(notification);
  }

  #failAll(end: ConnectionEnd): void {
    for (const request of this.#queue.splice(0)) {
      // A kill that took our own session along was carried out, though its fence never came.
      if (end.orderly && request.blocks.length > 0 && request.name.startsWith('kill-'))
        request.finish(this.#place);
      else request.fail(lost(request.name, this.#place, end, true));
    }
  }
}

const FENCE = unaliased('display-message');

/** A command that waits for its answer. Once it has failed (deadline, abort) its late answer is dropped. */
class Request {
  readonly name: string;
  readonly fence: string;
  readonly blocks: Block[] = [];
  moment: { readonly blocks: number; readonly tell: (bodies: Buffer[]) => void } | undefined;
  readonly #resolve: (bodies: Buffer[]) => void;
  readonly #reject: (error: unknown) => void;
  #timer: PatientTimer | undefined;
  #stopListening: (() => void) | undefined;

  constructor(
    name: string,
    fence: string,
    resolve: (bodies: Buffer[]) => void,
    reject: (error: unknown) => void,
  ) {
    this.name = name;
    this.fence = fence;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  watch(timeoutMs: number, signal: AbortSignal | undefined, place: string): void {
    const what = `tmux ${this.name} on ${place}`;
    if (timeoutMs > 0 && timeoutMs < 2 ** 31)
      this.#timer = new PatientTimer(timeoutMs, () => this.fail(timeoutError(what, timeoutMs)));
    if (!signal) return;
    this.#stopListening = onAbort(signal, () => this.fail(abortedError(what, signal)));
  }

  add(block: Block): void {
    this.blocks.push(block);
    if (this.blocks.length !== this.moment?.blocks) return;
    if (this.blocks.some(({ failed, overlong }) => failed || overlong)) return;
    this.moment.tell(this.blocks.map(({ body }) => body));
  }

  isFence(body: Buffer): boolean {
    return (
      body.length === this.fence.length + 1 && body.toString('latin1', 0, this.fence.length) === this.fence
    );
  }

  finish(place: string): void {
    this.#settle();
    const failed = this.blocks.find((block) => block.failed);
    if (failed) return this.#reject(commandError(failed.body.toString(), this.name, place));
    if (this.blocks.some((block) => block.overlong)) return this.#reject(replyTooLarge(this.name, place));
    this.#resolve(this.blocks.map((block) => block.body));
  }

  fail(error: MuxError): void {
    this.#settle();
    this.#reject(error);
  }

  #settle(): void {
    this.#timer?.[Symbol.dispose]();
    this.#stopListening?.();
  }
}

function lost(name: string, place: string, end: ConnectionEnd, mayHaveRun: boolean): MuxError {
  return new MuxError(
    'CONNECTION_LOST',
    `The connection to tmux on ${place} ended during '${name}': ${end.reason}.`,
    {
      suggestion: mayHaveRun
        ? 'The command may have been executed: check before you send it again.'
        : 'The command was not sent: it is safe to send it again.',
      details: { command: name, reason: end.reason, mayHaveRun },
    },
  );
}

function replyTooLarge(name: string, place: string): MuxError {
  return new MuxError('OUTPUT_TOO_LARGE', `The answer of tmux on ${place} to '${name}' was too large.`, {
    suggestion: 'Request less at once, for example fewer lines of history.',
  });
}
