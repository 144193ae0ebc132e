/** Where in tmux a worker is, as people would address it. */
export interface TmuxInfo {
  readonly session: string;
  readonly window: string;
  /** `null` for the default server. */
  readonly socket: string | null;
}

/** The git worktree that a worker was given, on its host. */
export interface WorkerWorktree {
  readonly path: string;
  readonly branch: string;
  /** The main worktree of the repository. */
  readonly repository: string;
  /** Whether the branch was made for the worker. */
  readonly ownsBranch: boolean;
}

/** How a worker's program ended. */
export interface WorkerExit {
  /** 128+n where signal n ended it. */
  readonly code: number;
  readonly signal?: string;
  readonly timedOut?: true;
  /** Its pane is gone and left no record: the code is a guess. */
  readonly lost?: true;
}

export type StoredWorkerState = 'starting' | 'running' | 'stopped';

/** What the store knows about a worker: a program with a name, in a window of its own. */
export interface WorkerRecord {
  readonly name: string;
  /** Address of the host, its socket included. */
  readonly host: string;
  readonly tmux: TmuxInfo;
  /** The run that its program is, or was; another one after each respawn. */
  readonly runId: string | undefined;
  readonly paneId: string | undefined;
  /** The command without secrets, for people. */
  readonly command: string;
  /** The command, variables and secrets as they were given, sealed; `undefined` where nobody knows them. */
  readonly recipe: string | undefined;
  /** Names of the variables that it was given. */
  readonly envNames: readonly string[];
  readonly cwd: string | undefined;
  readonly tags: readonly string[];
  readonly worktree: WorkerWorktree | undefined;
  readonly state: StoredWorkerState;
  /** Who starts or removes it, while that is being done: `machine:pid:since-nonce`. */
  readonly claim: string | undefined;
  readonly createdAt: Date;
  /** Of its present, or last, run. */
  readonly startedAt: Date;
  readonly stoppedAt: Date | undefined;
  readonly exit: WorkerExit | undefined;
  readonly respawns: number;
}

/** What makes a worker; the store fills in the rest. */
export type NewWorker = Pick<WorkerRecord, 'name' | 'host' | 'tmux' | 'command' | 'state'> & WorkerPatch;

/** What may change. */
export type WorkerPatch = { readonly [K in keyof Omit<WorkerRecord, 'name'>]?: WorkerRecord[K] };

/** What a change depends on, so that of two processes that decide the same one does it. */
export interface WorkerCondition {
  readonly state?: StoredWorkerState;
  /** `null`: nobody has claimed it. */
  readonly claim?: string | null;
  /** `null`: it has none yet. */
  readonly runId?: string | null;
}

/** Which workers: those that fit everything that is given. */
export interface WorkerFilter {
  /** Address of the host, its socket included. */
  readonly host?: string;
  readonly state?: StoredWorkerState;
  readonly tag?: string;
}
