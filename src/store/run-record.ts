import type { AgentOption } from './agent-record.js';

/** What the store knows about a run: a command in a window of its own. */
export interface RunRecord {
  readonly id: string;
  /** Address of the host. */
  readonly host: string;
  /** Which tmux server it was, as `pid:start`. */
  readonly server: string | undefined;
  /** Name of the tmux session. */
  readonly sessionId: string;
  readonly windowName: string;
  readonly paneId: string | undefined;
  /** Path of the log on the host. */
  readonly logPath: string | undefined;
  readonly logFormat: RunLogFormat;
  /** The command as a person would write it. */
  readonly command: string;
  /** The exact argv, where that was given instead of a shell string. */
  readonly argv: readonly string[] | undefined;
  /** The command type, which policies and metrics go by. */
  readonly type: string;
  readonly cwd: string | undefined;
  /** Whether a shell is kept open after the command. */
  readonly interactive: boolean;
  readonly timeoutMs: number | undefined;
  readonly state: RunState;
  readonly startedAt: Date;
  readonly finishedAt: Date | undefined;
  readonly exitCode: number | undefined;
  /** Name of the signal that ended it: `SIGTERM`. */
  readonly signal: string | undefined;
  /** Whether pane and exit record were both gone, so that nobody knows how it ended. */
  readonly lost: boolean;
  readonly timedOut: boolean;
  readonly endedBy: RunEnding | undefined;
  /** How far the log was harvested. */
  readonly lastCursor: number;
  /** Size of the log. */
  readonly bytes: number;
  /** How many prompt events were appended. */
  readonly prompts: number;
  /** The caller's prompt detectors. */
  readonly detectors: readonly PatternText[];
  /** The run's redaction rules, sealed by the vault. */
  readonly secretRules: string | undefined;
  /** What the run's sentinels are known by, sealed by the vault. */
  readonly startNonce: string | undefined;
  /** What the proof of the run's end is checked against; no secret. */
  readonly exitNonce: string | undefined;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Id of the run that this one tries again. */
  readonly retryOf: string | undefined;
  /** The process that started it, as `machine:pid:start`. */
  readonly starter: string | undefined;
  /** What it asks, while it waits for input and somebody watches it. */
  readonly asks: RunQuestion | undefined;
  /** Since when it waits, or goes on. */
  readonly statusSince: Date | undefined;
  readonly tags: readonly string[];
}

/** What a run that waits for input asks, without secrets. */
export interface RunQuestion {
  /** The line that asks. */
  readonly prompt?: string;
  /** Of a list: the sentence above it. */
  readonly title?: string;
  readonly question?: string;
  readonly fingerprint?: string;
  readonly options?: readonly AgentOption[] | undefined;
  readonly kind?: 'line' | 'password' | 'key' | undefined;
  /** It waits, and asks nothing. */
  readonly idle?: true;
  readonly source: string;
  readonly confidence: string;
}

export type RunState = 'running' | 'finished' | 'lost';
export type RunLogFormat = 'text' | 'json';
/** `not-run`: the command was never started. */
export type RunEnding = 'exit' | 'timeout' | 'stop' | 'not-run';

/** A regular expression in a form that can be stored. */
export interface PatternText {
  readonly source: string;
  readonly flags: string;
}

/** What makes a run; the store fills in the rest. */
export type NewRun = Pick<RunRecord, 'id' | 'host' | 'sessionId' | 'windowName' | 'command'> &
  Optional<
    Omit<RunRecord, 'id' | 'host' | 'sessionId' | 'windowName' | 'command' | EndFields | CountedFields>
  >;

/** What may change while a run goes on. The end is set by `finish`, the cursor by `advanceCursor`. */
export type RunPatch = Optional<Omit<RunRecord, 'id' | EndFields | CountedFields>>;

/** How a run ended. */
export interface RunFinish {
  /** @default now */
  readonly finishedAt?: Date | undefined;
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  /** @default false */
  readonly lost?: boolean | undefined;
  /** @default false */
  readonly timedOut?: boolean | undefined;
  readonly endedBy?: RunEnding | undefined;
  readonly bytes?: number | undefined;
}

type EndFields = 'state' | 'finishedAt' | 'exitCode' | 'signal' | 'lost' | 'timedOut' | 'endedBy';
type CountedFields = 'lastCursor' | 'prompts' | 'asks' | 'statusSince';
type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };
