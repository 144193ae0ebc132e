// The interface of the automation as callers have it in their own code, word for word.

export type AutomationId = string;

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  interactive?: boolean; // default true
  name?: string; // window name override
  promptDetectors?: RegExp[]; // optional prompt patterns
  redactors?: RegExp[]; // redact patterns from logs
  timeoutMs?: number; // 0 = no timeout
}

export interface RunResult {
  id: AutomationId;
  session: string; // tmux session name
  target: string; // tmux target string (e.g., session:win.pane)
  paneId: string; // '#{pane_id}'
  logPath: string; // <id>.log inside the container
}

export type Status =
  | { state: 'running' }
  | { state: 'waiting-for-input'; prompt?: string }
  | { state: 'finished'; code: number };

export interface HarvestResult {
  cursor: number; // byte position already read
  lines: string[]; // new lines since cursor
}

export interface Automation {
  ensureSession(containerId: string, session: string, cwd?: string): Promise<void>;
  run(containerId: string, session: string, command: string, opts?: RunOptions): Promise<RunResult>;
  sendInput(containerId: string, target: string, text: string, pressEnter?: boolean): Promise<void>;
  status(containerId: string, target: string, id: AutomationId, detectors?: RegExp[]): Promise<Status>;
  harvest(containerId: string, id: AutomationId, cursor?: number): Promise<HarvestResult>;
  stop(containerId: string, target: string, id: AutomationId): Promise<void>;
}
