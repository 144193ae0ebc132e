import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder with those above it. Node's own way never ends where a folder is there and nothing can be made in it,
 * as in `/proc`: it takes the ENOENT for a missing parent, over and over.
 */
export function makeFolders(folder: string, mode: number): void {
  const missing: string[] = [];
  for (let at = folder; !isThere(at); at = dirname(at)) missing.unshift(at);
  for (const one of missing) {
    try {
      mkdirSync(one, { mode });
    } catch (error) {
      // Another process may have been faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isThere(one)) throw error;
    }
  }
}

/** Fails with ENOTDIR where something else is in the way. */
function isThere(folder: string): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats || stats.isDirectory()) return stats !== undefined || folder === dirname(folder);
  throw Object.assign(new Error(`ENOTDIR: not a directory, mkdir '${folder}'`), { code: 'ENOTDIR' });
}
