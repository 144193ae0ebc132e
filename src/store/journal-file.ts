import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * Calls back when any process has written to the database. A commit appends to SQLite's write-ahead log beside it, and
 * reading changes no file but the shared index, so the system itself tells of every commit and of little else. The
 * folder is watched and not the file: the log comes and goes with those who have the database open.
 *
 * @returns ends it
 */
export function watchJournalFile(path: string, listener: () => void): () => void {
  if (path === ':memory:') return () => {};
  const log = `${basename(path)}-wal`;
  const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
    if (name === null || name === log) listener();
  });
  // A folder that is removed takes the database along; the next statement says so.
  watcher.on('error', () => watcher.close());
  return () => watcher.close();
}
