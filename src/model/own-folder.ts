import { lstatSync, type Stats, statSync } from 'node:fs';
import { MuxError } from './mux-error.js';

export interface OwnFolderOptions {
  /** What it is for, as in "the state folder". */
  readonly what: string;
  /** What to do where it cannot be used. */
  readonly suggestion: string;
  /** Whether nobody else may look into it either, and it may not be a link. @default false */
  readonly strict?: boolean;
}

/**
 * Fails with `FOLDER_NOT_PRIVATE` if another user could have put something into a folder, or could exchange its
 * content: another user can create an expected name in `/tmp` or in a shared folder first. A missing folder is
 * fine.
 */
export function requireOwnFolder(folder: string, options: OwnFolderOptions): void {
  const user = process.getuid?.();
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found || user === undefined) return;
  const reason = reasonAgainst(folder, found, user, options.strict ?? false);
  if (reason === undefined) return;
  throw new MuxError('FOLDER_NOT_PRIVATE', `'${folder}', ${options.what}, ${reason}.`, {
    suggestion: options.suggestion,
    details: { folder, owner: found.uid, user },
  });
}

function reasonAgainst(folder: string, found: Stats, user: number, strict: boolean): string | undefined {
  if (found.isSymbolicLink()) {
    if (strict) return 'is a symbolic link';
    if (found.uid !== user && found.uid !== 0) return `is a symbolic link of another user (uid ${found.uid})`;
    const target = statSync(folder, { throwIfNoEntry: false });
    return target ? reasonAgainst(folder, target, user, strict) : 'is a symbolic link that leads nowhere';
  }
  // A file of ours is a mistake, and who opens the folder has the words for it.
  if (!found.isDirectory()) return strict || found.uid !== user ? 'is not a folder' : undefined;
  if (found.uid !== user) return `belongs to another user (uid ${found.uid})`;
  const mode = (found.mode & 0o7777).toString(8);
  if ((found.mode & 0o022) !== 0) return `can be written to by other users (mode ${mode})`;
  if (strict && (found.mode & 0o077) !== 0) return `can be read by other users (mode ${mode})`;
  return undefined;
}
