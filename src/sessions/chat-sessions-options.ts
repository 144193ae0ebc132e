import type { Context } from '../panes/index.js';
import type { Store } from '../store/index.js';
import type { ConnectOptions, HostTarget } from '../tmux/index.js';
import type { CommandTemplate } from './prompt-command.js';

/** How sessions are made and reached. */
export interface ChatSessionsConfig {
  /**
   * Whether there are sessions at all. `ENABLE_TMUX_SESSIONS=false` in the environment says no as well.
   * @default true
   */
  readonly enabled?: boolean;
  /**
   * Name or path of a bash, zsh, fish or any `sh` for new sessions.
   * @default the user's `$SHELL` if it is one of them, else bash, else sh
   */
  readonly shell?: string;
  /** Folder that new sessions begin in. */
  readonly cwd?: string;
  /** How hosts are reached. */
  readonly connect?: ConnectOptions;
}

/** A call for another host than that of the service. */
export interface ChatPlace {
  /** @default the host of the service */
  readonly host?: HostTarget | undefined;
}

export interface ChatSessionsOptions {
  /**
   * The host of calls that name none: an address, or a connection that the caller keeps.
   * @default 'local'
   */
  readonly host?: HostTarget;
  /** The context shared with other services, instead of separate `store`, `clock` and `config.connect`. */
  readonly context?: Context;
  /**
   * Sessions that one host may have, `Infinity` for any number. Only those of chats count.
   * @default 10
   */
  readonly limit?: number;
  /**
   * Milliseconds after its last use that a session counts as idle; with `Infinity` it never does.
   * @default 1800000
   */
  readonly idleMs?: number;
  /**
   * What is run for a prompt.
   * @default 'claude -p {prompt}'
   */
  readonly command?: CommandTemplate;
  /** The store of the sessions. `false`: no store. @default the default store, opened on first use */
  readonly store?: Store | false;
  readonly config?: ChatSessionsConfig;
  readonly clock?: () => Date;
}

export interface CleanupOptions {
  /** End sessions in which something runs, too. @default false */
  readonly busy?: boolean;
  /** End sessions that a person is attached to, too. @default false */
  readonly attached?: boolean;
}

export const sessionDefaults = Object.freeze({
  limit: 10,
  idleMs: 30 * 60_000,
  command: 'claude -p {prompt}',
  /** After so many milliseconds a shell is looked at again that was not at its prompt; each pause is twice as long. */
  firstLookMs: 20,
  looks: 9,
});
