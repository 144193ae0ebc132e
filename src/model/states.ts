/** What a state means for a person. Each has a colour and a shape on the dashboard, and a colour in the terminal. */
export type Tone = 'waits' | 'busy' | 'good' | 'bad' | 'quiet';

/** A state as every face shows it. */
export interface StateLabel {
  readonly text: string;
  readonly tone: Tone;
  /** Whether it needs a person: the inbox lists it. */
  readonly waitsForPerson: boolean;
}

/** The one table of states: of runs, workers and agents. */
export const states = {
  starting: { text: 'starting', tone: 'busy', waitsForPerson: false },
  running: { text: 'running', tone: 'busy', waitsForPerson: false },
  working: { text: 'working', tone: 'busy', waitsForPerson: false },
  /** It asks for a line, a key, leave or a choice. */
  asking: { text: 'asks', tone: 'waits', waitsForPerson: true },
  /** Of an agent: it asks, or its turn is over. */
  waiting: { text: 'waits for you', tone: 'waits', waitsForPerson: true },
  /** It takes what comes next, and asks nothing: a shell, an editor, an agent before its first prompt. */
  idle: { text: 'idle', tone: 'good', waitsForPerson: false },
  succeeded: { text: 'exit 0', tone: 'good', waitsForPerson: false },
  failed: { text: 'failed', tone: 'bad', waitsForPerson: false },
  'not-run': { text: 'not run', tone: 'bad', waitsForPerson: false },
  'timed-out': { text: 'timed out', tone: 'bad', waitsForPerson: false },
  lost: { text: 'lost', tone: 'bad', waitsForPerson: false },
  ended: { text: 'ended', tone: 'quiet', waitsForPerson: false },
  unknown: { text: 'unknown', tone: 'quiet', waitsForPerson: false },
} as const satisfies Readonly<Record<string, StateLabel>>;

export interface RunStateFacts {
  readonly state: 'running' | 'waiting-for-input' | 'finished' | 'lost';
  /** It waits, and asks nothing. */
  readonly idle?: boolean | undefined;
  readonly code?: number | undefined;
  readonly signal?: string | undefined;
  readonly timedOut?: boolean | undefined;
  readonly notRun?: boolean | undefined;
  readonly lost?: boolean | undefined;
}

/**
 * The state of a run.
 *
 * @example
 * runState({ state: 'finished', code: 3 }).text; // 'exit 3'
 */
export function runState(run: RunStateFacts): StateLabel {
  if (run.state === 'running') return states.running;
  if (run.state === 'waiting-for-input') return run.idle ? states.idle : states.asking;
  if (run.state === 'lost' || run.lost) return states.lost;
  if (run.notRun) return states['not-run'];
  if (run.timedOut) return states['timed-out'];
  if (run.signal !== undefined) return { ...states.failed, text: run.signal };
  if (run.code === undefined) return states.ended;
  return run.code === 0 ? states.succeeded : { ...states.failed, text: `exit ${run.code}` };
}

export interface WorkerStateFacts {
  readonly state: 'starting' | 'running' | 'stopped' | 'unknown';
  readonly exit?: Omit<RunStateFacts, 'state' | 'idle'> | undefined;
}

export function workerState({ state, exit }: WorkerStateFacts): StateLabel {
  return state === 'stopped' ? runState({ ...exit, state: 'finished' }) : states[state];
}

/** The state of an agent; one that a newer version may have is unknown. */
export function agentState(state: string): StateLabel {
  return agentStates.get(state) ?? states.unknown;
}

const agentStates: ReadonlyMap<string, StateLabel> = new Map<string, StateLabel>([
  ['STARTING', states.starting],
  ['IDLE', states.idle],
  ['PROCESSING', states.working],
  ['AWAITING_INPUT', states.waiting],
  ['EXITED', states.ended],
  ['UNKNOWN', states.unknown],
]);
