import { realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { formatHostAddress } from '../../model/index.js';

/**
 * The address of the server on a socket of this machine, as an agent has it in `$TMUX`; `undefined` where the socket is
 * not among those that a name stands for, so that nobody takes another server for it.
 */
export async function hostOfSocket(
  path: string,
  environment: { readonly TMUX_TMPDIR?: string | undefined } = process.env,
): Promise<string | undefined> {
  const folder = `${environment.TMUX_TMPDIR || '/tmp'}/tmux-${process.getuid?.() ?? 0}`;
  const [given, own] = await Promise.all([resolved(dirname(path)), resolved(folder)]);
  if (given !== own) return undefined;
  const name = basename(path);
  return formatHostAddress({ kind: 'local', socket: name === 'default' ? undefined : name });
}

async function resolved(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}
