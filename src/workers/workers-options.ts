import type { HostAddress } from '../model/index.js';
import type { Context, Profile } from '../panes/index.js';
import type { RunOptions, RunsConfig } from '../runs/index.js';
import type { Runs } from '../runs/runs.js';
import type { Store } from '../store/index.js';
import type { ConnectOptions, Tmux } from '../tmux/index.js';
import type { WorktreeOptions } from './worktree/add-worktree.js';

export interface WorkersConfig {
  /** How hosts are reached. */
  readonly connect?: ConnectOptions;
  /** Folder for logs on the hosts; each host's own state folder without it. */
  readonly logFolder?: string;
  /** What records each worker, as `RunsConfig` has it. */
  readonly recorder?: RunsConfig['recorder'];
  /** Folder for worktrees on the hosts; `REPOSITORY-worktrees` beside each repository without it. */
  readonly worktreeFolder?: string;
  /** Folders with profiles of programs, before those that come with muxwright. */
  readonly profileFolders?: readonly string[];
  /**
   * Milliseconds that a host may take to answer `ls`.
   * @default 5000
   */
  readonly answerMs?: number;
  /**
   * Milliseconds that a new shell may take for its files, which run programs. What runs longer is a person's, and keeps
   * a session.
   * @default 3000
   */
  readonly shellStartMs?: number;
}

export interface WorkersOptions {
  /**
   * What they share with other services, instead of a `store`, a `clock`, `profiles`, `config.connect` and
   * `config.profileFolders` of their own.
   */
  readonly context?: Context;
  /** Where workers are remembered, or what opens that; the default store, opened when it is first needed, without it. */
  readonly store?: Store | (() => Promise<Store>);
  readonly config?: WorkersConfig;
  /** Starts and follows the runs of the workers; one of their own by default. The caller keeps it. */
  readonly runs?: () => Promise<Runs>;
  readonly clock?: () => Date;
  /**
   * Where workers are spawned that name no host.
   * @default 'local'
   */
  readonly host?: string | HostAddress | Tmux;
  /** Name of the tmux socket there; the default server without it. */
  readonly socket?: string;
  /**
   * Session that workers are spawned in.
   * @default the prefix and a hash of the state folder: `swarm-d2a4bcb5`
   */
  readonly session?: string;
  /**
   * What the names of sessions begin with.
   * @default 'swarm'
   */
  readonly prefix?: string;
  /** How programs look; the shipped ones and those of `config.profileFolders` without it. */
  readonly profiles?: readonly Profile[];
}

/** How a worker is started. What is not said here is as for a run. */
export interface SpawnOptions
  extends Omit<RunOptions, 'env' | 'name' | 'paneOptions' | 'type' | 'recordHere' | 'silenceMs'> {
  /** Address of the host, with or without a socket. */
  readonly host?: string | HostAddress;
  readonly socket?: string;
  readonly session?: string;
  /**
   * The folder it starts in, on its host.
   * @default that of this process on this machine; elsewhere that of the session
   */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Whether the window stays as a shell when the program has ended.
   * @default false
   */
  readonly interactive?: boolean;
  /** A git worktree and a branch of its own, from the repository that `cwd` is in. */
  readonly worktree?: boolean | WorktreeOptions;
  /** Resolve when the program is ready for input, and not before. */
  readonly readyWait?: boolean | ReadyWait;
  /** Gives up, while it is being started or waited for. */
  readonly signal?: AbortSignal;
}

export interface ReadyWait {
  /** Ready is when this is printed; without it, when the program takes input. */
  readonly pattern?: string | RegExp;
  /** @default 120000 */
  readonly timeoutMs?: number;
}
