import type { Kysely, Selectable } from 'kysely';
import { storeDefaults } from './store-defaults.js';
import type { Tables, TasksTable } from './tables.js';
import { type Clock, timeText } from './time-text.js';

/** A call of a model that is answered later. What is JSON belongs to the room that keeps it. */
export interface TaskRecord {
  readonly id: string;
  readonly status: 'working' | 'completed' | 'cancelled';
  /** JSON of what is waited for. */
  readonly pending: string;
  /** JSON of the question that is open. */
  readonly asks: string | undefined;
  /** How many questions there were. */
  readonly questions: number;
  /** JSON of the answer. */
  readonly result: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type TaskChange = Partial<Pick<TaskRecord, 'status' | 'asks' | 'questions' | 'result'>>;

/** The table `mcp_tasks`. Tasks are forgotten when their time is over, as new ones come. */
export class TaskRepository {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;

  /** @internal */
  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async insert(id: string, caller: string, pending: string): Promise<TaskRecord> {
    const now = this.#clock();
    const oldest = timeText(new Date(now.getTime() - storeDefaults.taskMs));
    await this.#db.deleteFrom('mcp_tasks').where('created_at', '<', oldest).execute();
    const at = timeText(now);
    const row = { id, caller, pending, status: 'working', asks: null, questions: 0, result: null };
    await this.#db
      .insertInto('mcp_tasks')
      .values({ ...row, created_at: at, updated_at: at })
      .execute();
    return toRecord({ ...row, created_at: at, updated_at: at });
  }

  /** A task of this caller; those of others are as unknown as those that never were. */
  async get(id: string, caller: string): Promise<TaskRecord | undefined> {
    const row = await this.#db
      .selectFrom('mcp_tasks')
      .selectAll()
      .where('id', '=', id)
      .where('caller', '=', caller)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /**
   * Changes a task that is still being worked on, if no other process has changed it since; whether that was so is the
   * answer.
   */
  async change({ id, questions, asks }: TaskRecord, change: TaskChange): Promise<boolean> {
    const { result } = change;
    const set = {
      ...(change.status !== undefined && { status: change.status }),
      ...('asks' in change && { asks: change.asks ?? null }),
      ...(change.questions !== undefined && { questions: change.questions }),
      ...(result !== undefined && { result }),
      updated_at: timeText(this.#clock()),
    };
    const query = this.#db
      .updateTable('mcp_tasks')
      .set(set)
      .where('id', '=', id)
      .where('status', '=', 'working')
      .where('questions', '=', questions);
    const same = asks === undefined ? query.where('asks', 'is', null) : query.where('asks', '=', asks);
    return (await same.executeTakeFirst()).numUpdatedRows > 0n;
  }
}

function toRecord(row: Selectable<TasksTable>): TaskRecord {
  return {
    id: row.id,
    status: row.status as TaskRecord['status'],
    pending: row.pending,
    asks: row.asks ?? undefined,
    questions: row.questions,
    result: row.result ?? undefined,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}
