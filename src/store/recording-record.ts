/**
 * - `recording`: somebody writes it, or its writer died and it is to be continued
 * - `stopped`: it is whole
 */
export type RecordingState = 'recording' | 'stopped';

/**
 * - `stopped`: somebody asked for it
 * - `exited`: the program ended
 * - `pane-gone`: the pane was closed, or its tmux server or host is gone
 * - `full`: it is as large as it may be
 * - `failed`: its file could not be written
 */
export type RecordingEnd = 'stopped' | 'exited' | 'pane-gone' | 'full' | 'failed';

/** What the store knows about a recording of a terminal; what was recorded is in its file. */
export interface RecordingRecord {
  readonly id: string;
  /** Address of the host. */
  readonly host: string;
  /** The tmux server that the pane is on, as `pid:start`. */
  readonly server: string | undefined;
  readonly paneId: string | undefined;
  /** The run that was in the pane. */
  readonly runId: string | undefined;
  /** What was asked for. */
  readonly target: string;
  readonly title: string | undefined;
  /** `live`: as it was printed. `log`: made of the log of a run, whose times are whole seconds. */
  readonly source: 'live' | 'log';
  readonly format: 'v2' | 'v3';
  /** Whether what is typed is recorded, too. */
  readonly input: boolean;
  /** The file on this machine. */
  readonly path: string;
  /** Size of the terminal at the begin. */
  readonly width: number;
  readonly height: number;
  readonly state: RecordingState;
  /** The process that writes it. */
  readonly owner: string | undefined;
  readonly startedAt: Date;
  readonly stoppedAt: Date | undefined;
  readonly endReason: RecordingEnd | undefined;
  readonly exitCode: number | undefined;
  readonly bytes: number;
  readonly durationMs: number;
}

export type NewRecording = Omit<
  RecordingRecord,
  'stoppedAt' | 'endReason' | 'exitCode' | 'bytes' | 'durationMs'
>;

/** How a recording ended. */
export interface RecordingEnding {
  readonly endReason: RecordingEnd;
  readonly exitCode?: number | undefined;
  readonly bytes: number;
  readonly durationMs: number;
}

/** Which recordings: those that fit everything that is given. */
export interface RecordingFilter {
  readonly state?: RecordingState | undefined;
  readonly runId?: string | undefined;
  readonly host?: string | undefined;
}
