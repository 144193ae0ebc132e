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
  tellOfInserts: async (db, table) => {
    const body = sql.lit(`begin notify ${CHANNEL}; return null; end`);
    await sql`create function tell_of_inserts() returns trigger language plpgsql as ${body}`.execute(db);
    await sql`create trigger tell_of_inserts after insert on ${sql.table(table)}
      for each statement execute function tell_of_inserts()`.execute(db);
  },
};

/** Text sorts as it does in SQLite, whatever the language of the database, and whole numbers are as large. */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    if (node.dataType === 'text') this.append('text collate "C"');
    else if (node.dataType === 'integer') this.append('bigint');
    else super.visitDataType(node);
  }
}
