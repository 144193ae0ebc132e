import type { JournalCursor } from '../../src/store/journal-place.js';
import type { Job } from './job.js';

/** All that is known of a round when it is over. The checker looks at nothing else. */
export interface Evidence {
  readonly runs: readonly RunEvidence[];
  readonly deliveries: readonly DeliveryEvidence[];
  readonly journal: JournalEvidence;
  readonly commands: readonly CommandEvidence[];
  readonly recordings: readonly RecordingEvidence[];
  readonly processes: ProcessEvidence;
  readonly leftovers: Leftovers;
}

/** What faults of the round can have done to a run. What they cannot have done is a violation. */
export interface Excuses {
  /** Its tmux server or its container was ended while it may have been running. */
  readonly serverEnded: boolean;
  /** A recorder was killed while it may have been running. */
  readonly recorderKilled: boolean;
  /** Its log could not be written for a while: the disk was full or read-only, or files could not be opened. */
  readonly logUnwritable: boolean;
  /** The store did not answer for a while. */
  readonly storeAway: boolean;
}

/** A job, what its program did, and what muxwright says that it did. */
export interface RunEvidence {
  readonly job: Job;
  /** Whether a caller was told that it started; `unknown` where the caller was killed or got an error. */
  readonly start: 'started' | 'unknown';
  readonly truth: ProgramTruth;
  readonly runs: readonly StoredRun[];
  readonly readers: readonly ReaderEvidence[];
  readonly excuses: Excuses;
}

/** What the program itself wrote down. */
export interface ProgramTruth {
  readonly starts: number;
  readonly answers: readonly { readonly question: number; readonly text: string }[];
  /** What was left in its terminal when it ended. */
  readonly extra: readonly string[];
  readonly ended: boolean;
}

export interface ToldEnd {
  readonly code: number;
  readonly lost: boolean;
}

/** A run of the store with the command of the job. */
export interface StoredRun {
  readonly id: string;
  /** As a fresh process sees it at the end of the round; `undefined` where it has not ended. */
  readonly verdict: (ToldEnd & { readonly confidence: string }) | undefined;
  /** As the store has it. */
  readonly stored: ToldEnd | undefined;
  readonly log: readonly string[];
  /** Why recording ended early. */
  readonly fault: string | undefined;
  /** Exits of it in the journal. */
  readonly exitEvents: number;
}

/** What a reader got that was cut off and continued from its last cursor, as often as faults wanted. */
export interface ReaderEvidence {
  readonly by: string;
  readonly parts: readonly { readonly cursor: number; readonly lines: readonly string[] }[];
  readonly end: ToldEnd | undefined;
}

/** Texts that were sent one after the other by one sender, and what arrived of them. */
export interface DeliveryEvidence {
  readonly to: string;
  readonly sent: readonly { readonly text: string; readonly outcome: 'accepted' | 'unknown' }[];
  readonly arrived: readonly string[];
  /** Whether what was accepted may be gone with a tmux server. */
  readonly mayBeGone: boolean;
}

export interface JournalEvidence {
  /** Ids of all events, oldest first, as a reader is given them. */
  readonly stored: readonly JournalCursor[];
  readonly readers: readonly {
    readonly by: string;
    readonly since: JournalCursor;
    readonly ids: readonly JournalCursor[];
  }[];
}

/** A `mux run` that was left alone or only stopped for a while. */
export interface CommandEvidence {
  readonly job: Job;
  /** Whether its command began. */
  readonly started: boolean;
  readonly stdout: string;
  readonly code: number | null;
  readonly excuses: Excuses;
}

export interface RecordingEvidence {
  readonly job: Job;
  /** Everything that the file shows as output. */
  readonly output: string;
  /** Whether each line of the file is whole. */
  readonly valid: boolean;
  /** Whether the process that recorded reported its end. */
  readonly complete: boolean;
  readonly excuses: Excuses;
}

export interface ProcessEvidence {
  /** Processes that ended without having been ended by a fault. */
  readonly ended: readonly { readonly who: string; readonly how: string }[];
  /** Processes that were told to end and did not. */
  readonly stuck: readonly string[];
  readonly errors: readonly { readonly who: string; readonly code: string; readonly message: string }[];
}

export interface Leftovers {
  readonly files: readonly string[];
  readonly processes: readonly string[];
}
