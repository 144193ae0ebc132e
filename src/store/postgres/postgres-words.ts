import { type DataTypeNode, PostgresQueryCompiler, sql } from 'kysely';
import type { EngineWords } from '../engine.js';
import { CHANNEL } from './postgres-listener.js';

export const postgresWords: EngineWords = {
  autoId: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  elapsedMs: (from, to) =>
    sql<number>`cast(round(extract(epoch from (${sql.ref(to)}::timestamptz - ${sql.ref(from)}::timestamptz)) * 1000) as bigint)`,
  // JSON.stringify writes half a surrogate pair as an escape, and NUL always; PostgreSQL can make no text of either.
  jsonText: (column, key) =>
    sql<
      string | null
    >`(regexp_replace(${sql.ref(column)}, '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\\\ufffd', 'g')::json ->> ${sql.lit(key)}) collate "C"`,
  stopTelling: async (db) => {
    await sql`drop trigger tell_of_inserts on journal`.execute(db);
    await sql`drop function tell_of_inserts()`.execute(db);
  },
  // The id is given behind the lock of the row of the stream, too: so it grows with the number.
  numberRows: async (db) => {
    const next = `update journal_streams set last = last + 1 where machine = new.machine
      returning id, last into new.stream, new.seq;`;
    const body = sql.lit(`begin
      ${next}
      if not found then
        insert into journal_streams (machine, last, forgotten) values (new.machine, 0, 0) on conflict do nothing;
        ${next}
      end if;
      new.id := nextval('journal_ids');
      return new;
    end`);
    await sql`alter table journal alter column id drop identity`.execute(db);
    await sql`create sequence journal_ids`.execute(db);
    await sql`select setval('journal_ids', greatest(max(id), 0) + 1, false) from journal`.execute(db);
    await sql`create function place_in_stream() returns trigger language plpgsql as ${body}`.execute(db);
    await sql`create trigger place_in_stream before insert on journal
      for each row when (new.seq is null) execute function place_in_stream()`.execute(db);
  },
  // Versions before schema 12 take the same lock in each transaction that writes.
  lockSchema: async (db) => {
    await sql`select pg_advisory_xact_lock(7887339386193930088)`.execute(db);
  },
  lockInbox: async (db, host) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(INBOX)}, hashtext(${host}))`.execute(db);
  },
  tellOfInserts: async (db, table) => {
    const body = sql.lit(`begin notify ${CHANNEL}; return null; end`);
    await sql`create function tell_of_inserts() returns trigger language plpgsql as ${body}`.execute(db);
    await sql`create trigger tell_of_inserts after insert on ${sql.table(table)}
      for each statement execute function tell_of_inserts()`.execute(db);
  },
};

/** Names these locks among others of the database. */
const INBOX = 1_836_400;

/** Text sorts as it does in SQLite, whatever the language of the database, and whole numbers are as large. */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    if (node.dataType === 'text') this.append('text collate "C"');
    else if (node.dataType === 'integer') this.append('bigint');
    else super.visitDataType(node);
  }
}
