import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMuxError, MuxError, requireOwnFolder } from '../model/index.js';

/**
 * A folder on this machine that only this user can look into, the same for all its processes, for sockets and locks.
 * Fails with `FOLDER_NOT_PRIVATE` where another user has taken every name for it, as tmux does for its sockets: with
 * another name for each process, locks would lock nobody out.
 *
 * @param maxBytes the longest path that will do
 */
export async function privateFolder(maxBytes = Number.POSITIVE_INFINITY): Promise<string> {
  const uid = process.getuid?.() ?? 0;
  const runtime = process.env.XDG_RUNTIME_DIR;
  const candidates = [
    ...(runtime === undefined ? [] : [join(runtime, 'muxwright')]),
    join(tmpdir(), `muxwright-${uid}`),
    join('/tmp', `muxwright-${uid}`),
  ];
  let refused: MuxError | undefined;
  for (const folder of candidates) {
    if (Buffer.byteLength(folder) > maxBytes) continue;
    const problem = problemWith(folder);
    if (problem === undefined) return folder;
    if (isMuxError(problem)) refused ??= problem;
  }
  throw refused ?? noPlace(candidates);
}

/** Makes the folder where it is missing. */
function problemWith(folder: string): unknown {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return error;
  }
  try {
    requireOwnFolder(folder, {
      what: 'the folder for locks and sockets',
      suggestion: `Set XDG_RUNTIME_DIR to a folder of your own, or have '${folder}' removed.`,
      strict: true,
    });
    return undefined;
  } catch (error) {
    return error;
  }
}

function noPlace(candidates: readonly string[]): MuxError {
  return new MuxError(
    'HOST_IO_FAILED',
    `No folder for locks and sockets can be made: ${candidates.join(', ')}.`,
    {
      suggestion: 'Set XDG_RUNTIME_DIR to a folder of your own.',
      details: { candidates },
    },
  );
}
