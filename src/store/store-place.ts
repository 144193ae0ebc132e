import { dirname, resolve } from 'node:path';
import { homeFolder, MuxError } from '../model/index.js';
import { defaultStorePath, type StoreEnvironment } from './store-path.js';
import { eachHost, withHostsOf } from './store-url.js';

/** Which store: a file of SQLite, or a database of a PostgreSQL server. */
export type StorePlace = SqlitePlace | PostgresPlace;

export interface SqlitePlace {
  readonly kind: 'sqlite';
  readonly path: string;
}

export interface PostgresPlace {
  readonly kind: 'postgres';
  /** As it was given, with a password maybe. */
  readonly url: string;
  /** The same for people: without a password. */
  readonly shown: string;
  /** Files of this machine are kept there. */
  readonly folder: string;
  readonly machine: string | undefined;
  readonly keyFile: string | undefined;
  /** The same database without a pooler between, for notifications about writes of other processes; `undefined` where `url` does that. */
  readonly listenUrl: string | undefined;
}

/** What decides where the store is. */
export interface StoreSettings {
  /** The file of SQLite, or `:memory:`. It counts before a URL of the environment. */
  readonly path?: string | undefined;
  /** `postgres://user:password@host:port/database` */
  readonly url?: string | undefined;
  /** The name of this machine in a store that several use. */
  readonly machine?: string | undefined;
  /** The file with the key for what is sealed. */
  readonly keyFile?: string | undefined;
  /** A URL of the same database that leads to the server itself, where `url` leads to a pooler. */
  readonly listenUrl?: string | undefined;
}

export interface StoreSettingsEnvironment extends StoreEnvironment {
  readonly MUXWRIGHT_STORE?: string | undefined;
  readonly MUXWRIGHT_MACHINE?: string | undefined;
  readonly MUXWRIGHT_KEY_FILE?: string | undefined;
  readonly MUXWRIGHT_STORE_LISTEN?: string | undefined;
}

/** What was given counts first, then the environment, then what is usual. */
export function storePlace(
  given: StoreSettings,
  environment: StoreSettingsEnvironment = process.env,
): StorePlace {
  const usual = defaultStorePath(environment, homeFolder());
  const url =
    given.path === undefined ? (given.url ?? (environment.MUXWRIGHT_STORE || undefined)) : given.url;
  if (url === undefined) return { kind: 'sqlite', path: sqlitePath(given.path ?? usual) };
  const keyFile = given.keyFile ?? (environment.MUXWRIGHT_KEY_FILE || undefined);
  const listenUrl = given.listenUrl ?? (environment.MUXWRIGHT_STORE_LISTEN || undefined);
  if (listenUrl !== undefined && !isStoreUrl(listenUrl)) throw badUrl();
  return {
    kind: 'postgres',
    url,
    shown: shownUrl(url),
    folder: dirname(given.path === undefined ? usual : resolve(given.path)),
    machine: checkMachine(given.machine ?? (environment.MUXWRIGHT_MACHINE || undefined)),
    keyFile: keyFile === undefined ? undefined : resolve(keyFile),
    listenUrl,
  };
}

function sqlitePath(path: string): string {
  if (path === '' || path.includes('\0') || /^[a-z][a-z+]+:\/\//i.test(path)) {
    throw new MuxError(
      'INVALID_ARGUMENT',
      `'${path.replace(/:\/\/.*/s, '://…')}' is not a path for the store.`,
      {
        suggestion:
          "Give the path of a SQLite file, or ':memory:'; a URL is given as url, or in MUXWRIGHT_STORE.",
      },
    );
  }
  return path === ':memory:' ? path : resolve(path);
}

/**
 * The URL without what is secret in it. One that cannot be understood is not shown at all: nobody can tell which part of it
 * is the password.
 */
function shownUrl(url: string): string {
  const shown = parsedUrl(eachHost(url)[0] ?? '');
  if (!shown || !isStoreUrl(url)) throw badUrl();
  shown.password = '';
  for (const name of [...shown.searchParams.keys()]) if (name !== 'host') shown.searchParams.delete(name);
  return withHostsOf(shown.href, url).replace(`@${NO_HOST}/`, '@/');
}

/** Whether it is a URL of PostgreSQL of which everybody can tell what is the password. */
export function isStoreUrl(url: string): boolean {
  return eachHost(url).every((one) => {
    const parsed = parsedUrl(one);
    return parsed !== undefined && /^postgres(ql)?:$/.test(parsed.protocol) && !isMisread(parsed);
  });
}

/** A part of a password would be taken for a port or a name. */
function isMisread({ hash, pathname, search }: URL): boolean {
  return hash !== '' || pathname.includes('@') || search.includes('@');
}

function parsedUrl(url: string): URL | undefined {
  try {
    return new URL(url.replace('@/', `@${NO_HOST}/`));
  } catch {
    // Its error repeats the URL.
    return undefined;
  }
}

/** A socket of this machine has no host, which a URL with a user must have for Node. */
const NO_HOST = 'no-host';

function badUrl(): MuxError {
  return new MuxError(
    'INVALID_ARGUMENT',
    'The URL of the store is not one of PostgreSQL. It is not shown here, because it may hold a password.',
    {
      suggestion:
        'Give postgres://user:password@host:port/database; in names and passwords, @ / ? # are written as %40 %2F %3F %23.',
    },
  );
}

export function isMachineName(name: string): boolean {
  return /^[^/\s\p{C}]{1,200}$/u.test(name);
}

function checkMachine(machine: string | undefined): string | undefined {
  if (machine === undefined || isMachineName(machine)) return machine;
  throw new MuxError(
    'INVALID_ARGUMENT',
    'The name of the machine is not a word without spaces and slashes.',
    {
      suggestion: 'Give a name such as alice@web1 in MUXWRIGHT_MACHINE, or none.',
    },
  );
}
