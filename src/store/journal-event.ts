import type { JournalCursor, StreamPosition } from './journal-place.js';

/** Something that happened, whoever saw it. */
export interface JournalEvent extends StreamPosition {
  /** Where a reader is that has been given it, and all before it: `since` of the next call. */
  readonly id: JournalCursor;
  readonly at: Date;
  readonly type: JournalEventType;
  /** Address of the host. */
  readonly host: string | undefined;
  /** The run, agent, worker or chat session it happened to, by its id or name. */
  readonly target: string | undefined;
  readonly paneId: string | undefined;
  readonly data: JournalData;
}

export type JournalEventType =
  | 'run_started'
  | 'run_status'
  | 'run_prompt'
  | 'run_fault'
  | 'run_exit'
  | 'state_changed'
  | 'commander_availability'
  | 'turn'
  | 'agent_changed'
  | 'worker_changed'
  | 'session_changed'
  | 'sessions'
  | 'recording_started'
  | 'recording_stopped'
  | 'recording_released'
  | 'token_revoked'
  | 'inbox'
  | (string & {});

/** What JSON can carry. Redacted by whoever appends it: the store keeps it as it is. */
export type JournalData = Readonly<Record<string, unknown>>;

/** What makes an event; the store gives it its id. */
export interface NewJournalEvent {
  readonly type: JournalEventType;
  /** @default now */
  readonly at?: Date | undefined;
  readonly host?: string | null | undefined;
  readonly target?: string | null | undefined;
  readonly paneId?: string | null | undefined;
  readonly data?: JournalData | undefined;
  /**
   * Whether readers of all that happens are given it, and not only those of its run.
   * @default true
   */
  readonly listed?: boolean | undefined;
}
