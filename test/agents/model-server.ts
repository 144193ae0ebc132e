import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { planReply, type ReplyDefaults } from './model-reply.js';
import { type ModelApi, type ModelRequest, type RequestBody, readModelRequest } from './model-request.js';
import { streamReply } from './model-stream.js';
import { sendJson } from './model-wire.js';

/** One request for an answer of the model. */
export interface ModelLogEntry extends Pick<ModelRequest, 'api' | 'toolResult' | 'side'> {
  /** From 1. */
  readonly n: number;
  /** When the whole request was there: milliseconds since 1970, with a fraction. */
  readonly atMs: number;
  /** What the person wrote that no earlier request had: each message is in one entry, or in none, or was sent twice. */
  readonly prompts: readonly string[];
  readonly tools: readonly string[];
  /** The request itself, where that was asked for. */
  readonly body?: RequestBody;
}

export interface ModelServerOptions extends Partial<ReplyDefaults> {
  /** Hears of each request, before it is answered. */
  readonly onRequest: (entry: ModelLogEntry) => void;
  /** Hears when the answer to request `n` has been sent, or the agent has hung up. */
  readonly onAnswered?: (n: number) => void;
  readonly withBodies?: boolean;
}

export interface ModelServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
}

/** A model for agents that costs nothing and knows nothing: it listens on loopback, and directives tell it what to say. */
export async function modelServer(options: ModelServerOptions): Promise<ModelServer> {
  let n = 0;
  let known: readonly string[] = [];
  const defaults = { delayMs: options.delayMs ?? 50, chunkMs: options.chunkMs ?? 5 };
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const api = apiOf(pathname);
    const text = await readAll(request);
    if (request.method !== 'POST' || !api) return sendJson(response, besides(pathname));
    const body = JSON.parse(text) as RequestBody;
    const asked = readModelRequest(api, api === 'gemini' ? withPath(body, pathname) : body);
    const number = ++n;
    response.once('close', () => options.onAnswered?.(number));
    options.onRequest({
      n: number,
      atMs: performance.timeOrigin + performance.now(),
      api,
      prompts: asked.side ? asked.prompts : unknownOf(asked.conversation),
      toolResult: asked.toolResult,
      side: asked.side,
      tools: asked.tools.map(({ name }) => name),
      ...(options.withBodies ? { body } : {}),
    });
    await streamReply(response, asked, planReply(asked, defaults));
  }

  function unknownOf(conversation: readonly string[]): readonly string[] {
    const differs = conversation.findIndex((text, index) => text !== known[index]);
    known = conversation;
    return differs < 0 ? [] : conversation.slice(differs);
  }
}

function apiOf(path: string): ModelApi | undefined {
  if (path.endsWith('/messages')) return 'messages';
  if (path.endsWith('/chat/completions')) return 'chat';
  if (/:(?:stream)?generateContent$/i.test(path)) return 'gemini';
  return path.endsWith('/responses') ? 'responses' : undefined;
}

/** With Gemini the address says which model is asked, and whether the answer is streamed. */
function withPath(body: RequestBody, path: string): RequestBody {
  const [, model = 'unnamed', stream] = /([^/]*):(stream)?generateContent$/i.exec(path) ?? [];
  return { ...body, model, stream: stream !== undefined };
}

/** Agents also count tokens and list models; for all else they take an empty answer. */
function besides(path: string): unknown {
  if (path.endsWith('/count_tokens')) return { input_tokens: 100 };
  if (path.endsWith(':countTokens')) return { totalTokens: 100 };
  if (path.endsWith('/models')) return { object: 'list', data: [], models: [], has_more: false };
  return {};
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
