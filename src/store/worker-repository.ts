import type { ExpressionBuilder, ExpressionWrapper, Kysely, Selectable, SqlBool } from 'kysely';
import type { InboxWriter } from './inbox-writer.js';
import type { JournalWriter } from './journal-writer.js';
import type { Tables, WorkersTable } from './tables.js';
import type { Clock } from './time-text.js';
import { transact } from './transact.js';
import type { NewWorker, WorkerCondition, WorkerFilter, WorkerPatch, WorkerRecord } from './worker-record.js';
import { newWorkerRow, toWorkerRecord, workerPatchRow } from './worker-row.js';

/** The table `workers`. */
export class WorkerRepository {
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

  /** Adds a worker, and gives it as it is stored; `undefined` where the name is taken. */
  async insert(worker: NewWorker): Promise<WorkerRecord | undefined> {
    const row = newWorkerRow(worker, this.#clock());
    return transact(this.#db, async (db) => {
      const result = await db
        .insertInto('workers')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirst();
      if (result.numInsertedOrUpdatedRows !== 1n) return undefined;
      await this.#tell(db, row, 'added');
      return toWorkerRecord(row);
    });
  }

  /** The worker, or `undefined` where there is none of that name. */
  async get(name: string): Promise<WorkerRecord | undefined> {
    const row = await this.#db.selectFrom('workers').selectAll().where('name', '=', name).executeTakeFirst();
    return row && toWorkerRecord(row);
  }

  /** Workers that fit everything that is given, the oldest first. */
  async list(filter: WorkerFilter = {}): Promise<WorkerRecord[]> {
    let query = this.#db.selectFrom('workers').selectAll().orderBy('created_at').orderBy('name');
    if (filter.host !== undefined) query = query.where('host', '=', filter.host);
    if (filter.state !== undefined) query = query.where('state', '=', filter.state);
    const records = (await query.execute()).map(toWorkerRecord);
    const { tag } = filter;
    return tag === undefined ? records : records.filter(({ tags }) => tags.includes(tag));
  }

  /**
   * Changes what is given, where the conditions still hold; whether they did is the answer.
   *
   * @example
   * const mine = await store.workers.update('api', { state: 'starting', claim }, { state: 'stopped', runId });
   */
  async update(name: string, patch: WorkerPatch, condition: WorkerCondition = {}): Promise<boolean> {
    return transact(this.#db, async (db) => {
      const known = db.selectFrom('workers').selectAll().where('name', '=', name);
      const before = await known.forUpdate().executeTakeFirst();
      const query = db.updateTable('workers').set(workerPatchRow(patch)).where(holds(name, condition));
      const after = await query.returningAll().executeTakeFirst();
      if (!before || !after) return false;
      // Who is starting it is nobody's business but that of those who want to.
      if (TOLD.some((column) => before[column] !== after[column])) await this.#tell(db, after, 'changed');
      return true;
    });
  }

  /** Forgets a worker, where the conditions still hold; whether it did is the answer. */
  async remove(name: string, condition: WorkerCondition = {}): Promise<boolean> {
    return transact(this.#db, async (db) => {
      const query = db.deleteFrom('workers').where(holds(name, condition));
      const row = await query.returningAll().executeTakeFirst();
      if (row) await this.#tell(db, row, 'removed');
      return row !== undefined;
    });
  }

  async #tell(db: Kysely<Tables>, row: Selectable<WorkersTable>, change: string): Promise<void> {
    const { name, host, pane_id: paneId, run_id: run, state, exit } = row;
    const data = { change, state, ...(run && { run }), ...(exit && { exit: JSON.parse(exit) }) };
    await this.#journal.append(db, { type: 'worker_changed', host, target: name, paneId, data });
    // Its run goes by its name in the inbox.
    if (run) await this.#inbox.sync(db, host);
  }
}

/** What makes a change worth telling. */
const TOLD = ['state', 'run_id', 'pane_id', 'tags', 'worktree', 'session', 'window'] as const;

type Builder = ExpressionBuilder<Tables, 'workers'>;
type Condition = ExpressionWrapper<Tables, 'workers', SqlBool>;

function holds(name: string, { state, claim, runId }: WorkerCondition): (builder: Builder) => Condition {
  return (builder) => {
    const conditions: Condition[] = [builder('name', '=', name)];
    if (state !== undefined) conditions.push(builder('state', '=', state));
    if (claim === null) conditions.push(builder('claim', 'is', null));
    else if (claim !== undefined) conditions.push(builder('claim', '=', claim));
    if (runId === null) conditions.push(builder('run_id', 'is', null));
    else if (runId !== undefined) conditions.push(builder('run_id', '=', runId));
    return builder.and(conditions);
  };
}
