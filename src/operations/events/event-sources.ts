import type { JournalEvent } from '../../store/journal-event.js';
import type { Store } from '../../store/store.js';
import type { Runtime } from '../runtime.js';
import { AgentSource } from './agent-source.js';
import { InboxSource } from './inbox-source.js';
import { RunSource } from './run-source.js';
import { TreeSource } from './tree-source.js';
import { WorkerSource } from './worker-source.js';

/** Something that is watched, and told of in the journal. */
export interface EventSource {
  /** Resolves when nothing is missed any more, but on hosts that do not answer. */
  start(): Promise<void>;
  /** Whoever wrote an event, it may tell of something to watch. */
  heard(event: JournalEvent): void;
  close(): Promise<void>;
  /** A host that somebody wants to hear of. */
  add?(host: string): void;
}

export interface SourceServices {
  readonly runtime: Runtime;
  readonly store: Store;
  readonly signal: AbortSignal;
}

export function eventSources(services: SourceServices): readonly EventSource[] {
  return [
    new RunSource(services),
    new AgentSource(services),
    new WorkerSource(services),
    new TreeSource(services),
    new InboxSource(services),
  ];
}
