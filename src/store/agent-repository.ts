import type { ExpressionBuilder, ExpressionWrapper, Kysely, Selectable, SqlBool } from 'kysely';
import { MuxError } from '../model/index.js';
import { type AgentEvent, availabilityMark, insertAgentEvent } from './agent-event-repository.js';
import { agentNotFound } from './agent-not-found.js';
import type {
  AgentFilter,
  AgentPatch,
  AgentPlace,
  AgentQuestion,
  AgentRecord,
  AgentTransition,
  NewAgent,
} from './agent-record.js';
import { agentPatchRow, newAgentRow, toAgentRecord } from './agent-row.js';
import type { InboxWriter } from './inbox-writer.js';
import type { JournalData } from './journal-event.js';
import type { JournalWriter } from './journal-writer.js';
import { checkLimit } from './run-filter.js';
import type { AgentsTable, Tables } from './tables.js';
import { type Clock, timeText } from './time-text.js';
import { transact } from './transact.js';

export interface AgentListOptions extends AgentFilter {
  /** Agents that the call gives at most; the newest. All without it. */
  readonly limit?: number | undefined;
}

/** The table `agents`. */
export class AgentRepository {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #journal: JournalWriter;
  readonly #inbox: InboxWriter;

  /** @internal */
  constructor(db: Kysely<Tables>, clock: Clock, journal: JournalWriter, inbox: InboxWriter) {
    this.#db = db;
    this.#clock = clock;
    this.#journal = journal;
    this.#inbox = inbox;
  }

  /**
   * Adds an agent, and gives it as it is stored. Where there is one of that session already, that one is the answer,
   * as it is: `created` tells.
   *
   * @example
   * const { agent } = await store.agents.insert({ id, host: 'local', sessionId, tmuxPaneId: '%3' });
   */
  async insert(agent: NewAgent): Promise<{ readonly agent: AgentRecord; readonly created: boolean }> {
    const row = newAgentRow(agent, this.#clock());
    const inserted = await transact(this.#db, async (db) => {
      const result = await db
        .insertInto('agents')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (result.numInsertedOrUpdatedRows !== 1n) return false;
      await this.#tell(db, row, 'registered');
      return true;
    });
    if (inserted) return { agent: toAgentRecord(row), created: true };
    const known = agent.sessionId === undefined ? undefined : await this.bySession(agent.sessionId);
    if (known) return { agent: known, created: false };
    throw new MuxError('INVALID_ARGUMENT', `An agent '${agent.id}' exists already.`, {
      details: { id: agent.id },
    });
  }

  /** The agent, or `undefined` where there is none of that id. */
  async get(id: string): Promise<AgentRecord | undefined> {
    const row = await this.#db.selectFrom('agents').selectAll().where('id', '=', id).executeTakeFirst();
    return row && toAgentRecord(row);
  }

  async bySession(sessionId: string): Promise<AgentRecord | undefined> {
    const query = this.#db.selectFrom('agents').selectAll().where('session_id', '=', sessionId);
    const row = await query.executeTakeFirst();
    return row && toAgentRecord(row);
  }

  /**
   * Agents that fit everything that is given, the newest first.
   *
   * @example
   * const waiting = await store.agents.list({ live: true, state: 'AWAITING_INPUT' });
   */
  async list(options: AgentListOptions = {}): Promise<AgentRecord[]> {
    let query = this.#db
      .selectFrom('agents')
      .selectAll()
      .where(agentCondition(options))
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc');
    if (options.limit !== undefined) query = query.limit(checkLimit(options.limit));
    return (await query.execute()).map(toAgentRecord);
  }

  /** Addresses of the hosts that agents are or were on. */
  async hosts(): Promise<string[]> {
    const rows = await this.#db.selectFrom('agents').select('host').distinct().orderBy('host').execute();
    return rows.map(({ host }) => host);
  }

  /** Changes what is given. `undefined` and `null` empty what may be empty. Fails with `AGENT_NOT_FOUND`. */
  async update(id: string, patch: AgentPatch): Promise<AgentRecord> {
    const row = agentPatchRow(patch);
    const changed = SHOWN.some((column) => row[column] !== undefined)
      ? await transact(this.#db, async (db) => {
          const query = db.selectFrom('agents').select('host').where('id', '=', id);
          const before = await query.forUpdate().executeTakeFirst();
          const after = await updated(db, id, row);
          if (after) await this.#inbox.sync(db, after.host);
          // What it hid there is to be seen again.
          if (before && after && before.host !== after.host) await this.#inbox.sync(db, before.host);
          return after;
        })
      : await updated(this.#db, id, row);
    if (!changed) throw agentNotFound(id);
    return toAgentRecord(changed);
  }

