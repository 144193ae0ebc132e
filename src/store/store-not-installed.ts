import { MuxError } from '../model/mux-error.js';

/**
 * What the store needs could not be loaded. npm leaves better-sqlite3 out, without a word, where it could neither
 * download it nor build it: everything that remembers nothing works without.
 */
export function notInstalledError(path: string, cause: unknown): MuxError {
  const missing = missingPackage(cause);
  return new MuxError(
    'STORE_UNAVAILABLE',
    `The database '${path}' cannot be opened, because ${missing} is not installed.`,
    {
      suggestion:
        missing === 'better-sqlite3'
          ? 'npm could neither download nor build it. Install python3, make and a C++ compiler, then install muxwright again; with --foreground-scripts npm tells what is wrong.'
          : "Run 'npm install', and see that it reports no error.",
      details: { path, missing },
      cause,
    },
  );
}

/** Node names the package, or a file of it where only a part is there. */
function missingPackage(cause: unknown): string {
  const { message } = cause as { message?: unknown };
  return /better-sqlite3|kysely/.exec(String(message))?.[0] ?? 'better-sqlite3 or kysely';
}
