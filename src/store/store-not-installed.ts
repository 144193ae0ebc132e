import { MuxError } from '../model/index.js';

/**
 * What the store needs could not be loaded. npm leaves the package of SQLite out where optional packages are not wanted,
 * or where it does not exist for the system: everything that remembers nothing works without.
 */
export function notInstalledError(path: string, cause: unknown): MuxError {
  const missing = missingPackage(cause);
  return new MuxError(
    'STORE_UNAVAILABLE',
    `The database '${path}' cannot be opened, because ${missing} is not installed.`,
    {
      suggestion:
        missing === 'kysely'
          ? "Run 'npm install', and see that it reports no error."
          : 'Use Node 22.16 or newer, which has SQLite itself, or install muxwright again with its optional packages.',
      details: { path, missing },
      cause,
    },
  );
}

/** Node names the package, or a file of it where only a part is there. */
function missingPackage(cause: unknown): string {
  const { message } = cause as { message?: unknown };
  return /@photostructure\/sqlite|kysely/.exec(String(message))?.[0] ?? '@photostructure/sqlite or kysely';
}
