import type { HostOptions } from '../../hosts/index.js';
import type { TraceMode, TraceOptions } from '../trace/trace-options.js';

/** Where and how the programs of a terminal run. */
export interface TerminalOptions {
  /**
   * Columns and rows.
   * @default [80, 24]
   */
  readonly size?: readonly [columns: number, rows: number];
  /**
   * The host: `local`, `docker://NAME`, `ssh://user@host`.
   * @default 'local'
   */
  readonly on?: string;
  /** Added to the environment, which is the same on every machine otherwise. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * The folder to start in; `~` is the empty home.
   * @default here: the folder of this process; on another host: the empty home
   */
  readonly cwd?: string;
  /**
   * Milliseconds that an action or a matcher waits.
   * @default 5000
   */
  readonly timeout?: number;
  /**
   * Milliseconds after which a wait fails because nothing can change any more; 0: it never does.
   * @default 500
   */
  readonly patience?: number;
  /**
   * When the test leaves a trace, or more about it.
   * @default 'retain-on-failure'; of `launch` without a runner 'off'
   */
  readonly trace?: TraceMode | TraceOptions;
  /** How the host is reached. */
  readonly connect?: HostOptions;
}
