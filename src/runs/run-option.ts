/** The pane option that says which run a pane belongs to. */
export const RUN_OPTION = '@muxwright_run';
/** The pane option that says which prompt was answered last. */
export const ANSWERED_OPTION = '@muxwright_answered';
/** The pane option that counts the answers. */
export const ANSWERS_OPTION = '@muxwright_answers';
/** The pane option that says to which row and question the last answer was sent. `@muxwright_sent` is another one. */
export const SENT_OPTION = '@muxwright_answered_at';

/** The pane option that says that recording was stopped, so that nobody begins it again. */
export const STOPPED_OPTION = '@muxwright_stopped';

/** The pane options that have the record, the exit code and the fault of a run, where no file could take them. */
export const RECORD_OPTION = '@muxwright_record';
export const EXIT_OPTION = '@muxwright_exit';
export const FAULT_OPTION = '@muxwright_fault';

/** What a pane knows about its run. No secrets: everybody who can use the server can read it. */
export interface RunNote {
  readonly id: string;
  readonly folder: string;
  readonly startedAt: string;
  readonly command: string;
  readonly interactive: boolean;
  readonly type: string;
  readonly logFormat: 'text' | 'json';
  readonly detectors: readonly { readonly source: string; readonly flags: string }[];
  readonly timeoutMs: number;
  readonly silenceMs: number;
  readonly maxLogBytes?: number;
  readonly keepLogFiles?: number;
  /** A process records it, and not its host. */
  readonly recordedHere?: boolean;
  /** What the proof of its end is checked against. */
  readonly commitment?: string;
}
