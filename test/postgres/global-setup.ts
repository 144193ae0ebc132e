import type { TestProject } from 'vitest/node';
import { PostgresServer } from './postgres-server.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a database of a PostgreSQL server; only for tests of the project `postgres`. */
    postgres: string;
  }
}

/** One server for all files of the project; each test has databases of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await PostgresServer.make();
  project.provide('postgres', server.url('postgres'));
  return () => server[Symbol.asyncDispose]();
}
