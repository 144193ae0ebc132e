import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** SQLite as Node has it in `node:sqlite`, and the package in the same form for a Node that has not. */
export interface SqliteModule {
  readonly DatabaseSync: new (path: string, options: { readonly timeout: number }) => NativeDatabase;
  /** Whether a closed connection stays until its statements are collected as garbage, or the process ends. */
  readonly lingers: boolean;
}

export interface NativeDatabase {
  readonly isOpen: boolean;
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): NativeStatement;
  close(): void;
}

export interface NativeStatement {
  /** None where the statement gives no rows. */
  columns(): readonly unknown[];
  all(...parameters: readonly unknown[]): unknown[];
  run(...parameters: readonly unknown[]): { readonly changes: number | bigint };
}

const sqlitePackage = '@photostructure/sqlite';

/** Fails as `require` does where there is none. */
export function loadSqlite(): SqliteModule {
  loaded ??= hasSqlite(process.versions.node) ? (ofNode() ?? ofPackage()) : ofPackage();
  return loaded;
}

let loaded: SqliteModule | undefined;

/** Before 22.16 it cannot say whether a transaction is open, nor which statements give rows. */
export function hasSqlite(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= 16);
}

/** Node 22 warns at the first use that it may change. What we use of it has not changed since. */
function ofNode(): SqliteModule | undefined {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as Pick<SqliteModule, 'DatabaseSync'>;
    return { DatabaseSync, lingers: false };
  } catch {
    // A Node that was built without.
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Its native part directly: the package would read a dozen folders to find it, which takes longer than all the rest. */
function ofPackage(): SqliteModule {
  const require = createRequire(import.meta.url);
  // Where Node would look, too; but it reads all that the package says of itself before it says where it is.
  const places = (require.resolve.paths(sqlitePackage) ?? []).map((path) => join(path, sqlitePackage));
  const folder = places.find(existsSync) ?? dirname(require.resolve(`${sqlitePackage}/package.json`));
  const { DatabaseSync } = requireNative(require, folder);
  return { DatabaseSync, lingers: true };
}

function requireNative(require: NodeJS.Require, folder: string): Pick<SqliteModule, 'DatabaseSync'> {
  const { platform, arch } = process;
  const file = `${sqlitePackage.replace('/', '+')}.${isMusl() ? 'musl' : 'glibc'}.node`;
  try {
    return require(join(folder, 'prebuilds', `${platform}-${arch}`, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
  }
  return require(sqlitePackage);
}

/** Whether this Node is one of Alpine's kind. A program names its loader near its beginning. */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const head = Buffer.alloc(4096);
  const file = openSync(process.execPath, 'r');
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  return head.includes('ld-musl');
}
