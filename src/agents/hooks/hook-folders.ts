import { dirname, join } from 'node:path';
import { homeFolder, isMuxError, MuxError, makeFolders, requireOwnFolder } from '../../model/index.js';
import { defaultStorePath } from '../../store/index.js';
import { hookScriptName } from './hook-script.js';

/** The places that the hook script and those who read what it wrote agree on. */
export interface HookFolders {
  readonly script: string;
  /** `NAME.event`, and `NAME.ready` when it is whole. */
  readonly spool: string;
  /** What somebody is reading: `NAME.PID`. */
  readonly claimed: string;
  /** What could not be read, for a while. */
  readonly bad: string;
}

/** @param folder the folder for hooks; `hooks` in the state folder without it */
export function hookFolders(folder: string = defaultHooksFolder()): HookFolders {
  return {
    script: join(folder, hookScriptName),
    spool: join(folder, 'spool'),
    claimed: join(folder, 'claimed'),
    bad: join(folder, 'bad'),
  };
}

/** Makes a folder for hooks where it is missing: nobody else may write there, or read. */
export function makeHookFolder(folder: string): void {
  try {
    makeFolders(folder, 0o700);
    // The one above it holds the script that agents run.
    for (const one of [dirname(folder), folder]) {
      requireOwnFolder(one, {
        what: 'a folder for hooks',
        suggestion: 'Remove it, or set MUXWRIGHT_HOME to your own folder.',
      });
    }
  } catch (cause) {
    if (isMuxError(cause)) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    throw new MuxError('PERMISSION_DENIED', `The folder '${folder}' for hooks cannot be made (${code}).`, {
      suggestion: 'Check the permissions of its parent folder, or set MUXWRIGHT_HOME to another one.',
      details: { folder },
      cause,
    });
  }
}

function defaultHooksFolder(): string {
  return join(dirname(defaultStorePath(process.env, homeFolder())), 'hooks');
}
