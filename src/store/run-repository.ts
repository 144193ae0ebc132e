import type { Kysely, Selectable, UpdateResult } from 'kysely';
import { MuxError, shownText } from '../model/index.js';
import type { InboxWriter } from './inbox-writer.js';
import type { JournalWriter } from './journal-writer.js';
import {
  checkLimit,
  formatCursor,
  parseCursor,
  type RunFilter,
  type RunListOptions,
  runCondition,
} from './run-filter.js';
import { faultMark, runExit, runStarted } from './run-journal-events.js';
import type { NewRun, RunFinish, RunPatch, RunRecord } from './run-record.js';
import { newRunRow, notEnded, patchRow, toRunRecord } from './run-row.js';
import { storeDefaults } from './store-defaults.js';
import type { RunsTable, Tables } from './tables.js';
import { type Clock, timeText } from './time-text.js';
import { transact } from './transact.js';

/** How many runs a host has. */
export interface RunHost {
  readonly host: string;
  readonly count: number;
  readonly running: number;
  readonly lastStartedAt: Date;
}

export interface RunPage {
  readonly runs: readonly RunRecord[];
  /** For the page after this one; `undefined` at the end. */
  readonly nextCursor: string | undefined;
}

/** The table `automation_runs`. */
export class RunRepository {
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
   * Adds a run in the state `running`, and gives it as it is stored.
   *
   * @example
   * await store.runs.insert({ id, host: 'local', sessionId: 'main', windowName: `auto:${id}`, command: 'make' });
   */
  async insert(run: NewRun): Promise<RunRecord> {
    const row = newRunRow(run, this.#clock());
    const inserted = await transact(this.#db, async (db) => {
      const result = await db
        .insertInto('automation_runs')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      if (result.numInsertedOrUpdatedRows !== 1n) return false;
      if (row.pane_id !== null) await this.#journal.append(db, runStarted(row));
      return true;
    });
    if (inserted) return toRunRecord(row);
    throw new MuxError('INVALID_ARGUMENT', `A run '${run.id}' exists already.`, { details: { id: run.id } });
  }

  /** The run, or `undefined` where there is none of that id. */
  async get(id: string): Promise<RunRecord | undefined> {
    const query = this.#db.selectFrom('automation_runs').selectAll().where('id', '=', id);
    const row = await query.executeTakeFirst();
    return row && toRunRecord(row);
  }

  /** Only the sealed rules of a run, which are asked for often; `undefined` where there is no such run. */
  async secretRules(id: string): Promise<Pick<RunRecord, 'secretRules'> | undefined> {
    const query = this.#db.selectFrom('automation_runs').select('secret_rules').where('id', '=', id);
    const row = await query.executeTakeFirst();
    return row && { secretRules: row.secret_rules ?? undefined };
  }

