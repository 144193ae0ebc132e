import { randomBytes } from 'node:crypto';
import { chmod, copyFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isMuxError, MuxError, makeFolders, readRegularFile } from '../../model/index.js';
import { lineDiff } from './line-diff.js';

export interface EditOptions {
  /** Only tells what would change. @default false */
  readonly dryRun?: boolean | undefined;
  readonly clock?: (() => Date) | undefined;
}

export interface FileEdit {
  /** The file, behind all links. */
  readonly path: string;
  readonly changed: boolean;
  /** What changed, or would: lines with `-` and `+`. */
  readonly diff: string;
  /** Where the text from before is kept; `undefined` where there was none, or nothing changed. */
  readonly backup: string | undefined;
}

/**
 * Changes a file of somebody else's: in one step, with a copy of what it was, and with its mode and links as they were.
 *
 * @param change gives the new text; that of a file which is not there is empty
 */
export async function editFile(
  path: string,
  change: (text: string) => string,
  options: EditOptions = {},
): Promise<FileEdit> {
  const target = await behindLinks(path);
  const before = await read(target);
  const after = change(before ?? '');
  const changed = after !== (before ?? '');
  const edit = { path: target, changed, diff: lineDiff(before ?? '', after), backup: undefined };
  if (!changed || options.dryRun) return edit;
  try {
    const backup =
      before === undefined ? undefined : await copyAside(target, options.clock?.() ?? new Date());
    await replace(target, after, before);
    return { ...edit, backup };
  } catch (cause) {
    throw cause instanceof MuxError ? cause : unwritable(target, cause as NodeJS.ErrnoException);
  }
}

/** Also where the last link leads to a file that is yet to be made: the link is somebody's, and stays. */
async function behindLinks(path: string): Promise<string> {
  let target = path;
  for (let links = 0; links < MOST_LINKS; links++) {
    const real = await realpath(target).catch(() => undefined);
    if (real !== undefined) return real;
    const link = await readlink(target).catch(() => undefined);
    if (link === undefined) return target;
    const folder = await realpath(dirname(target)).catch(() => dirname(target));
    target = resolve(folder, link);
  }
  return path;
}

const MOST_LINKS = 40;

async function read(path: string): Promise<string | undefined> {
  try {
    const bytes = await readRegularFile(path);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (isMuxError(error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    const what =
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is not a text in UTF-8' : `cannot be read (${code})`;
    throw new MuxError('HOOKS_FILE_INVALID', `'${path}' ${what}.`, { details: { path }, cause: error });
  }
}

/** `settings.json.muxwright-20261116T031500Z.bak`. */
async function copyAside(path: string, now: Date): Promise<string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  for (let number = 1; ; number++) {
    const backup = `${path}.muxwright-${time}${number === 1 ? '' : `-${number}`}.bak`;
    if (await stat(backup).catch(() => undefined)) continue;
    await copyFile(path, backup);
    return backup;
  }
}

async function replace(path: string, text: string, before: string | undefined): Promise<void> {
  makeFolders(dirname(path), 0o777);
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  try {
    const mode = before === undefined ? 0o600 : (await stat(path)).mode & 0o777;
    await writeFile(temporary, text, { mode, flag: 'wx' });
    await chmod(temporary, mode);
    // The agent itself writes this file, too.
    if ((await read(path)) !== before) {
      throw new MuxError('HOOKS_FILE_INVALID', `'${path}' was changed by somebody else in the same moment.`, {
        suggestion: 'Try again.',
        details: { path },
      });
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function unwritable(path: string, cause: NodeJS.ErrnoException): MuxError {
  return new MuxError('PERMISSION_DENIED', `'${path}' cannot be written (${cause.code ?? cause.message}).`, {
    suggestion: 'Check the permissions of the file and its folder.',
    details: { path },
    cause,
  });
}
