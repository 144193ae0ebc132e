import type { Kysely, Selectable } from 'kysely';
import { agentNotFound } from './agent-not-found.js';
import type { JournalWriter } from './journal-writer.js';
import { checkLimit } from './run-filter.js';
import { storeDefaults } from './store-defaults.js';
import type { Tables } from './tables.js';
import type { Clock } from './time-text.js';
import { transact } from './transact.js';

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

/** What the journal has of agents: the latest events. They go when their agent goes, and the oldest as new ones come. */
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
   * Adds an event. Fails with `AGENT_NOT_FOUND`. That a pane is there or gone, which several processes may see, is one
   * event.
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
    return transact(this.#db, (db) => insertAgentEvent(db, this.#journal, { agentId, type, data, at }));
  }

  /** The events after `id` (0: from the oldest that is kept), oldest first. */
  async since(id: number, options: AgentEventsSinceOptions = {}): Promise<AgentEvent[]> {
    const limit = checkLimit(options.limit ?? storeDefaults.limit);
    let query = this.#events().selectAll().orderBy('id').limit(limit);
    // Events of before the journal was the only log have ids below 0.
    if (id !== 0) query = query.where('id', '>', id);
    if (options.agentId !== undefined) query = query.where('target', '=', options.agentId);
    return (await query.execute()).map(toAgentEvent);
  }

  /** The id of the newest event; 0 where there was none. */
  async lastId(): Promise<number> {
    const query = this.#events().select('id').orderBy('id', 'desc').limit(1);
    return (await query.executeTakeFirst())?.id ?? 0;
  }

  /** That an agent is registered, or asks something else, is told by the journal alone. */
  #events() {
    return this.#db
      .selectFrom('journal')
      .where('type', '<>', 'agent_changed')
      .where('target', 'in', this.#db.selectFrom('agents').select('id'));
  }
}

/** For a transaction that changes the agent, too. */
export async function insertAgentEvent(
  db: Kysely<Tables>,
  journal: JournalWriter,
  event: Omit<AgentEvent, 'id'>,
): Promise<AgentEvent> {
  const { agentId, type, data, at } = event;
  const query = db.selectFrom('agents').select(['host', 'tmux_pane_id']).where('id', '=', agentId);
  const agent = await query.executeTakeFirst();
  if (!agent) throw agentNotFound(agentId);
  const told = { type, at, host: agent.host, target: agentId, paneId: agent.tmux_pane_id, data };
  if (type !== 'commander_availability') return { ...event, id: (await journal.append(db, told)).id };
  const mark = { key: availabilityMark(agentId), value: String(data.available) };
  await journal.appendChange(db, mark, [told]);
  return { ...event, id: await lastAvailability(db, agentId) };
}

export function availabilityMark(agentId: string): string {
  return `availability ${agentId}`;
}

async function lastAvailability(db: Kysely<Tables>, agentId: string): Promise<number> {
  const query = db.selectFrom('journal').select('id').where('target', '=', agentId);
  const last = query.where('type', '=', 'commander_availability').orderBy('id', 'desc').limit(1);
  return (await last.executeTakeFirst())?.id ?? 0;
}

function toAgentEvent(row: Selectable<Tables['journal']>): AgentEvent {
  return {
    id: row.id,
    agentId: row.target ?? '',
    at: new Date(row.at),
    type: row.type,
    data: JSON.parse(row.data),
  };
}
