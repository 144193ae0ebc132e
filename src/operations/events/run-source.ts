import { deferred, isMuxError } from '../../model/index.js';
import type { JournalEvent } from '../../store/index.js';
import { Backoff } from '../../tmux/index.js';
import { openRun } from '../runs/open-run.js';
import type { EventSource, SourceServices } from './event-source.js';
import { UnderWay } from './under-way.js';

/** Runs that are looked at for the first time at once, on one host. */
const AT_ONCE = 8;

/**
 * Watches every run that goes on, whoever started it: its questions and its end are written down as they are seen. What
 * ended while nobody watched is settled first.
 */
export class RunSource implements EventSource {
  readonly #services: SourceServices;
  readonly #watched = new Set<string>();
  readonly #works = new UnderWay();

  constructor(services: SourceServices) {
    this.#services = services;
  }

  async start(): Promise<void> {
    const hosts = await this.#services.store.runs.hosts();
    await Promise.all(
      hosts.filter(({ running }) => running > 0).map(({ host }) => this.#soon(() => this.#recover(host))),
    );
  }

  heard({ type, host, target, data }: JournalEvent): void {
    if (host === undefined || target === undefined) return;
    if (type === 'run_started') void this.#soon(() => this.#watch(host, target));
    if (type === 'run_exit') this.#watched.delete(target);
    if (type === 'run_status' && data.state === 'running' && this.#watched.has(target)) {
      void this.#works.begin(() => this.#lookAgain(target));
    }
  }

  async close(): Promise<void> {
    await this.#works.done();
  }

  /** Resolves after the first try: a host that does not answer is asked again, and holds up nobody. */
  #soon(work: () => Promise<unknown>): Promise<void> {
    const { signal } = this.#services;
    const tried = deferred();
    void this.#works
      .begin(async () => {
        const backoff = new Backoff();
        while (!signal.aborted) {
          try {
            return await work();
          } catch (error) {
            if (isMuxError(error, 'RUN_NOT_FOUND', 'CLOSED', 'CONTAINER_NOT_FOUND', 'HOST_ELSEWHERE'))
              return undefined;
            tried.resolve();
            await backoff.wait(signal);
          }
        }
        return undefined;
      })
      .finally(tried.resolve);
    return tried.promise;
  }

  async #recover(host: string): Promise<void> {
    const { runtime } = this.#services;
    const [runs, tmux] = await Promise.all([runtime.runs(), runtime.connect(host)]);
    const { running } = await runs.recover({ host: tmux });
    for (let i = 0; i < running.length; i += AT_ONCE) {
      const some = running.slice(i, i + AT_ONCE);
      await Promise.all(some.map((id) => this.#soon(() => this.#watch(host, id))));
    }
  }

  async #watch(host: string, id: string): Promise<void> {
    if (this.#watched.has(id)) return;
    this.#watched.add(id);
    try {
      const { run, record } = await openRun(this.#services.runtime, id, host);
      if (record?.finishedAt) return void this.#watched.delete(id);
      await run.watcher.start();
      void run.watcher.complete.then(() => this.#ended(host, id));
    } catch (error) {
      this.#watched.delete(id);
      throw error;
    }
  }

  /** What was seen while the store was away is written down when it is back. */
  #ended(host: string, id: string): void {
    this.#watched.delete(id);
    void this.#soon(async () => {
      const record = await this.#services.store.runs.get(id);
      if (record && record.finishedAt === undefined) await this.#recover(host);
    });
  }

  /** Another process may have answered: the same question may stand there again. */
  async #lookAgain(id: string): Promise<void> {
    const { run } = await openRun(this.#services.runtime, id);
    if (run.watcher.status.state === 'waiting-for-input') run.watcher.lookSoon();
  }
}
