import type { Context } from '../panes/index.js';
import type { Store } from '../store/index.js';
import type { ConnectOptions, HostTarget } from '../tmux/index.js';
import type { HarvestOptions } from './harvest.js';
import type { RunPolicy } from './policies.js';
import type { Run } from './run.js';
import type { RunOptions } from './run-options.js';
import type { SendOptions } from './send-input.js';

export interface RunsConfig {
  /**
   * Session for runs that name none.
   * @default 'muxwright'
   */
  readonly session?: string;
  /** Folder for logs and exit files on the hosts; each host's own state folder without it. */
  readonly logFolder?: string;
  /** Time limits and retries by the type of a command; the first that fits counts. */
  readonly policies?: readonly RunPolicy[];
  /** How hosts are reached. */
  readonly connect?: ConnectOptions;
  /** Asked before each run for what records it from its first byte on; a run whose recorder fails goes on without. */
  readonly recorder?: (() => Promise<RunRecorder | undefined>) | undefined;
}

/** Resolves when it misses nothing of a run any more: then the command begins. */
export type RunRecorder = (run: Run) => Promise<void>;

export interface RunsOptions {
  /**
   * The host of calls that name none: an address, or a connection that the caller keeps.
   * @default 'local'
   */
  readonly host?: HostTarget;
  /** What it shares with other services, instead of its own `store`, `clock` and `config.connect`. */
  readonly context?: Context;
  /** Where runs are remembered; the default store, opened when it is first needed, without it. `false`: nowhere. */
  readonly store?: Store | false;
  readonly config?: RunsConfig;
  readonly clock?: () => Date;
}

/** A call for another host than that of the service. */
export interface RunPlace {
  /** @default the host of the service */
  readonly host?: HostTarget | undefined;
}

export interface StartOptions extends RunOptions, RunPlace {
  /** Session that the run's window is opened in; created where it is missing. */
  readonly session?: string;
  /**
   * `false`: the recorder is not asked.
   * @default true
   */
  readonly recording?: boolean;
}

export interface StopOptions extends RunPlace {
  /** End the command, too, and its pane. */
  readonly end?: boolean;
  /** @default 2000 */
  readonly graceMs?: number;
}

export interface InputOptions extends RunPlace, Pick<SendOptions, 'secret'> {
  /**
   * Whether Enter follows, as a key of its own.
   * @default true
   */
  readonly enter?: boolean;
}

export interface OutputOptions extends RunPlace, HarvestOptions {
  /**
   * Byte position in the log that the last call gave.
   * @default 0
   */
  readonly cursor?: number;
}

export interface StatusOptions extends RunPlace {
  /** Patterns of prompts, beside those that the run was started with. */
  readonly promptDetectors?: readonly RegExp[];
}
