import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { homeFolder } from '../model/index.js';
import { defaultStorePath } from '../store/index.js';
import { workersDefaults } from './workers-defaults.js';

/**
 * The session for the workers of a state folder: each folder, and so each user, has one of its own.
 *
 * @param folder the state folder; that of this user without it
 * @example
 * defaultSessionName('/home/user/.swarm'); // 'swarm-d2a4bcb5'
 */
export function defaultSessionName(
  folder: string = dirname(defaultStorePath(process.env, homeFolder())),
  prefix: string = workersDefaults.prefix,
): string {
  return `${prefix}-${folderHash(folder)}`;
}

/** Tells state folders apart. */
function folderHash(folder: string): string {
  return createHash('sha256')
    .update(resolved(resolve(folder)))
    .digest('hex')
    .slice(0, 8);
}

/** The path without symlinks, as far as it exists: the folder may not have been made yet. */
function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(resolved(above), basename(path));
  }
}
