/**
 * The trace of one test: what it did, what its terminals showed, and why each wait ended as it did. Times are milliseconds
 * since the start of the test. Secrets are not in it. `docs/trace-format.md` describes the same for other programs.
 */
export interface Trace {
  readonly schema: 1;
  /** The folder of its report: `form-saves`. */
  readonly name: string;
  readonly test: TracedTest;
  readonly status: 'passed' | 'failed';
  /** Why the test failed. */
  readonly error?: string;
  /** ISO 8601, in UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly versions: Readonly<Record<string, string>>;
  /** `linux x64`. */
  readonly platform: string;
  /** What the programs had in their environment, but for their home. */
  readonly environment: Readonly<Record<string, string>>;
  /** The commit that was checked out, where there was one. */
  readonly commit?: string;
  readonly entries: readonly TraceEntry[];
  readonly terminals: readonly TracedTerminal[];
  /** The files of the test that entries name. */
  readonly sources: Readonly<Record<string, string>>;
  /** What was left out to stay within the budget. */
  readonly omitted: readonly string[];
}

export interface TracedTest {
  readonly name: string;
  /** Relative to the folder that the tests were started in. */
  readonly file?: string;
  /** 1 for the first. */
  readonly attempt: number;
}

/** An action, an expectation, or a step around them. */
export interface TraceEntry {
  /** As in messages: `14`; of the second terminal `2.14`; of a step `s1`. */
  readonly id: string;
  readonly kind: 'action' | 'expectation' | 'step';
  /** The index of its terminal. */
  readonly terminal?: number;
  /** `press`, `toHaveText`. */
  readonly name: string;
  /** Its arguments. */
  readonly detail: string;
  /** `form.test.ts:31`. */
  readonly source?: string;
  /** The id of the step that it is in. */
  readonly parent?: string;
  readonly at: number;
  readonly endAt?: number;
  /** `done`, `passed`, or what went wrong: `timeout`, `stuck`, `LOCATOR_NOT_FOUND`. */
  readonly outcome?: string;
  readonly failed: boolean;
  /** The whole message of a failure. */
  readonly message?: string;
  readonly expected?: string;
  readonly received?: string;
  readonly locator?: TracedLocator;
  /** What it meant on the screen after it. */
  readonly marks?: readonly TracedSpan[];
  /** Ids of frames. */
  readonly before?: string;
  readonly after?: string;
  /** How many characters the terminal had printed, as `output` of the terminal has them, when it began and ended. */
  readonly output?: readonly [begin: number, end: number];
  readonly looks?: readonly TracedLook[];
  readonly receipt?: TracedReceipt;
  /** What may help, where it failed. */
  readonly hints?: readonly string[];
}

export interface TracedLocator {
  readonly stages: readonly { readonly description: string; readonly count: number }[];
  readonly nearest?: string;
}

/** Columns of a row, from the first to the one before `to`. */
export interface TracedSpan {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

/** A look at the screen, and what made the wait look. */
export interface TracedLook {
  readonly at: number;
  readonly wake: string;
  readonly frame: string;
  readonly pass: boolean;
  readonly received: string;
}

export interface TracedReceipt {
  readonly bytes: number;
  readonly readAfterMs?: number;
  readonly paintedAfterMs?: number;
  readonly echoed?: boolean;
}

export interface TracedTerminal {
  readonly command: string;
  /** The kind of its host: `local`, `docker`, `ssh`. */
  readonly host: string;
  readonly width: number;
  readonly height: number;
  readonly frames: readonly TracedFrame[];
  /** Which frame was seen from when on. */
  readonly timeline: readonly (readonly [at: number, frame: string])[];
  readonly verdicts: readonly TracedVerdict[];
  readonly output: readonly (readonly [at: number, text: string])[];
  readonly exit?: { readonly at: number; readonly code?: number };
}

/**
 * A screen by its content: the id is a hash of it. Rows are text with SGR sequences, as `base` has them where they are
 * not named.
 */
export interface TracedFrame {
  readonly id: string;
  /** The id of an earlier frame. */
  readonly base?: string;
  readonly width: number;
  readonly height: number;
  readonly cursor: readonly [column: number, row: number, visible: boolean];
  readonly title?: string;
  readonly alternate?: boolean;
  readonly historySize?: number;
  readonly rows: Readonly<Record<string, string>>;
  /** The rows that continue the line of the row above. */
  readonly wrapped?: readonly number[];
}

/** What the kernel said of a program. */
export interface TracedVerdict {
  readonly at: number;
  /** When it was said last. */
  readonly until: number;
  readonly state: 'waiting' | 'running' | 'unknown';
  readonly confidence: 'certain' | 'likely' | 'guess';
  readonly kind?: string;
  readonly reason: string;
  readonly steady: boolean;
}
