import { randomBytes } from 'node:crypto';
import { connectPg } from '../../src/store/postgres/connect-pg.js';

/** An empty database of a server, by the URL of another one. */
export async function makeDatabase(server: string): Promise<string> {
  const known = unused.pop();
  if (known !== undefined) return known;
  const name = `t${randomBytes(6).toString('hex')}`;
  await ask(server, `create database ${name}`);
  return onDatabase(server, name);
}

/** Those that were given back: to empty one is ten times as fast as to make one. */
const unused: string[] = [];

/** Empties a database for the next who needs one. */
export async function giveBackDatabase(url: string): Promise<void> {
  await ask(
    url,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await ask(url, 'drop schema if exists muxwright cascade');
  unused.push(url);
}

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await ask(onDatabase(url, 'postgres'), `drop database if exists ${name} with (force)`);
}

/** One statement on a connection of its own. */
export async function ask(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = await connectPg(url);
  try {
    return (await client.query({ text, values })).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

export function onDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
