import { setTimeout as delay } from 'node:timers/promises';

export interface HttpWorkOptions {
  readonly url: string;
  readonly token: string;
  /** Of the tmux server. */
  readonly address: string;
  readonly loops: number;
  readonly done: (kind: string) => void;
  readonly failed: (what: string) => void;
}

/** Clients of `mux serve`: lists, runs and chat sessions by HTTP, and streams of events that are opened and left. */
export class HttpWork {
  readonly #options: HttpWorkOptions;
  readonly #work: readonly Promise<void>[];
  #isEnding = false;

  constructor(options: HttpWorkOptions) {
    this.#options = options;
    const kinds = {
      lists: () => this.#lists(),
      'HTTP chat': (n: number) => this.#chat(n),
      stream: () => this.#stream(),
    };
    this.#work = Object.entries(kinds).flatMap(([kind, job]) =>
      Array.from({ length: options.loops }, (_, loop) => this.#repeat(kind, job, loop)),
    );
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#work);
  }

  async #repeat(kind: string, job: (n: number) => Promise<void>, loop: number): Promise<void> {
    for (let n = loop; !this.#isEnding; n += this.#options.loops) {
      try {
        await job(n);
        this.#options.done(kind);
      } catch (error) {
        this.#options.failed(`${kind}: ${(error as Error).message}`);
        await delay(PAUSE_MS);
      }
    }
  }

  async #lists(): Promise<void> {
    const host = this.#options.address;
    await this.#call('run.list', { host });
    await this.#call('session.list', { host });
    await this.#call('worker.list', {});
    await delay(PAUSE_MS);
  }

  async #chat(n: number): Promise<void> {
    const host = this.#options.address;
    const opened = await this.#call('session.open', { host, workspace: 'http', chatId: n, limit: 1_000 });
    const { sessionName } = opened as { sessionName: string };
    await this.#call('session.kill', { host, sessionName });
  }

  /** Some events, and away without a word, as a browser that closes a tab. */
  async #stream(): Promise<void> {
    const leaving = new AbortController();
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(60_000)]);
    const { url, token } = this.#options;
    const response = await fetch(`${url}/api/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal,
    });
    if (!response.ok || response.body === null) throw new Error(`/api/events: ${response.status}`);
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    for (let events = 0; events < EVENTS && !this.#isEnding; ) {
      const { value, done } = await reader.read();
      if (done) throw new Error('/api/events: the server ended the stream');
      events += decoder.decode(value, { stream: true }).split('\ndata:').length - 1;
    }
    leaving.abort();
  }

  async #call(operation: string, input: unknown): Promise<unknown> {
    const { url, token } = this.#options;
    const response = await fetch(`${url}/api/operations/${operation}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${operation}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
}

const PAUSE_MS = 200;
const EVENTS = 20;
