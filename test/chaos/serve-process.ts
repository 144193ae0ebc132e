import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { muxArgv } from '../integration/cli/mux.js';
import type { World } from './world.js';

/** An answer of the server that is not the result of an operation. */
export class ServeError extends Error {
  /** Of the catalogue; empty where there was no answer. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The place of a `mux serve`. One that was killed is started again, on another port. */
export class ServeProcess {
  readonly name: string;
  readonly #world: World;
  readonly #home: string;
  #child: ChildProcess | undefined;
  #closed: Promise<unknown> = Promise.resolve();
  #isKilled = false;
  #isClosing = false;
  #url = '';
  #token = '';

  constructor(world: World, name: string, home: string) {
    this.#world = world;
    this.name = name;
    this.#home = home;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get isUp(): boolean {
    return this.#url !== '';
  }

  /** Starts it, again and again where a fault keeps it from starting. */
  async start(): Promise<void> {
    this.#isKilled = false;
    while (!this.#isClosing && !(await this.#startOnce())) await delay(300);
  }

  async #startOnce(): Promise<boolean> {
    const { watchdog } = this.#world;
    const [command = '', ...words] = [...muxArgv, 'serve', '--port', '0', '--json'];
    const child = spawn(command, words, {
      cwd: '/',
      env: { ...this.#world.envOf(this.name), MUXWRIGHT_HOME: this.#home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    watchdog.guard(child);
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-4_000);
    });
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    const ended = once(child, 'close') as Promise<[number | null, string | null]>;
    this.#closed = ended.then(([code, signal]) => {
      const wasUp = this.#child === child && this.isUp;
      if (this.#child === child) this.#url = '';
      if (this.#isKilled || (this.#isClosing && code === 0)) return;
      this.#world.history.add('error', `${this.name} ended with ${code ?? signal}: ${stderr.trim()}`);
      if (wasUp) this.#world.ended(this.name, `${code ?? signal} ${stderr.trim()}`);
    });
    const line = await Promise.race([
      once(lines, 'line').then(([first]) => String(first)),
      ended.then(() => ''),
    ]);
    if (line === '') return false;
    const { url, tokenFile } = JSON.parse(line) as { url: string; tokenFile: string };
    this.#token = (await readFile(tokenFile, 'utf8')).trim();
    this.#url = url;
    return true;
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  async kill(): Promise<void> {
    this.#isKilled = true;
    this.#url = '';
    this.signal('SIGKILL');
    await this.#closed;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.signal('SIGTERM');
    await this.#world.awaitEnd(this.name, this.#closed, () => this.kill());
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    if (!this.isUp) throw new ServeError('', `${this.name} is not up`);
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
    return fetch(this.#url + path, { ...init, headers });
  }

  /** An operation. What is not its result is thrown. */
  async call<T>(operation: string, input: unknown, signal?: AbortSignal): Promise<T> {
    const response = await this.post(operation, input, signal);
    return (await response.json()) as T;
  }

  async post(operation: string, input: unknown, signal?: AbortSignal): Promise<Response> {
    const body = JSON.stringify(input);
    const response = await this.fetch(`/api/operations/${operation}`, {
      method: 'POST',
      body,
      ...(signal && { signal }),
    });
    if (response.ok) return response;
    const text = await response.text();
    const { code = '', detail = text } = JSON.parse(text) as { code?: string; detail?: string };
    throw new ServeError(code, `${operation}: ${response.status} ${detail}`);
  }
}
