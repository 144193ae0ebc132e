import type { RecorderSettings } from '../recorder/index.js';
import type { LiveRedactor } from '../redaction/live-redactor.js';
import type { Pane, Tmux } from '../tmux/index.js';
import type { LearnedSecrets } from './learned-secrets.js';
import type { FinishedStatus } from './status.js';

/** Everything needed to look at a run, wherever the knowledge came from: this process, the store, the pane's note. */
export interface RunPlace {
  readonly id: string;
  readonly tmux: Tmux;
  readonly pane: Pane | undefined;
  /** As it is shown, without secrets; empty where nobody knows it. */
  readonly command: string;
  readonly startedAt: Date | undefined;
  /** How it ended, where the store has it: its files may have been pruned since. */
  readonly recorded: FinishedStatus | undefined;
  /** Folder of logs and exit files on the host. */
  readonly folder: string;
  readonly detectors: readonly RegExp[];
  readonly redactor: LiveRedactor;
  /** `undefined` without a store. */
  readonly learned: LearnedSecrets | undefined;
  readonly interactive: boolean;
  /** Whether the command reads from a pipe that this process, which started it, has to feed. */
  readonly pipedInput?: boolean;
  readonly silenceMs: number;
  /** What its recorder needs beside the nonces; `undefined` where a process records instead of the host. */
  readonly recording: Pick<RecorderSettings, 'format' | 'rules' | 'maxBytes' | 'keepSegments'> | undefined;
  /** What the proof of its end is checked against; `undefined` where neither store nor pane knows it. */
  readonly commitment: string | undefined;
  /** Known to the process that started the run, and to the store. */
  readonly nonces: { readonly startNonce: string; readonly exitNonce: string } | undefined;
}
