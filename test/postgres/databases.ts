import { randomBytes } from 'node:crypto';
import { connectPg } from '../../src/store/postgres/connect-pg.js';

/** A new database of a server, by the URL of another one. */
export async function makeDatabase(server: string): Promise<string> {
  const name = `t${randomBytes(6).toString('hex')}`;
  await ask(server, `create database ${name}`);
  return onDatabase(server, name);
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
