import type { JournalEvent } from '../../store/index.js';
import type { EventSource, SourceServices } from './event-source.js';
import { UnderWay } from './under-way.js';

/** Watches all agents: their hooks, their screens, and whether their panes are there. */
export class AgentSource implements EventSource {
  readonly #services: SourceServices;
  readonly #works = new UnderWay();

  constructor(services: SourceServices) {
    this.#services = services;
  }

  start(): Promise<void> {
    return this.#works.begin(async () => (await this.#services.runtime.agents()).start({ watch: true }));
  }

  /** One that another process has registered, or found the pane of. */
  heard({ type, target, data }: JournalEvent): void {
    if (type !== 'agent_changed' || target === undefined || !COMES.has(data.change)) return;
    void this.#works.begin(async () => (await this.#services.runtime.agents()).follow(target));
  }

  close(): Promise<void> {
    return this.#works.done();
  }
}

const COMES: ReadonlySet<unknown> = new Set(['registered', 'found', 'revived']);
