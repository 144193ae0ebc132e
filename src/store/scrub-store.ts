import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.js';
import { transact } from './transact.js';

/**
 * Masks texts in everything that the store keeps as plain text, of whichever run, worker or agent, and gives how many
 * values were changed. A value of JSON stays one.
 *
 * @param texts the secrets in all forms that they may have
 */
export async function scrubStore(db: Kysely<Tables>, texts: readonly string[]): Promise<number> {
  const wanted = texts.filter((text) => text.length >= SHORTEST).toSorted((a, b) => b.length - a.length);
  if (wanted.length === 0) return 0;
  return transact(db, async (transaction) => {
    let changed = 0;
    for (const [table, columns] of Object.entries(FREE_TEXT)) {
      for (const column of columns) changed += await scrubColumn(transaction, table, column, wanted);
    }
    return changed;
  });
}

/** Shorter ones are in every value, and masked where they are known to stand. */
const SHORTEST = 4;

/** What people and programs have words in. Ids, times and states are ours; what is sealed shows nothing. */
const FREE_TEXT: Readonly<Partial<Record<keyof Tables, readonly string[]>>> = {
  automation_runs: ['window_name', 'command', 'argv', 'cwd', 'type', 'detectors', 'asks', 'tags'],
  agent_credentials: ['agent', 'name', 'metadata'],
  agents: ['name', 'cwd', 'state_detail', 'asks', 'end_reason', 'metadata'],
  turns: ['intent', 'text', 'receipt'],
  workers: ['name', 'session', 'window', 'command', 'env_names', 'cwd', 'tags', 'worktree', 'exit'],
  chat_sessions: ['name', 'workspace', 'chat_id'],
  journal: ['target', 'data'],
  journal_marks: ['key', 'value'],
  server_tokens: ['name'],
  audit_log: ['caller', 'action', 'target'],
  recordings: ['target', 'title', 'end_reason'],
  mcp_tasks: ['pending', 'asks', 'result'],
};

/** What tells rows apart: two that held a secret must not become the same. */
const IDENTITIES = new Set(['workers.name', 'chat_sessions.name', 'journal_marks.key']);

async function scrubColumn(
  db: Kysely<Tables>,
  table: string,
  column: string,
  texts: readonly string[],
): Promise<number> {
  const [from, value] = [sql.table(table), sql.ref(column)];
  const holds = sql.join(
    texts.map((text) => sql`replace(${value}, ${text}, '') <> ${value}`),
    sql` or `,
  );
  const found = await sql<{
    text: string;
  }>`select distinct ${value} as text from ${from} where ${holds}`.execute(db);
  for (const { text } of found.rows) {
    const masked = scrubbedValue(text, texts);
    const unique = IDENTITIES.has(`${table}.${column}`)
      ? `${masked}-${randomBytes(3).toString('hex')}`
      : masked;
    await sql`update ${from} set ${value} = ${unique} where ${value} = ${text}`.execute(db);
  }
  return found.rows.length;
}

/** A text of the store without the secrets; what is JSON is taken apart for that, so that it stays JSON. */
export function scrubbedValue(text: string, texts: readonly string[]): string {
  const parsed = /^[[{"]/.test(text) ? parsedJson(text) : undefined;
  return parsed === undefined ? masked(text, texts) : JSON.stringify(scrubbed(parsed, texts));
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function scrubbed(value: unknown, texts: readonly string[]): unknown {
  if (typeof value === 'string') return masked(value, texts);
  if (Array.isArray(value)) return value.map((item) => scrubbed(item, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [masked(key, texts), scrubbed(item, texts)]),
  );
}

function masked(text: string, texts: readonly string[]): string {
  return texts.reduce((result, secret) => result.replaceAll(secret, '****'), text);
}
