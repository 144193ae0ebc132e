import { type Kysely, sql } from 'kysely';
import { toJournal } from '../run-event.js';
import type { Tables } from '../tables.js';

/** A table of events that goes away, and the rows that its events are about. */
export interface OldEvents {
  readonly table: 'run_events' | 'agent_events';
  readonly subject: 'run_id' | 'agent_id';
  readonly owners: 'automation_runs' | 'agents';
  readonly pane: 'pane_id' | 'tmux_pane_id';
}

/**
 * Moves the events of runs or agents into the journal. Most are there already, because each was written twice. What only
 * the old table has, mostly because the journal has forgotten it, gets ids below 0: it is older than what is listed, it
 * is found with its run or agent, and it takes no id that a reader may know.
 */
export async function moveEvents(db: Kysely<Tables>, old: OldEvents): Promise<void> {
  const left: OldEvent[] = [];
  for (const subject of await subjects(db, old)) left.push(...(await notInJournal(db, old, subject)));
  left.sort((a, b) => b.id - a.id);
  const { rows } = await sql<{ id: number | null }>`select min(id) as id from journal`.execute(db);
  let id = Math.min(0, rows[0]?.id ?? 0);
  for (const event of left) await insert(db, old, --id, event);
}

interface OldEvent {
  readonly id: number;
  readonly subject: string;
  readonly at: string;
  readonly type: string;
  readonly data: string;
}

async function subjects(db: Kysely<Tables>, { table, subject }: OldEvents): Promise<string[]> {
  const query = sql<{
    subject: string;
  }>`select distinct ${sql.ref(subject)} as subject from ${sql.table(table)}`;
  return (await query.execute(db)).rows.map((row) => row.subject);
}

/** Of events that say the same the journal has the newest. */
async function notInJournal(db: Kysely<Tables>, old: OldEvents, subject: string): Promise<OldEvent[]> {
  const known = await db
    .selectFrom('journal')
    .select(['type', 'data'])
    .where('target', '=', subject)
    .execute();
  const counts = new Map<string, number>();
  for (const one of known) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  const column = sql.ref(old.subject);
  const events =
    await sql<OldEvent>`select id, at, type, data, ${column} as subject from ${sql.table(old.table)}
    where ${column} = ${subject} order by id desc`.execute(db);
  return events.rows
    .map((event) => (old.table === 'run_events' ? { ...event, ...translated(event) } : event))
    .filter((event) => {
      const count = counts.get(keyOf(event)) ?? 0;
      if (count > 0) counts.set(keyOf(event), count - 1);
      return count === 0;
    });
}

function translated({ type, data }: OldEvent): Pick<OldEvent, 'type' | 'data'> {
  const told = toJournal(type, JSON.parse(data));
  return { type: told.type, data: JSON.stringify(told.data) };
}

/** What both tables had of an event of a run; events of agents are the same to the letter. */
function keyOf({ type, data }: Pick<OldEvent, 'type' | 'data'>): string {
  if (!type.startsWith('run_')) return `${type} ${data}`;
  const { prompt, code, signal, lost, reason, gaps } = JSON.parse(data);
  return `${type} ${JSON.stringify([prompt, code, signal, lost, reason, gaps])}`;
}

function insert(
  db: Kysely<Tables>,
  { owners, pane }: OldEvents,
  id: number,
  event: OldEvent,
): Promise<unknown> {
  const { subject, at, type, data } = event;
  return sql`insert into journal (id, at, type, host, target, pane_id, data, machine, listed)
    select ${sql.lit(id)}, ${at}, ${type}, host, id, ${sql.ref(pane)}, ${data}, '', 0
    from ${sql.table(owners)} where id = ${subject}`.execute(db);
}
