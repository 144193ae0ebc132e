import type { RawData, WebSocket } from 'ws';
import { MuxError, shownText } from '../../model/index.js';
import { findOperation } from '../../operations/families.js';
import {
  allows,
  invokeStream,
  readInput,
  requireReach,
  type StreamFrame,
  type StreamOperation,
  type StreamRequest,
  scopeOf,
} from '../../operations/index.js';
import { auditOf } from '../operations/audit-of.js';
import { asMuxError, problemDetails } from '../problem.js';
import type { Caller, ServerContext } from '../server-context.js';
import { readStreamRequest } from './stream-request.js';

/** One client behind a WebSocket, and the streams that it follows. */
export class StreamConnection {
  readonly #socket: WebSocket;
  readonly #context: ServerContext;
  readonly #caller: Caller;
  readonly #address: string;
  readonly #streams = new Map<string, AbortController>();
  readonly #pumps = new Set<Promise<void>>();
  #answered = true;

  constructor(socket: WebSocket, context: ServerContext, caller: Caller, address: string) {
    this.#socket = socket;
    this.#context = context;
    this.#caller = caller;
    this.#address = address;
    socket.on('message', (data, isBinary) => this.#message(data, isBinary));
    socket.on('pong', () => {
      this.#answered = true;
    });
    socket.on('error', () => socket.terminate());
    socket.once('close', () => this.#stopAll(new MuxError('ABORTED', 'The client disconnected.')));
  }

  /** Looks whether the other end is still there. */
  beat(): void {
    if (!this.#answered) return this.#socket.terminate();
    this.#answered = false;
    this.#socket.ping();
  }

  /** What opened it is not good any more. */
  refuse(reason: unknown): void {
    this.#stopAll(reason);
    this.#refuse(undefined, reason);
    this.#close(POLICY);
  }

  /** The server stops. */
  end(): void {
    this.#stopAll(this.#context.closing.reason);
    void this.#tell({ type: 'closing' });
    this.#close(GOING_AWAY);
  }

  /** Resolves when all that its streams have begun is done. */
  async done(): Promise<void> {
    await Promise.allSettled(this.#pumps);
  }

  #message(data: RawData, isBinary: boolean): void {
    const request = isBinary ? undefined : readStreamRequest(data);
    if (!request) return this.#refuse(undefined, notUnderstood());
    if (request.type === 'stop') {
      this.#streams.get(request.id)?.abort(new MuxError('ABORTED', 'The client stopped the stream.'));
      return;
    }
    const pump = this.#follow(request).catch((error: unknown) => this.#refuse(request.id, error));
    this.#pumps.add(pump);
    void pump.finally(() => this.#pumps.delete(pump));
  }

  async #follow({ id, operation: name, input = {} }: StreamRequest & { type: 'follow' }): Promise<void> {
    if (this.#streams.has(id))
      throw new MuxError('INVALID_ARGUMENT', `A stream '${shownText(id)}' is already open.`);
    if (this.#streams.size >= MOST_STREAMS) throw tooMany();
    using _counted = this.#context.limits.open(this.#caller, 'streams');
    const ending = new AbortController();
    this.#streams.set(id, ending);
    try {
      const operation = await this.#allowed(name, input);
      await this.#pump(id, operation, await this.#fromNow(operation, input), ending.signal);
    } catch (error) {
      // A client that stops a stream is notified that it is over, as after the last item.
      if (!ending.signal.aborted) throw error;
    } finally {
      this.#streams.delete(id);
    }
    await this.#tell({ type: 'end', id });
  }

  async #pump(id: string, operation: StreamOperation, input: unknown, signal: AbortSignal): Promise<void> {
    const { runtime, metrics } = this.#context;
    await this.#tell({ type: 'begun', id });
    const calling = { runtime, signal, caller: this.#caller, progress: () => {} };
    for await (const item of invokeStream(operation, input, calling)) {
      if (signal.aborted) continue;
      if (operation.name === 'event.follow') metrics.events.inc({ type: (item as { type: string }).type });
      await this.#tell({ type: 'item', id, item });
    }
  }

  /** The operation, where there is one and the caller may use it. */
  async #allowed(name: string, input: unknown): Promise<StreamOperation> {
    const operation = await findOperation(name);
    if (operation.kind !== 'stream' || !operation.faces.includes('http')) throw noStream(name);
    const needed = scopeOf(operation);
    if (!allows(this.#caller.scopes, needed)) {
      throw new MuxError(
        'FORBIDDEN',
        `This needs the scope '${needed}', and '${this.#caller.name}' does not have it.`,
        {
          suggestion: `Use a token created with: mux token create NAME --scope ${needed}.`,
        },
      );
    }
    const { runtime } = this.#context;
    await requireReach(name, readInput(operation, input), { runtime, caller: this.#caller });
    if (needed !== 'read') {
      const who = { ...this.#caller, address: this.#address };
      await this.#context.audit.record(who, { ...auditOf(name, input), outcome: 'ok' });
    }
    return operation;
  }

  /** Fixed before `begun` is sent: a client that has seen it misses no later event. */
  async #fromNow({ name }: StreamOperation, input: unknown): Promise<unknown> {
    if (name !== 'event.follow') return input;
    const feed = await this.#context.runtime.events();
    await feed.open();
    return { since: feed.lastId, ...(input as object) };
  }

  #stopAll(reason: unknown): void {
    for (const ending of this.#streams.values()) ending.abort(reason);
  }

  #refuse(id: string | undefined, thrown: unknown): void {
    void this.#tell({ type: 'error', id, problem: problemDetails(asMuxError(thrown)) });
  }

  /**
   * Resolves when it was sent, so that a slow reader exerts back-pressure on the producer, and nothing grows here.
   */
  async #tell(frame: StreamFrame): Promise<void> {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    const sent = new Promise<void>((resolve) => socket.send(JSON.stringify(frame), () => resolve()));
    // Reached only by a client that provokes errors and reads none of them.
    if (socket.bufferedAmount > MOST_UNSENT_BYTES) socket.terminate();
    await sent;
  }

  #close(code: number): void {
    this.#socket.close(code);
    // A client that does not close in time is cut off.
    const timer = setTimeout(() => this.#socket.terminate(), GOODBYE_MS);
    this.#socket.once('close', () => clearTimeout(timer));
  }
}

const GOING_AWAY = 1001;
const POLICY = 1008;
const GOODBYE_MS = 2_000;
const MOST_STREAMS = 100;
const MOST_UNSENT_BYTES = 32 * 1024 * 1024;

function notUnderstood(): MuxError {
  return new MuxError('INVALID_ARGUMENT', 'The message is invalid.', {
    suggestion:
      'Send JSON: {"type":"follow","id":"1","operation":"event.follow","input":{}}, or of type stop.',
  });
}

function noStream(name: string): MuxError {
  return new MuxError('INVALID_ARGUMENT', `'${shownText(name)}' does not return a stream.`, {
    suggestion: `Call it: POST /api/operations/${shownText(name)}.`,
  });
}

function tooMany(): MuxError {
  return new MuxError('INVALID_ARGUMENT', `One connection has at most ${MOST_STREAMS} streams.`, {
    suggestion: 'Stop one, or open another connection.',
  });
}