  /** Sets the pane of an agent that has none. The first to say so wins; whether it was this call is the answer. */
  async discoverPane(id: string, place: AgentPlace): Promise<boolean> {
    const found = await transact(this.#db, async (db) => {
      const query = db
        .updateTable('agents')
        .set(agentPatchRow(place))
        .where('id', '=', id)
        .where('tmux_pane_id', 'is', null);
      return this.#tell(db, await query.returningAll().executeTakeFirst(), 'found');
    });
    if (found) return true;
    await this.#mustExist(id);
    return false;
  }

  /**
   * Changes the state, and appends the event `state_changed`, which is the answer; `undefined` where the agent is in
   * another state than was expected, in that state already, or has newer news. An agent that is in that state already and
   * asks something else has the question replaced, and the journal says so.
   *
   * @example
   * await store.agents.transition(id, { from: ['AWAITING_INPUT'], to: 'PROCESSING', source: 'bridge', turnId });
   */
  async transition(id: string, transition: AgentTransition): Promise<AgentEvent | undefined> {
    const { to, source, detail = '', from, at = this.#clock(), turnId, asks } = transition;
    return transact(this.#db, async (db) => {
      const query = db.selectFrom('agents').selectAll().where('id', '=', id);
      const row = await query.forUpdate().executeTakeFirst();
      if (!row) throw agentNotFound(id);
      const { state, stateSince } = toAgentRecord(row);
      if (stateSince > at || (from && !from.includes(state))) return undefined;
      if (state === to) return this.#asksAnother(db, row, asks, at);
      await db
        .updateTable('agents')
        .set({
          ...{ state: to, state_source: source, state_detail: detail, state_since: timeText(at) },
          asks: asks ? JSON.stringify(asks) : null,
        })
        .where('id', '=', id)
        .execute();
      const change = { from: state, to, source, detail, turnId, asks };
      const event = await insertAgentEvent(db, this.#journal, stateChanged(id, at, change));
      if (state === 'AWAITING_INPUT' || to === 'AWAITING_INPUT') await this.#inbox.sync(db, row.host);
      return event;
    });
  }

  /**
   * Tells of a state that the agent was in for so short a time that newer news came before this: the event
   * `state_changed` to that state, and one more to the state it is in, so that who follows the events ends there.
   */
  async passedThrough(id: string, transition: AgentTransition): Promise<AgentEvent[]> {
    const { to, source, detail = '', at = this.#clock(), turnId } = transition;
    return transact(this.#db, async (db) => {
      const query = db.selectFrom('agents').selectAll().where('id', '=', id);
      const row = await query.forUpdate().executeTakeFirst();
      if (!row) throw agentNotFound(id);
      const now = toAgentRecord(row);
      const from = transition.from?.[0] ?? now.state;
      const passed = { from, to, source, detail, turnId };
      const events = [await insertAgentEvent(db, this.#journal, stateChanged(id, at, passed))];
      if (now.state === to) return events;
      const rest = { from: to, to: now.state, source: now.stateSource, detail: now.stateDetail };
      return [...events, await insertAgentEvent(db, this.#journal, stateChanged(id, now.stateSince, rest))];
    });
  }

  /** Sets that the session ended. The first to say so wins; whether it was this call is the answer. */
  async end(id: string, reason: string, at: Date = this.#clock()): Promise<boolean> {
    const ended = await transact(this.#db, async (db) => {
      const query = db
        .updateTable('agents')
        .set({ ended_at: timeText(at), end_reason: reason })
        .where('id', '=', id)
        .where('ended_at', 'is', null);
      const row = await query.returningAll().executeTakeFirst();
      await this.#journal.forgetMarks(db, [availabilityMark(id)]);
      return this.#tell(db, row, 'ended');
    });
    if (ended) return true;
    await this.#mustExist(id);
    return false;
  }

  /** A session that goes on after all. */
  async revive(id: string): Promise<void> {
    const revived = await transact(this.#db, async (db) => {
      const query = db.updateTable('agents').set({ ended_at: null, end_reason: null }).where('id', '=', id);
      return this.#tell(db, await query.returningAll().executeTakeFirst(), 'revived');
    });
    if (!revived) throw agentNotFound(id);
  }

  /** Removes an agent with its turns and events; whether there was one is the answer. */
  async remove(id: string): Promise<boolean> {
    return transact(this.#db, async (db) => {
      const row = await db.deleteFrom('agents').where('id', '=', id).returningAll().executeTakeFirst();
      await this.#journal.forgetMarks(db, [availabilityMark(id)]);
      await this.#journal.forgetOf(db, [id]);
      const known = await this.#tell(db, row, 'removed');
      if (row) await this.#inbox.removed(db, [{ ...row, kind: 'agent' }]);
      return known;
    });
  }

  /** Tells that an agent has come, gone or got a pane; whether there is one is the answer. */
  async #tell(
    db: Kysely<Tables>,
    row: Selectable<AgentsTable> | undefined,
    change: string,
    more: JournalData = {},
  ): Promise<boolean> {
    if (!row) return false;
    const { id, host, tmux_pane_id: paneId, name, state } = row;
    const data = { agent_id: id, change, state, ...(name !== null && { name }), ...more };
    await this.#journal.append(db, { type: 'agent_changed', host, target: id, paneId, data });
    if (state === 'AWAITING_INPUT') await this.#inbox.sync(db, host);
    return true;
  }

  /** A question that takes the place of another one is waited for since then; one that was not known yet, as before. */
  async #asksAnother(
    db: Kysely<Tables>,
    row: Selectable<AgentsTable>,
    asks: AgentQuestion | undefined,
    at: Date,
  ): Promise<undefined> {
    const text = asks && JSON.stringify(asks);
    if (text === undefined || text === row.asks) return;
    const isAnother = row.asks !== null && JSON.parse(row.asks).fingerprint !== undefined;
    const since = isAnother && asks?.fingerprint !== undefined ? timeText(at) : row.state_since;
    await db.updateTable('agents').set({ asks: text, state_since: since }).where('id', '=', row.id).execute();
    await this.#tell(db, row, 'asks', { asks });
  }

  async #mustExist(id: string): Promise<void> {
    if ((await this.get(id)) === undefined) throw agentNotFound(id);
  }
}

