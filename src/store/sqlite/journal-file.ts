import { utimesSync, watch } from 'node:fs';
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
  const log = logOf(path);
  const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
    if (name === null || name === basename(log)) listener();
  });
  // A folder that is removed takes the database along; the next statement says so.
  watcher.on('error', () => watcher.close());
  return () => watcher.close();
}

/**
 * Tells those who watch that a commit is there. SQLite writes the log first and the shared index after it, and only then
 * others see what was committed: who looks as soon as the log has changed may look too early, and the index is memory,
 * of whose changes the system does not tell.
 */
export function tellCommitted(path: string): void {
  if (path === ':memory:') return;
  const now = new Date();
  try {
    utimesSync(logOf(path), now, now);
  } catch {
    // Somebody removed it under us; the next statement says so.
  }
}

function logOf(path: string): string {
  return `${path}-wal`;
}
