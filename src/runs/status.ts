import type { ShownOption } from '../screen/index.js';

/** Where a verdict comes from. */
export type VerdictSource =
  | 'exit-file'
  | 'sentinel'
  | 'program-status'
  | 'hook'
  | 'osc133'
  | 'kernel'
  | 'detector'
  | 'title'
  | 'screen'
  | 'silence';

export type Confidence = 'certain' | 'likely' | 'guess';

export interface Verdict {
  readonly source: VerdictSource;
  readonly confidence: Confidence;
}

/** What a run does now, where that was seen, and how sure it is. */
export type Status = RunningStatus | WaitingStatus | FinishedStatus;

export interface RunningStatus extends Verdict {
  readonly state: 'running';
}

export interface WaitingStatus extends Verdict {
  readonly state: 'waiting-for-input';
  /** The line that asks, redacted. */
  readonly prompt?: string;
  /** All that the screen shows of the question, redacted. */
  readonly question?: string;
  /** Of the question: an answer that gives it back goes to no other question. */
  readonly fingerprint?: string;
  /** Of a list: the sentence above it, where that is not the line that asks. */
  readonly title?: string;
  /** What can be chosen, where it is a list or the question names its answers. */
  readonly options?: readonly ShownOption[];
  /** What is awaited, where the terminal tells: a line, a line that is not shown, a single key. */
  readonly kind?: 'line' | 'password' | 'key';
  /** It asks nobody anything: an editor, a monitor, a shell or an interpreter, which take what comes next. */
  readonly idle?: true;
}

export interface FinishedStatus extends Verdict {
  readonly state: 'finished';
  /** 128+n where signal n ended it; 124 where its time was up; 125 where it was not run. */
  readonly code: number;
  /** The signal that ended it: `SIGTERM`. */
  readonly signal?: string;
  /** Its time was up. */
  readonly timedOut?: true;
  /** The command was not run: the process that had to give it its input is gone, or there was no pipe for the input. */
  readonly notRun?: true;
  /** The pane is gone and left no record: nobody knows how it ended, and the code is a guess. */
  readonly lost?: true;
}

/** One thing that was looked at for a verdict. */
export interface StatusSignal {
  readonly source: VerdictSource | 'pane' | 'recorder';
  /** What it speaks for; `nothing` where it does not say. */
  readonly says: Status['state'] | 'nothing';
  readonly confidence?: Confidence;
  /** One sentence. */
  readonly detail: string;
}

/** A verdict with everything that was looked at, in the order of its weight. */
export interface StatusExplanation {
  readonly status: Status;
  readonly signals: readonly StatusSignal[];
}

/** Every end of a pane that nobody recorded: it was closed from outside, which ends programs with SIGHUP. */
export const LOST_CODE = 129;
