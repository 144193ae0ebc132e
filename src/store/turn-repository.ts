import type { Kysely, Selectable } from 'kysely';
import { agentNotFound } from './agent-not-found.js';
import { checkLimit } from './run-filter.js';
import { storeDefaults } from './store-defaults.js';
import type { Tables, TurnsTable } from './tables.js';
import { type Clock, timeText } from './time-text.js';
import { transact } from './transact.js';
import type { NewTurn, TurnActor, TurnIntent, TurnRecord, TurnSource, TurnTwin } from './turn-record.js';

export interface TurnListOptions {
  /** Those after this id. */
  readonly after?: number | undefined;
  /** Those before this id. */
  readonly before?: number | undefined;
  readonly actor?: TurnActor | undefined;
  /** @default 'newest' */
  readonly order?: 'newest' | 'oldest' | undefined;
  /**
   * Turns that one call gives at most.
   * @default 100
   */
  readonly limit?: number | undefined;
}

/** The table `turns`. A turn goes when its agent goes. */
export class TurnRepository {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;

  /** @internal */
  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Adds a turn. Fails with `AGENT_NOT_FOUND`.
   *
   * @example
   * await store.turns.append(agent.id, { actor: 'USER', intent: 'ANSWER', text: 'yes', source: 'respond' });
   */
  append(agentId: string, turn: NewTurn): Promise<TurnRecord> {
    const row = turnRow(agentId, turn, this.#clock());
    return transact(this.#db, async (db) => {
      await lockAgent(db, agentId);
      return insertTurn(db, row);
    });
  }

  /**
   * Adds a turn, unless a twin of it is there that nobody confirmed: what one side sent and the other side saw is one
   * turn, whoever tells first.
   */
  async appendOnce(agentId: string, turn: NewTurn, twin: TurnTwin): Promise<TurnRecord> {
    const row = turnRow(agentId, turn, this.#clock());
    return transact(this.#db, async (db) => {
      await lockAgent(db, agentId);
      const candidates = await db
        .selectFrom('turns')
        .selectAll()
        .where('agent_id', '=', agentId)
        .where('actor', '=', turn.actor)
        .where('source', '=', twin.source)
        .where('confirmed_at', 'is', null)
        .where('created_at', '>=', timeText(twin.since))
        .orderBy('id')
        .execute();
      const same = twin.sameText ?? ((text: string) => text === turn.text);
      const found = candidates.find(({ text }) => same(text));
      if (!found) return insertTurn(db, row);
      const merged = await db
        .updateTable('turns')
        .set({
          confirmed_at: row.created_at,
          intent: found.intent === 'COMMAND' ? row.intent : found.intent,
          receipt: found.receipt ?? row.receipt,
        })
        .where('id', '=', found.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return toTurnRecord(merged);
    });
  }

  async get(id: number): Promise<TurnRecord | undefined> {
    const row = await this.#db.selectFrom('turns').selectAll().where('id', '=', id).executeTakeFirst();
    return row && toTurnRecord(row);
  }

  /** The turns of an agent. */
  async list(agentId: string, options: TurnListOptions = {}): Promise<TurnRecord[]> {
    const { after, before, actor, order = 'newest' } = options;
    let query = this.#db
      .selectFrom('turns')
      .selectAll()
      .where('agent_id', '=', agentId)
      .orderBy('id', order === 'newest' ? 'desc' : 'asc')
      .limit(checkLimit(options.limit ?? storeDefaults.limit));
    if (after !== undefined) query = query.where('id', '>', after);
    if (before !== undefined) query = query.where('id', '<', before);
    if (actor !== undefined) query = query.where('actor', '=', actor);
    return (await query.execute()).map(toTurnRecord);
  }

  async last(agentId: string, actor?: TurnActor): Promise<TurnRecord | undefined> {
    const [turn] = await this.list(agentId, { actor, limit: 1 });
    return turn;
  }
}

type TurnRow = Selectable<TurnsTable>;

function turnRow(agentId: string, turn: NewTurn, now: Date): Omit<TurnRow, 'id'> {
  return {
    agent_id: agentId,
    actor: turn.actor,
    intent: turn.intent,
    text: turn.text,
    source: turn.source,
    created_at: timeText(turn.createdAt ?? now),
    confirmed_at: null,
    receipt: turn.receipt === undefined ? null : JSON.stringify(turn.receipt),
  };
}

/** Turns of an agent are numbered in the order of their commits: readers continue after the last one they have. */
async function lockAgent(db: Kysely<Tables>, id: string): Promise<void> {
  const query = db.selectFrom('agents').select('id').where('id', '=', id);
  if (!(await query.forUpdate().executeTakeFirst())) throw agentNotFound(id);
}

async function insertTurn(db: Kysely<Tables>, row: Omit<TurnRow, 'id'>): Promise<TurnRecord> {
  const inserted = await db.insertInto('turns').values(row).returningAll().executeTakeFirstOrThrow();
  return toTurnRecord(inserted);
}

function toTurnRecord(row: TurnRow): TurnRecord {
  return {
    id: row.id,
    agentId: row.agent_id,
    actor: row.actor as TurnActor,
    intent: row.intent as TurnIntent,
    text: row.text,
    source: row.source as TurnSource,
    createdAt: new Date(row.created_at),
    confirmedAt: row.confirmed_at === null ? undefined : new Date(row.confirmed_at),
    receipt: row.receipt === null ? undefined : JSON.parse(row.receipt),
  };
}