  /**
   * Runs by the time they started, a page at a time.
   *
   * @example
   * const { runs, nextCursor } = await store.runs.list({ host: 'local', state: 'running', limit: 20 });
   */
  async list(options: RunListOptions = {}): Promise<RunPage> {
    const { order = 'newest', cursor } = options;
    const limit = checkLimit(options.limit ?? storeDefaults.limit);
    const [direction, beyond] = order === 'newest' ? (['desc', '<'] as const) : (['asc', '>'] as const);
    let query = this.#db
      .selectFrom('automation_runs')
      .selectAll()
      .where(runCondition(options))
      .orderBy('started_at', direction)
      .orderBy('id', direction)
      .limit(limit + 1);
    if (cursor !== undefined) {
      const { startedAt, id } = parseCursor(cursor);
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('started_at', 'id'), beyond, tuple(startedAt, id)),
      );
    }
    const rows = await query.execute();
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      runs: page.map(toRunRecord),
      nextCursor: last && formatCursor({ startedAt: last.started_at, id: last.id }),
    };
  }

  async count(filter: RunFilter = {}): Promise<number> {
    const { fn } = this.#db;
    const query = this.#db.selectFrom('automation_runs').select(fn.countAll<number>().as('count'));
    return (await query.where(runCondition(filter)).executeTakeFirst())?.count ?? 0;
  }

  /** The hosts that have runs, in the order of their addresses. */
  async hosts(): Promise<RunHost[]> {
    const rows = await this.#db
      .selectFrom('automation_runs')
      .select(({ fn, eb }) => [
        'host',
        fn.countAll<number>().as('count'),
        fn.sum<number>(eb.case().when('state', '=', 'running').then(1).else(0).end()).as('running'),
        fn.max('started_at').as('last'),
      ])
      .groupBy('host')
      .orderBy('host')
      .execute();
    return rows.map(({ last, count, running, host }) => ({
      host,
      count: Number(count),
      running: Number(running),
      lastStartedAt: new Date(last),
    }));
  }

  /**
   * Changes what is given. `undefined` empties what may be empty, and leaves the rest as it was.
   * Fails with `RUN_NOT_FOUND`.
   */
  async update(id: string, patch: RunPatch): Promise<void> {
    const row = patchRow(patch);
    if (Object.keys(row).length === 0) return this.#mustExist(id);
    // Until it has a pane it is being started, and who looked for it would take it for lost.
    if (typeof row.pane_id === 'string') return this.#begin(id, row);
    const query = this.#db.updateTable('automation_runs').set(row).where('id', '=', id);
    if (!changed(await query.executeTakeFirst())) throw runNotFound(id);
  }

  async #begin(id: string, row: Partial<RunsTable>): Promise<void> {
    await transact(this.#db, async (db) => {
      const known = db.selectFrom('automation_runs').select(['pane_id', 'lost']).where('id', '=', id);
      const before = await known.forUpdate().executeTakeFirst();
      if (!before) throw runNotFound(id);
      // One that has a pane is not lost, whichever process took it for that meanwhile.
      const patch = before.lost ? { ...row, ...notEnded } : row;
      const update = db.updateTable('automation_runs').set(patch).where('id', '=', id);
      const after = await update.returningAll().executeTakeFirstOrThrow();
      if (before.pane_id === null) await this.#journal.append(db, runStarted(after));
    });
  }

  /**
   * Sets how the run ended. The first to say so wins, but for one that took it for lost; whether it was this call is the
   * answer.
   *
   * @example
   * const first = await store.runs.finish(id, { exitCode: 0, endedBy: 'exit' });
   */
  async finish(id: string, end: RunFinish): Promise<boolean> {
    const {
      finishedAt = this.#clock(),
      exitCode,
      signal,
      lost = false,
      timedOut = false,
      endedBy,
      bytes,
    } = end;
    const first = await transact(this.#db, async (db) => {
      const query = db
        .updateTable('automation_runs')
        .set({
          state: lost ? 'lost' : 'finished',
          finished_at: timeText(finishedAt),
          exit_code: exitCode ?? null,
          signal: signal ?? null,
          lost: lost ? 1 : 0,
          timed_out: timedOut ? 1 : 0,
          ended_by: endedBy ?? null,
          asks: null,
          ...(bytes !== undefined && { bytes }),
        })
        .where('id', '=', id)
        .where(({ eb, or }) => or([eb('finished_at', 'is', null), ...(lost ? [] : [eb('lost', '=', 1)])]))
        .returningAll();
      const row = await query.executeTakeFirst();
      if (!row) return false;
      await this.#journal.append(db, runExit(row));
      await this.#journal.forgetMarks(db, [faultMark(id)]);
      if (row.inbox !== null) await this.#inbox.sync(db, row.host, id);
      return true;
    });
    if (first) return true;
    await this.#mustExist(id);
    return false;
  }

  /**
   * Corrects how a run ended that has ended already, by a source that knows better than the first. Whether something else
   * was stored is the answer.
   *
   * @example
   * const wrong = await store.runs.correctEnd(id, { exitCode: 179, endedBy: 'exit' });
   */
  async correctEnd(id: string, end: Omit<RunFinish, 'finishedAt' | 'bytes'>): Promise<boolean> {
    const { exitCode = null, signal = null, lost = false, timedOut = false, endedBy = null } = end;
    const known = {
      state: lost ? 'lost' : 'finished',
      exit_code: exitCode,
      lost: lost ? 1 : 0,
      timed_out: timedOut ? 1 : 0,
    };
    return transact(this.#db, async (db) => {
      const query = db
        .selectFrom('automation_runs')
        .select(['state', 'exit_code', 'lost', 'timed_out'])
        .where('id', '=', id)
        .where('finished_at', 'is not', null)
        .forUpdate();
      const stored = await query.executeTakeFirst();
      if (!stored || isSameEnd(stored, known)) return false;
      const update = db
        .updateTable('automation_runs')
        .set({ ...known, signal, ended_by: endedBy })
        .where('id', '=', id);
      const row = await update.returningAll().executeTakeFirst();
      if (row) await this.#journal.append(db, runExit(row));
      return row !== undefined;
    });
  }

  /** Remembers how far the log was harvested; never goes back. Whether it moved is the answer. */
  async advanceCursor(id: string, cursor: number): Promise<boolean> {
    if (!Number.isSafeInteger(cursor) || cursor < 0) {
      throw new MuxError('INVALID_ARGUMENT', `The cursor ${cursor} is not a position in a log.`);
    }
    const query = this.#db
      .updateTable('automation_runs')
      .set({ last_cursor: cursor })
      .where('id', '=', id)
      .where('last_cursor', '<', cursor);
    if (changed(await query.executeTakeFirst())) return true;
    await this.#mustExist(id);
    return false;
  }

  /** Removes runs and their events; how many there were is the answer. */
  async remove(ids: readonly string[]): Promise<number> {
    let removed = 0;
    for (let i = 0; i < ids.length; i += REMOVED_AT_ONCE) {
      const some = ids.slice(i, i + REMOVED_AT_ONCE);
      removed += await transact(this.#db, async (db) => {
        // First of all, as those do who change a run: so nobody waits for the other one.
        const gone = db.deleteFrom('automation_runs').where('id', 'in', some);
        const rows = await gone.returning(['id', 'host', 'inbox']).execute();
        await this.#journal.forgetMarks(db, some.map(faultMark));
        await this.#journal.forgetOf(db, some);
        await this.#inbox.removed(
          db,
          rows.map((row) => ({ ...row, kind: 'run' })),
        );
        return rows.length;
      });
    }
    return removed;
  }

  async #mustExist(id: string): Promise<void> {
    if ((await this.get(id)) === undefined) throw runNotFound(id);
  }
}

// A statement takes only so many values, and while it runs nobody else writes.
const REMOVED_AT_ONCE = 200;

export function runNotFound(id: string): MuxError {
  return new MuxError('RUN_NOT_FOUND', `There is no run '${shownText(id)}' in the store.`, {
    details: { id },
  });
}

type End = Pick<Selectable<RunsTable>, 'state' | 'exit_code' | 'lost' | 'timed_out'>;

function isSameEnd(a: End, b: End): boolean {
  return (
    a.state === b.state &&
    a.exit_code === b.exit_code &&
    Boolean(a.lost) === Boolean(b.lost) &&
    Boolean(a.timed_out) === Boolean(b.timed_out)
  );
}

function changed(result: UpdateResult): boolean {
  return result.numUpdatedRows > 0n;
}
