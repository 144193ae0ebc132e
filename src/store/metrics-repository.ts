import { type Kysely, sql } from 'kysely';
import type { Engine, EngineWords } from './engine.js';
import { type RunFilter, runCondition } from './run-filter.js';
import type { CommandTypeMetrics, DurationMetrics, PromptCount, RunMetrics } from './run-metrics.js';
import { storeDefaults } from './store-defaults.js';
import type { Tables } from './tables.js';
import type { Clock } from './time-text.js';

/** Counts over runs and their events, made when they are asked for. */
export class MetricsRepository {
  readonly #db: Kysely<Tables>;
  readonly #words: EngineWords;
  readonly #clock: Clock;

  /** @internal */
  constructor({ db, words }: Engine, clock: Clock) {
    this.#db = db;
    this.#words = words;
    this.#clock = clock;
  }

  /**
   * Metrics for each command type.
   *
   * @example
   * const { types } = await store.metrics.snapshot({ after: yesterday });
   * for (const { type, successRate, durationMs } of types) console.log(type, successRate, durationMs?.median);
   */
  async snapshot(filter: RunFilter = {}): Promise<RunMetrics> {
    const { totals, durations, codes, prompts } = await this.#ask(filter);
    const types = totals.map(({ type, ...counts }): CommandTypeMetrics => {
      const ended = counts.finished + counts.lost;
      return {
        type,
        ...counts,
        successRate: ended === 0 ? undefined : counts.succeeded / ended,
        durationMs: durations.get(type)?.[0],
        exitCodes: codes.get(type) ?? [],
        commonPrompts: prompts.get(type) ?? [],
      };
    });
    return { at: this.#clock(), types, count: types.reduce((sum, { count }) => sum + count, 0) };
  }

  async #ask(filter: RunFilter) {
    const [totals, durations, codes, prompts] = [
      await this.#totals(filter),
      await this.#durations(filter),
      await this.#exitCodes(filter),
      await this.#prompts(filter),
    ];
    return { totals, durations: byType(durations), codes: byType(codes), prompts: byType(prompts) };
  }

  #totals(filter: RunFilter) {
    return this.#db
      .selectFrom('automation_runs')
      .where(runCondition(filter))
      .groupBy('type')
      .orderBy('type')
      .select(({ fn }) => [
        'type',
        fn.countAll<number>().as('count'),
        sql<number>`sum(case when state = 'running' then 1 else 0 end)`.as('running'),
        sql<number>`sum(case when state = 'finished' then 1 else 0 end)`.as('finished'),
        sql<number>`sum(case when state = 'lost' then 1 else 0 end)`.as('lost'),
        sql<number>`sum(case when state = 'finished' and exit_code = 0 then 1 else 0 end)`.as('succeeded'),
        fn.sum<number>('timed_out').as('timedOut'),
        fn.sum<number>('prompts').as('prompts'),
        fn.sum<number>('bytes').as('bytes'),
      ])
      .execute();
  }

  /** Percentiles by rank: the median of an even number is the mean of the two in the middle. */
  #durations(filter: RunFilter): Promise<(DurationMetrics & Typed)[]> {
    const duration = this.#words.elapsedMs('started_at', 'finished_at');
    return this.#db
      .with('durations', (db) =>
        db
          .selectFrom('automation_runs')
          .where(runCondition(filter))
          .where('state', '=', 'finished')
          .select(['type', duration.as('ms')]),
      )
      .with('ranked', (db) =>
        db
          .selectFrom('durations')
          .select([
            'type',
            'ms',
            sql<number>`row_number() over (partition by type order by ms)`.as('rank'),
            sql<number>`count(*) over (partition by type)`.as('total'),
          ]),
      )
      .selectFrom('ranked')
      .groupBy('type')
      .select(({ fn }) => [
        'type',
        fn.min<number>('ms').as('min'),
        fn.max<number>('ms').as('max'),
        fn.avg<number>('ms').as('mean'),
        sql<number>`avg(case when rank in ((total + 1) / 2, (total + 2) / 2) then ms end)`.as('median'),
        sql<number>`max(case when rank = (total * 95 + 99) / 100 then ms end)`.as('p95'),
      ])
      .execute();
  }

  #exitCodes(filter: RunFilter) {
    return this.#db
      .selectFrom('automation_runs')
      .where(runCondition(filter))
      .where('exit_code', 'is not', null)
      .groupBy(['type', 'exit_code'])
      .select(({ fn }) => ['type', sql<number>`exit_code`.as('exitCode'), fn.countAll<number>().as('count')])
      .orderBy('count', 'desc')
      .orderBy('exit_code')
      .execute();
  }

  #prompts(filter: RunFilter): Promise<(PromptCount & Typed)[]> {
    const text = this.#words.jsonText('journal.data', 'prompt');
    return this.#db
      .with('texts', (db) =>
        db
          .selectFrom('journal')
          .innerJoin('automation_runs', 'automation_runs.id', 'journal.target')
          .where(runCondition(filter))
          .where('journal.type', '=', 'run_prompt')
          .where(text, 'is not', null)
          .groupBy(['automation_runs.type', text])
          .select(({ fn }) => [
            'automation_runs.type',
            sql<string>`${text}`.as('text'),
            fn.countAll<number>().as('count'),
          ]),
      )
      .with('ranked', (db) =>
        db
          .selectFrom('texts')
          .selectAll()
          .select(sql<number>`row_number() over (partition by type order by count desc, text)`.as('rank')),
      )
      .selectFrom('ranked')
      .where('rank', '<=', storeDefaults.commonPrompts)
      .orderBy('rank')
      .select(['type', 'text', 'count'])
      .execute();
  }
}

interface Typed {
  readonly type: string;
}

function byType<Row extends Typed>(rows: readonly Row[]): Map<string, Omit<Row, 'type'>[]> {
  const groups = new Map<string, Omit<Row, 'type'>[]>();
  for (const { type, ...row } of rows) groups.set(type, [...(groups.get(type) ?? []), row]);
  return groups;
}
