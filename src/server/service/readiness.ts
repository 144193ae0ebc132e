import { isMuxError } from '../../model/index.js';
import { hostInfo, invoke } from '../../operations/index.js';
import type { ServerContext } from '../server-context.js';

/** Whether the server can work, and what is missing where it cannot. */
export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<'store' | 'tmux', string>>;
}

/** Writes to the store, and looks for tmux. Anybody may ask, so that it is done once in a while only. */
export class ReadinessCheck {
  readonly #context: ServerContext;
  readonly #running = new Map<'store' | 'tmux', Promise<string>>();
  #known: { readonly at: number; readonly readiness: Promise<Readiness> } | undefined;

  constructor(context: ServerContext) {
    this.#context = context;
  }

  look(): Promise<Readiness> {
    const now = performance.now();
    if (this.#known === undefined || now - this.#known.at > KEPT_MS) {
      this.#known = { at: now, readiness: this.#look() };
    }
    return this.#known.readiness;
  }

  async #look(): Promise<Readiness> {
    const [store, tmux] = await Promise.all([
      this.#inTime('store', () => this.#store()),
      this.#inTime('tmux', () => this.#tmux()),
    ]);
    return { ready: store === 'ok' && tmux === 'ok', checks: { store, tmux } };
  }

  /** The caller wants to know now: what takes longer is not ready. A check that hangs is not started a second time. */
  async #inTime(name: 'store' | 'tmux', check: () => Promise<string>): Promise<string> {
    const running = this.#running.get(name) ?? check().finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve('TIMEOUT'), ANSWER_MS);
    });
    try {
      return await Promise.race([running, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #store(): Promise<string> {
    try {
      // Takes away what is over: a write, also where there is nothing to take.
      await this.#context.tokens.prune();
      return 'ok';
    } catch (error) {
      return isMuxError(error) ? error.code : 'STORE_UNAVAILABLE';
    }
  }

  async #tmux(): Promise<string> {
    const { runtime, closing: signal } = this.#context;
    try {
      const { reachable, problem } = await invoke(hostInfo, {}, { runtime, signal, progress: () => {} });
      return reachable ? 'ok' : (problem?.code ?? 'TMUX_NOT_FOUND');
    } catch (error) {
      return isMuxError(error) ? error.code : 'INTERNAL_ERROR';
    }
  }
}

const KEPT_MS = 1_000;
/** Probes of a balancer or a unit give up after a second. */
const ANSWER_MS = 900;
