import type { JournalEvent, Store } from '../../store/index.js';
import type { BaseRuntime } from '../base-runtime.js';

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
  readonly runtime: BaseRuntime;
  readonly store: Store;
  readonly signal: AbortSignal;
}
