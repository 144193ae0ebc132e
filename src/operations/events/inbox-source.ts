import { createHash } from 'node:crypto';
import { Coalesced } from '../../model/coalesced.js';
import type { JournalEvent } from '../../store/journal-event.js';
import type { EventSource, SourceServices } from './event-source.js';
import { UnderWay } from './under-way.js';
import { waitingThings } from './waiting-things.js';

/** Tells when something more, or something else, or nothing waits for a person. */
export class InboxSource implements EventSource {
  readonly #services: SourceServices;
  readonly #works = new UnderWay();
  readonly #counts = new Coalesced(() => this.#tell());

  constructor(services: SourceServices) {
    this.#services = services;
  }

  start(): Promise<void> {
    return this.#works.begin(() => this.#counts.run());
  }

  heard({ type }: JournalEvent): void {
    if (CHANGES.has(type)) void this.#works.begin(() => this.#counts.run());
  }

  close(): Promise<void> {
    return this.#works.done();
  }

  async #tell(): Promise<void> {
    const { store, signal } = this.#services;
    if (signal.aborted) return;
    const { runs, agents } = await waitingThings(store);
    const what = [
      ...runs.map(({ id, prompt, since }) => [id, prompt, since.toISOString()]),
      ...agents.map(({ id, stateSince, asks }) => [id, stateSince.toISOString(), asks?.fingerprint]),
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
