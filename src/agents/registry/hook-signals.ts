import type { HookSignal, SignalSource } from '../../status/index.js';
import type { HookEvent } from '../hooks/hook-event.js';

type Listener = (signal: HookSignal) => void;

/** Passes hooks on to those who wait for proof that a text was taken. */
export class HookSignals {
  readonly #listeners = new Map<string, Set<Listener>>();

  emit(host: string, paneId: string, event: HookEvent): void {
    const signal: HookSignal = { type: 'hook', event: event.event, payload: event.raw, at: event.at };
    for (const listener of this.#listeners.get(`${host} ${paneId}`) ?? []) listener(signal);
  }

  /** For the panes of one host. */
  source(host: string): SignalSource {
    return {
      watch: async (paneId, listener) => {
        const key = `${host} ${paneId}`;
        const listeners = this.#listeners.get(key) ?? new Set();
        this.#listeners.set(key, listeners.add(listener));
        return () => {
          listeners.delete(listener);
          if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key);
        };
      },
    };
  }
}