/** What the inbox shows of an agent. */
const SHOWN = ['name', 'profile', 'host', 'tmux_pane_id'] as const;

function updated(
  db: Kysely<Tables>,
  id: string,
  row: Partial<AgentsTable>,
): Promise<Selectable<AgentsTable> | undefined> {
  if (Object.keys(row).length === 0)
    return db.selectFrom('agents').selectAll().where('id', '=', id).executeTakeFirst();
  return db.updateTable('agents').set(row).where('id', '=', id).returningAll().executeTakeFirst();
}

interface StateChange {
  readonly from: string;
  readonly to: string;
  readonly source: string;
  readonly detail: string;
  readonly turnId?: number | undefined;
  readonly asks?: AgentQuestion | undefined;
}

function stateChanged(agentId: string, at: Date, change: StateChange): Omit<AgentEvent, 'id'> {
  const { from, to, source, detail, turnId, asks } = change;
  const turn = turnId === undefined ? {} : { turn_id: turnId };
  const data = {
    ...{ agent_id: agentId, old_state: from, new_state: to, source, detail },
    ...turn,
    ...(asks && { asks }),
  };
  return { agentId, type: 'state_changed', at, data };
}

type Condition = ExpressionWrapper<Tables, 'agents', SqlBool>;

function agentCondition(filter: AgentFilter): (builder: ExpressionBuilder<Tables, 'agents'>) => Condition {
  return (builder) => {
    const { host, state, name, tmuxPaneId, live } = filter;
    const conditions: Condition[] = [];
    if (host !== undefined) conditions.push(builder('host', '=', host));
    if (state !== undefined) conditions.push(builder('state', 'in', [state].flat()));
    if (name !== undefined) conditions.push(builder('name', '=', name));
    if (tmuxPaneId !== undefined) conditions.push(builder('tmux_pane_id', '=', tmuxPaneId));
    if (live !== undefined) conditions.push(builder('ended_at', live ? 'is' : 'is not', null));
    return builder.and(conditions);
  };
}
