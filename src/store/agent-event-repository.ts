import type { Kysely, Selectable } from 'kysely';
import { agentNotFound } from './agent-not-found.js';
import type { JournalWriter } from './journal-writer.js';
import { checkLimit } from './run-filter.js';
import { storeDefaults } from './store-defaults.js';
import type { Tables } from './tables.js';
import { type Clock, timeText } from './time-text.js';

/** Something that happened to an agent. */
export interface AgentEvent {
  /** Greater than that of every event of an agent before, so that who lost the thread can go on after it. */
  readonly id: number;
  readonly agentId: string;
  readonly at: Date;
  readonly type: AgentEventType;
  readonly data: Readonly<Record<string, unknown>>;
}

export type AgentEventType = 'state_changed' | 'commander_availability' | 'turn' | (string & {});

export interface AgentEventsSinceOptions {
  /** Only events of this agent. */
  readonly agentId?: string | undefined;
  /**
   * Events that one call gives at most.
   * @default 100
   */
  readonly limit?: number | undefined;
}

/** The table `agent_events`: the latest events. They go when their agent goes, and the oldest as new ones come. */
export class AgentEventRepository {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #journal: JournalWriter;

  /** @internal */
  constructor(db: Kysely<Tables>, clock: Clock, journal: JournalWriter) {
    this.#db = db;
    this.#clock = clock;
    this.#journal = journal;
  }

  /**
   * Adds an event. Fails with `AGENT_NOT_FOUND`.
   *
   * @example
   * await store.agentEvents.append(agent.id, 'commander_availability', { available: false });
   */
  async append(
    agentId: string,
    type: AgentEventType,
    data: Readonly<Record<string, unknown>> = {},
    at: Date = this.#clock(),
  ): Promise<AgentEvent> {
    return this.#db
      .transaction()
      .execute((db) => insertAgentEvent(db, this.#journal, { agentId, type, data, at }));
  }

  /** The events after `id` (0: from the oldest that is kept), oldest first. */
  async since(id: number, options: AgentEventsSinceOptions = {}): Promise<AgentEvent[]> {
    const limit = checkLimit(options.limit ?? storeDefaults.limit);
    let query = this.#db
      .selectFrom('agent_events')
      .selectAll()
      .where('id', '>', id)
      .orderBy('id')
      .limit(limit);
    if (options.agentId !== undefined) query = query.where('agent_id', '=', options.agentId);
    return (await query.execute()).map(toAgentEvent);
  }

  /** The id of the newest event; 0 where there was none. */
  async lastId(): Promise<number> {
    const query = this.#db.selectFrom('agent_events').select('id').orderBy('id', 'desc').limit(1);
    return (await query.executeTakeFirst())?.id ?? 0;
  }
}

/** For a transaction that changes the agent, too. */
export async function insertAgentEvent(
  db: Kysely<Tables>,
  journal: JournalWriter,
  event: Omit<AgentEvent, 'id'>,
): Promise<AgentEvent> {
  const { agentId, type, data, at } = event;
  // Taken from the agent's row, so that there is nothing to insert where the agent is gone.
  const inserted = await db
    .insertInto('agent_events')
    .columns(['agent_id', 'at', 'type', 'data'])
    .expression(
      db
        .selectFrom('agents')
        .select(({ val }) => [
          'id',
          val(timeText(at)).as('at'),
          val(type).as('type'),
          val(JSON.stringify(data)).as('data'),
        ])
        .where('id', '=', agentId),
    )
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) throw agentNotFound(agentId);
  await db
    .deleteFrom('agent_events')
    .where('id', '<=', inserted.id - storeDefaults.agentEvents)
    .execute();
  await tellJournal(db, journal, event);
  return { ...event, id: inserted.id };
}

/** Several processes may see that a pane is gone: that is one piece of news. */
async function tellJournal(
  db: Kysely<Tables>,
  journal: JournalWriter,
  { agentId, type, data, at }: Omit<AgentEvent, 'id'>,
): Promise<void> {
  const query = db.selectFrom('agents').select(['host', 'tmux_pane_id']).where('id', '=', agentId);
  const agent = await query.executeTakeFirst();
  const event = { type, at, host: agent?.host, target: agentId, paneId: agent?.tmux_pane_id, data };
  if (type !== 'commander_availability') return void (await journal.append(db, event));
  const mark = { key: availabilityMark(agentId), value: String(data.available) };
  await journal.appendChange(db, mark, [event]);
}

export function availabilityMark(agentId: string): string {
  return `availability ${agentId}`;
}

function toAgentEvent(row: Selectable<Tables['agent_events']>): AgentEvent {
  return {
    id: row.id,
    agentId: row.agent_id,
    at: new Date(row.at),
    type: row.type,
    data: JSON.parse(row.data),
  };
}
