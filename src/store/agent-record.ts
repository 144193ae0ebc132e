/** What the store knows about an agent: a program in a pane that people and programs talk with. */
export interface AgentRecord {
  readonly id: string;
  /** The agent's own word for its session. */
  readonly sessionId: string | undefined;
  /** Address of the host. */
  readonly host: string;
  /** Which tmux server it was, as `pid:start`: after a restart another pane may have the same id. */
  readonly server: string | undefined;
  /** The pane that text is delivered to. Stays when the session ends. */
  readonly tmuxPaneId: string | null;
  /** The first process of that pane. */
  readonly panePid: number | undefined;
  /** The pane of iTerm that shows it; never used for delivery. */
  readonly itermPaneId: string | null;
  /** Name of the profile that its screen is read by. */
  readonly profile: string | undefined;
  /** What people call it. */
  readonly name: string | undefined;
  readonly cwd: string | undefined;
  readonly state: StoredAgentState;
  /** What the state was learned from: `hook`, `screen`. */
  readonly stateSource: string;
  readonly stateDetail: string;
  readonly stateSince: Date;
  /** What it asks, as far as somebody who watches it has seen. */
  readonly asks: AgentQuestion | undefined;
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
  readonly endedAt: Date | undefined;
  readonly endReason: string | undefined;
  /** What else is known; not secret. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** What an agent asks, without secrets. */
export interface AgentQuestion {
  /** `permission`: approval to do something; `question`: a choice; `answer`: its turn is over. */
  readonly promptKind: 'permission' | 'question' | 'answer';
  /** The sentence that asks. */
  readonly prompt?: string;
  /** The whole question: the command, the file, the rows above the options. */
  readonly question?: string;
  readonly fingerprint?: string;
  readonly options?: readonly AgentOption[];
}

export interface AgentOption {
  readonly number?: number;
  readonly label: string;
  readonly selected: boolean;
}

export type StoredAgentState = 'STARTING' | 'IDLE' | 'PROCESSING' | 'AWAITING_INPUT' | 'EXITED' | 'UNKNOWN';

/** Where an agent is. */
export type AgentPlace = Pick<AgentRecord, 'host' | 'server' | 'tmuxPaneId' | 'panePid'>;

/** What makes an agent; the store fills in the rest. */
export type NewAgent = Pick<AgentRecord, 'id' | 'host'> &
  AgentPatch &
  Optional<Pick<AgentRecord, StateFields>>;

/** What may change. The state is set by `transition`, the end by `end`. */
export type AgentPatch = Optional<Omit<AgentRecord, 'id' | StateFields | EndFields>>;

/** A change of state. */
export interface AgentTransition {
  readonly to: StoredAgentState;
  readonly source: string;
  /** @default '' */
  readonly detail?: string | undefined;
  /** Only from these states. */
  readonly from?: readonly StoredAgentState[] | undefined;
  /**
   * When it happened. Older news than what the agent has is not taken.
   * @default now
   */
  readonly at?: Date | undefined;
  /** The turn that it belongs to. */
  readonly turnId?: number | undefined;
  /** What the agent asks in that state, where that is known. */
  readonly asks?: AgentQuestion | undefined;
}

export interface AgentFilter {
  readonly host?: string | undefined;
  readonly state?: StoredAgentState | readonly StoredAgentState[] | undefined;
  readonly name?: string | undefined;
  readonly tmuxPaneId?: string | undefined;
  /** Those that have not ended, or those that have. */
  readonly live?: boolean | undefined;
}

type StateFields = 'state' | 'stateSource' | 'stateDetail' | 'stateSince' | 'asks';
type EndFields = 'endedAt' | 'endReason';
type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };
