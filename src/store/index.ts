export type {
  AgentEvent,
  AgentEventRepository,
  AgentEventsSinceOptions,
  AgentEventType,
} from './agent-event-repository.js';
export { agentNotFound } from './agent-not-found.js';
export type {
  AgentFilter,
  AgentPatch,
  AgentPlace,
  AgentQuestion,
  AgentRecord,
  NewAgent,
  StoredAgentState,
} from './agent-record.js';
export type { AgentListOptions, AgentRepository } from './agent-repository.js';
export type { AuditEntry, AuditListOptions, AuditRepository } from './audit-repository.js';
export type {
  Credential,
  CredentialInfo,
  CredentialKey,
  CredentialRepository,
  NewCredential,
} from './credential-repository.js';
export type { EventRepository, EventsSinceOptions, RunEvent } from './event-repository.js';
export { inspectStore, type StoreFacts } from './inspect-store.js';
export type { JournalData, JournalEvent } from './journal-event.js';
export { type JournalCursor, JournalPlace } from './journal-place.js';
export type { JournalFilter, JournalSpan } from './journal-repository.js';
export type { MetricsRepository } from './metrics-repository.js';
export { type OpenStoreOptions, openStore } from './open-store.js';
export type { NewRecording, RecordingEnd, RecordingRecord } from './recording-record.js';
export type { RunEventData, RunEventType } from './run-event.js';
export type { RunFilter, RunListOptions } from './run-filter.js';
export type {
  CommandTypeMetrics,
  DurationMetrics,
  ExitCodeCount,
  PromptCount,
  RunMetrics,
} from './run-metrics.js';
export type {
  NewRun,
  PatternText,
  RunEnding,
  RunFinish,
  RunLogFormat,
  RunPatch,
  RunRecord,
  RunState,
} from './run-record.js';
export type { RunPage, RunRepository } from './run-repository.js';
export type { SessionRecord, SessionRepository } from './session-repository.js';
export type { Store, StoreScrub } from './store.js';
export { defaultStorePath } from './store-path.js';
export { isMachineName, isStoreUrl, type StoreSettings } from './store-place.js';
export type { TokenKind, TokenReach, TokenRecord, TokenRepository } from './token-repository.js';
export type { NewTurn, TurnActor, TurnIntent, TurnRecord } from './turn-record.js';
export type { TurnListOptions, TurnRepository } from './turn-repository.js';
export type { Vault } from './vault.js';
export type { WaitingItem } from './waiting-item.js';
export type {
  NewWorker,
  StoredWorkerState,
  TmuxInfo,
  WorkerCondition,
  WorkerExit,
  WorkerFilter,
  WorkerPatch,
  WorkerRecord,
  WorkerWorktree,
} from './worker-record.js';
export type { WorkerRepository } from './worker-repository.js';
