import type { ExpressionBuilder, ExpressionWrapper, Kysely, SqlBool } from 'kysely';
import type { Tables } from './tables.js';
import type { Clock } from './time-text.js';
import type { NewWorker, WorkerCondition, WorkerFilter, WorkerPatch, WorkerRecord } from './worker-record.js';
import { newWorkerRow, toWorkerRecord, workerPatchRow } from './worker-row.js';

/** The table `workers`. */
export class WorkerRepository {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;

  /** @internal */
  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Adds a worker, and gives it as it is stored; `undefined` where the name is taken. */
  async insert(worker: NewWorker): Promise<WorkerRecord | undefined> {
    const row = newWorkerRow(worker, this.#clock());
    const result = await this.#db
      .insertInto('workers')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst();
    return result.numInsertedOrUpdatedRows === 1n ? toWorkerRecord(row) : undefined;
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
    const query = this.#db.updateTable('workers').set(workerPatchRow(patch)).where(holds(name, condition));
    return (await query.executeTakeFirst()).numUpdatedRows > 0n;
  }

  /** Forgets a worker, where the conditions still hold; whether it did is the answer. */
  async remove(name: string, condition: WorkerCondition = {}): Promise<boolean> {
    const query = this.#db.deleteFrom('workers').where(holds(name, condition));
    return (await query.executeTakeFirst()).numDeletedRows > 0n;
  }
}

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
