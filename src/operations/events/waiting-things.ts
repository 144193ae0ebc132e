import type { AgentRecord } from '../../store/agent-record.js';
import type { Store } from '../../store/store.js';

/** A run that was last seen to wait for input. */
export interface WaitingRun {
  readonly id: string;
  readonly prompt: string | undefined;
  readonly kind: string | undefined;
  readonly since: Date;
}

/**
 * What waits for a person, as it is written down: true as long as somebody watches. An editor, a shell or an interpreter
 * waits, too, but for nobody's answer.
 */
export interface WaitingThings {
  readonly runs: readonly WaitingRun[];
  readonly agents: readonly AgentRecord[];
}

export async function waitingThings(store: Store): Promise<WaitingThings> {
  const [marks, agents] = await Promise.all([
    store.journal.marks(RUN_MARKS),
    store.agents.list({ live: true, state: 'AWAITING_INPUT' }),
  ]);
  const runs = marks
    .filter(({ data }) => isForPerson(data))
    .map(({ key, data, since }) => ({
      id: key.slice(RUN_MARKS.length),
      prompt: text(data.prompt),
      kind: text(data.kind),
      since,
    }));
  return { runs: await withoutAgents(store, runs, agents), agents };
}

/** A guess is not worth a person's time: a monitor, a server or a watcher could take a key as well. */
function isForPerson({ state, idle, confidence }: Readonly<Record<string, unknown>>): boolean {
  return state === 'waiting-for-input' && idle !== true && confidence !== 'guess';
}

/** The run that an agent is in may seem to wait, too: both are one thing. */
async function withoutAgents(
  { runs }: Store,
  waiting: readonly WaitingRun[],
  agents: readonly AgentRecord[],
): Promise<readonly WaitingRun[]> {
  if (agents.length === 0) return waiting;
  const places = new Set(agents.map(({ host, tmuxPaneId }) => `${host} ${tmuxPaneId}`));
  const records = await Promise.all(waiting.map(({ id }) => runs.get(id)));
  return waiting.filter((_, index) => !places.has(`${records[index]?.host} ${records[index]?.paneId}`));
}

const RUN_MARKS = 'run ';

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
