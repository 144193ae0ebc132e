import { createHash } from 'node:crypto';
import type { JournalEvent } from '../../store/journal-event.js';
import type { EventSource, SourceServices } from './event-source.js';
import { UnderWay } from './under-way.js';
import { waitingThings } from './waiting-things.js';

/** Tells when something more, or something else, or nothing waits for a person. */
export class InboxSource implements EventSource {
  readonly #services: SourceServices;
  readonly #works = new UnderWay();
  #counting = false;
  #countAgain = false;

  constructor(services: SourceServices) {
    this.#services = services;
  }

  start(): Promise<void> {
    return this.#works.begin(() => this.#tell());
  }

  heard({ type }: JournalEvent): void {
    if (!CHANGES.has(type)) return;
    if (this.#counting) this.#countAgain = true;
    else void this.#works.begin(() => this.#count());
  }

  close(): Promise<void> {
    return this.#works.done();
  }

  async #count(): Promise<void> {
    this.#counting = true;
    try {
      do {
        this.#countAgain = false;
        await this.#tell();
      } while (this.#countAgain && !this.#services.signal.aborted);
    } finally {
      this.#counting = false;
    }
  }

  async #tell(): Promise<void> {
    const { store } = this.#services;
    const { runs, agents } = await waitingThings(store);
    const what = [
      ...runs.map(({ id, prompt, since }) => [id, prompt, since.toISOString()]),
      ...agents.map(({ id, stateSince }) => [id, stateSince.toISOString()]),
    ];
    const hash = createHash('sha256').update(JSON.stringify(what)).digest('base64url');
    const event = { type: 'inbox', data: { count: what.length } };
    await store.journal.appendChange('inbox', hash, event);
  }
}

const CHANGES: ReadonlySet<string> = new Set([
  'run_status',
  'run_prompt',
  'run_exit',
  'state_changed',
  'agent_changed',
]);
