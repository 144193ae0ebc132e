import type { PostgresPlace } from '../store-place.js';
import { usualMachine } from './machine-hosts.js';
import { PostgresSession } from './postgres-session.js';

/** Whether the server lets us in and answers, and what it is. */
export async function askServer({
  url,
  shown,
  machine = usualMachine(),
}: PostgresPlace): Promise<{ readonly version: string; readonly machine: string }> {
  const session = new PostgresSession(url, shown);
  try {
    const { rows } = await session.query('select current_setting($1) as version', ['server_version']);
    const [row] = rows as { readonly version: string }[];
    return { version: row?.version.split(' ')[0] ?? '', machine };
  } finally {
    await session.close();
  }
}
