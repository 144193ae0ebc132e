import type { Generated } from 'kysely';

/** The tables as they are in the database: times as ISO-8601 text in UTC, JSON as text, booleans as 0 and 1. */
export interface Tables {
  readonly automation_runs: RunsTable;
  readonly agent_credentials: CredentialsTable;
  readonly agents: AgentsTable;
  readonly turns: TurnsTable;
  readonly workers: WorkersTable;
  readonly chat_sessions: SessionsTable;
  readonly journal: JournalTable;
  readonly journal_streams: JournalStreamsTable;
  readonly journal_marks: JournalMarksTable;
  readonly server_tokens: TokensTable;
  readonly audit_log: AuditTable;
  readonly recordings: RecordingsTable;
  readonly mcp_tasks: TasksTable;
  readonly muxwright_migrations: MigrationsTable;
}

export interface RunsTable {
  id: string;
  host: string;
  server: string | null;
  session_id: string;
  window_name: string;
  pane_id: string | null;
  log_path: string | null;
  log_format: string;
  command: string;
  argv: string | null;
  type: string;
  cwd: string | null;
  interactive: number;
  timeout_ms: number | null;
  state: string;
  started_at: string;
  finished_at: string | null;
  exit_code: number | null;
  signal: string | null;
  lost: number;
  timed_out: number;
  ended_by: string | null;
  last_cursor: number;
  bytes: number;
  prompts: number;
  detectors: string | null;
  secret_rules: string | null;
  start_nonce: string | null;
  exit_nonce: string | null;
  attempt: number;
  retry_of: string | null;
  starter: string | null;
  /** JSON of what it asks, while it waits for input. */
  asks: string | null;
  status_since: string | null;
  /** Answers that were given, or were about to be, when that was seen. */
  answers: number;
  /** A hash of what the inbox was told of it; null where it is not in it. */
  inbox: string | null;
  tags: string;
}

interface CredentialsTable {
  id: string;
  agent: string;
  name: string;
  value: string;
  created_at: string;
  run_id: string | null;
  metadata: string;
}

export interface AgentsTable {
  id: string;
  session_id: string | null;
  host: string;
  server: string | null;
  tmux_pane_id: string | null;
  pane_pid: number | null;
  iterm_pane_id: string | null;
  profile: string | null;
  name: string | null;
  cwd: string | null;
  state: string;
  state_source: string;
  state_detail: string;
  state_since: string;
  /** JSON of what it asks. */
  asks: string | null;
  /** As of a run. */
  inbox: string | null;
  started_at: string;
  last_seen_at: string;
  ended_at: string | null;
  end_reason: string | null;
  metadata: string;
}

export interface TurnsTable {
  id: Generated<number>;
  agent_id: string;
  actor: string;
  intent: string;
  text: string;
  source: string;
  created_at: string;
  confirmed_at: string | null;
  receipt: string | null;
}

export interface WorkersTable {
  name: string;
  host: string;
  session: string;
  window: string;
  socket: string | null;
  run_id: string | null;
  pane_id: string | null;
  command: string;
  recipe: string | null;
  env_names: string;
  cwd: string | null;
  tags: string;
  worktree: string | null;
  state: string;
  claim: string | null;
  created_at: string;
  started_at: string;
  stopped_at: string | null;
  exit: string | null;
  respawns: number;
}

export interface SessionsTable {
  host: string;
  name: string;
  workspace: string;
  chat_id: string;
  created_at: string;
  last_used_at: string;
}

export interface JournalTable {
  /** In one stream in the order of commits, between streams nearly; below 0 what the tables of before had. */
  id: Generated<number>;
  /** Who wrote it; empty where only one machine has the store. */
  machine: string;
  /** Whose stream it is in, and its number there: given by the database when the row is inserted. */
  stream: Generated<number>;
  seq: Generated<number>;
  /** 1 for readers of all that happens; 0 for what only belongs to its run or agent any more. */
  listed: number;
  at: string;
  type: string;
  host: string | null;
  target: string | null;
  pane_id: string | null;
  data: string;
}

/** A machine that writes into the journal. Only its own processes change its row, so that machines do not wait for each other. */
export interface JournalStreamsTable {
  /** 0 is the stream of SQLite; on PostgreSQL the events of before there were streams. */
  id: Generated<number>;
  machine: string;
  /** The number of its newest event. */
  last: number;
  /** Up to which number its events are not given to readers any more. */
  forgotten: number;
}

export interface TasksTable {
  id: string;
  /** Id of the token; `local` for the user of this machine. */
  caller: string;
  status: string;
  pending: string;
  asks: string | null;
  questions: number;
  result: string | null;
  created_at: string;
  updated_at: string;
}

interface JournalMarksTable {
  key: string;
  value: string;
  data: string;
  at: string;
}

export interface TokensTable {
  id: string;
  kind: string;
  name: string;
  hash: string;
  scopes: string;
  reach: string | null;
  parent: string | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

export interface AuditTable {
  id: Generated<number>;
  at: string;
  caller: string;
  token_id: string | null;
  via: string;
  address: string | null;
  action: string;
  target: string | null;
  host: string | null;
  outcome: string;
}

export interface RecordingsTable {
  id: string;
  host: string;
  server: string | null;
  pane_id: string | null;
  run_id: string | null;
  target: string;
  title: string | null;
  source: string;
  format: string;
  input: number;
  path: string;
  width: number;
  height: number;
  state: string;
  owner: string | null;
  started_at: string;
  stopped_at: string | null;
  end_reason: string | null;
  exit_code: number | null;
  bytes: number;
  duration_ms: number;
}

interface MigrationsTable {
  version: number;
  name: string;
  applied_at: string;
}
