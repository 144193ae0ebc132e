import { createRequire } from 'node:module';

/** What we use of the package `pg`. */
export interface PgClient {
  /** Of the server, or what a pooler says in its place. */
  readonly processID?: number | null;
  connect(): Promise<unknown>;
  /** Several statements at once where there are no values; then the answer is a list. */
  query(query: { readonly text: string; readonly values?: readonly unknown[] }): Promise<PgResult>;
  end(): Promise<void>;
  /** Whether its socket keeps the process alive. */
  ref(): void;
  unref(): void;
  on(event: 'error' | 'end' | 'notification', listener: () => void): unknown;
}

export interface PgResult {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: unknown[];
}

export interface PgOptions {
  readonly connectionString: string;
  readonly application_name: string;
  readonly connectionTimeoutMillis: number;
  readonly query_timeout: number;
  readonly keepAlive: boolean;
  readonly keepAliveInitialDelayMillis: number;
  readonly types: { getTypeParser(type: number, format?: string): (value: string) => unknown };
}

interface PgModule {
  readonly Client: new (options: PgOptions) => PgClient;
  readonly types: PgOptions['types'];
}

/** Loaded when a store in PostgreSQL is opened. Fails as `require` does where it is not installed. */
export function loadPg(): PgModule {
  loaded ??= createRequire(import.meta.url)('pg') as PgModule;
  return loaded;
}

let loaded: PgModule | undefined;
