import type { JournalEvent } from '../../store/index.js';
import { type AdoptOptions, adoptWorkers } from '../workers/adopt-workers.js';
import type { EventSource, SourceServices } from './event-source.js';
import { UnderWay } from './under-way.js';

/**
 * Keeps the records of workers true: one whose run has ended has stopped, which nobody may have written down, and one in
 * which an agent has started is one of the agents.
 */
export class WorkerSource implements EventSource {
  readonly #services: SourceServices;
  readonly #works = new UnderWay();

  constructor(services: SourceServices) {
    this.#services = services;
  }

  start(): Promise<void> {
    return this.#works.begin(async () => {
      const { runtime, store } = this.#services;
      if ((await store.workers.list()).length === 0) return;
      await (await runtime.workers()).ls();
      await adoptWorkers(runtime, this.#services);
    });
  }

  heard({ type, host, target, data }: JournalEvent): void {
    // Another program is in front of some pane, or a new one.
    if (type === 'sessions' && host !== undefined) void this.#works.begin(() => this.#adopt({ host }));
    // A program that a shell has started shows by nothing else.
    if (type === 'run_status' && data.state === 'waiting-for-input')
      void this.#works.begin(() => this.#adopt({ runId: target }));
    if (type === 'run_exit' && target !== undefined) void this.#works.begin(() => this.#settle(target));
  }

  close(): Promise<void> {
    return this.#works.done();
  }

  async #adopt(which: Pick<AdoptOptions, 'host' | 'runId'>): Promise<void> {
    await adoptWorkers(this.#services.runtime, { signal: this.#services.signal, ...which });
  }

  async #settle(runId: string): Promise<void> {
    const { runtime, store } = this.#services;
    const worker = (await store.workers.list()).find((one) => one.runId === runId && one.state === 'running');
    if (worker) await (await runtime.workers()).status(worker.name);
  }
}
