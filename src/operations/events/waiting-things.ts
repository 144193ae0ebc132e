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
    .filter(({ data }) => data.state === 'waiting-for-input' && data.idle !== true)
    .map(({ key, data, since }) => ({
      id: key.slice(RUN_MARKS.length),
      prompt: text(data.prompt),
      kind: text(data.kind),
      since,
    }));
  return { runs, agents };
}

const RUN_MARKS = 'run ';

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
