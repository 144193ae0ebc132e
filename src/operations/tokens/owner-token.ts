import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { MuxError, readRegularFile } from '../../model/index.js';
import { replaceStateFile } from '../state/replace-state-file.js';
import { type TokenRecord, type Tokens, tokenIdOf } from './tokens.js';

export interface OwnerToken {
  readonly secret: string;
  readonly record: TokenRecord;
  readonly file: string;
}

/** Where the token of whoever owns the state folder is. */
function ownerTokenFile(stateFolder: string): string {
  return join(stateFolder, 'server-token');
}

/**
 * The token that may do everything, in a file that only its owner can read. It is made when there is none, and made anew
 * where others could have read it, or where it was revoked.
 */
export async function ownerToken(tokens: Tokens, stateFolder: string): Promise<OwnerToken> {
  const file = ownerTokenFile(stateFolder);
  const kept = await keptToken(file);
  if (kept) {
    const record = await tokens.verify(kept.secret, 'token');
    if (!('refused' in record) && kept.isPrivate) return { secret: kept.secret, record, file };
    const id = tokenIdOf(kept.secret);
    if (id !== undefined) await tokens.revoke(id);
  }
  const { secret, record } = await tokens.create({ name: 'owner', scopes: ['admin'] });
  await replaceStateFile(file, `${secret}\n`, 'programs on this machine cannot sign in');
  return { secret, record, file };
}

async function keptToken(
  file: string,
): Promise<{ readonly secret: string; readonly isPrivate: boolean } | undefined> {
  try {
    const stats = await lstat(file);
    if (!stats.isFile()) throw notOurs(file);
    const isPrivate = (stats.mode & 0o077) === 0 && stats.uid === process.getuid?.();
    return { secret: (await readRegularFile(file, { noFollow: true })).toString().trim(), isPrivate };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function notOurs(file: string): MuxError {
  return new MuxError('FILE_NOT_OURS', `'${file}' was not written by muxwright.`, {
    suggestion: 'Move it away; then a new token is created.',
    details: { path: file },
  });
}
