import type { AgentEventRepository } from './agent-event-repository.js';
import type { AgentRepository } from './agent-repository.js';
import type { AuditRepository } from './audit-repository.js';
import type { CredentialRepository } from './credential-repository.js';
import type { StoreRemainder } from './engine.js';
import type { EventRepository } from './event-repository.js';
import type { InboxRepository } from './inbox-repository.js';
import type { JournalRepository } from './journal-repository.js';
import type { MetricsRepository } from './metrics-repository.js';
import type { RecordingRepository } from './recording-repository.js';
import type { RunRepository } from './run-repository.js';
import type { SessionRepository } from './session-repository.js';
import type { TaskRepository } from './task-repository.js';
import type { TokenRepository } from './token-repository.js';
import type { TurnRepository } from './turn-repository.js';
import type { Vault } from './vault.js';
import type { WorkerRepository } from './worker-repository.js';

export interface StoreScrub {
  /** Values that were changed. */
  readonly changed: number;
  /** Where the texts may still be. */
  readonly remains: readonly StoreRemainder[];
}

/** What muxwright remembers, in one database that several processes may have open. */
export interface Store extends AsyncDisposable {
  /** The file of the database, `:memory:` for one that ends with the process, or a URL without its password. */
  readonly path: string;
  /** Where files are kept that belong to the store and are not in the database; `undefined` for one in memory. */
  readonly folder: string | undefined;
  readonly runs: RunRepository;
  readonly events: EventRepository;
  readonly metrics: MetricsRepository;
  readonly credentials: CredentialRepository;
  readonly agents: AgentRepository;
  readonly turns: TurnRepository;
  readonly agentEvents: AgentEventRepository;
  readonly sessions: SessionRepository;
  readonly workers: WorkerRepository;
  readonly journal: JournalRepository;
  readonly inbox: InboxRepository;
  readonly tokens: TokenRepository;
  readonly audit: AuditRepository;
  readonly recordings: RecordingRepository;
  readonly tasks: TaskRepository;
  readonly vault: Vault;
  /**
   * Masks texts in all that is kept, and overwrites what was there before.
   *
   * @param texts the secrets in all forms that they may have
   */
  scrub(texts: readonly string[]): Promise<StoreScrub>;
  /** Another value after every change, whichever process made it; `undefined` where that is not known at once. */
  version(): string | undefined;
  /** Gives the room of what was removed back to the system, where it is worth the work. */
  shrink(): Promise<void>;
  /** Calls after it fail with `CLOSED`. */
  close(): Promise<void>;
}
