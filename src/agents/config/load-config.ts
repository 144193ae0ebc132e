import { readFile } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { homeFolder } from '../../model/home-folder.js';
import { MuxError } from '../../model/mux-error.js';
import { agentsDefaults } from './agents-config.js';
import type { ConfigSections } from './parse-config.js';
import { recordingsDefaults } from './recordings-config.js';
import { serverConfigDefaults } from './server-config.js';

export interface LoadConfigOptions {
  /** The file; without it `muxwright.yaml` in the folder, else in the XDG configuration folder. */
  readonly path?: string | undefined;
  /** @default the current folder */
  readonly cwd?: string | undefined;
  /** @default process.env */
  readonly environment?: { readonly XDG_CONFIG_HOME?: string | undefined } | undefined;
  /** @default the home folder of this user */
  readonly home?: string | undefined;
}

export interface LoadedConfig extends ConfigSections {
  /** The file that was read; `undefined` where there is none. */
  readonly file: string | undefined;
}

/**
 * Reads the sections of `muxwright.yaml`; keys that are absent have their defaults, and so have all where there is no
 * file. Fails with `CONFIG_INVALID`, or `FILE_NOT_FOUND` where a given path leads nowhere.
 *
 * @example
 * const { textEnterDelayMs } = await loadConfig();
 */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<LoadedConfig> {
  for (const file of configPaths(options)) {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && options.path === undefined) return undefined;
      throw unreadable(file, error);
    });
    if (text === undefined) continue;
    // Loaded when there is something to read: the parser of YAML would make every start of the command line slower.
    const { parseConfig } = await import('./parse-config.js');
    return { ...parseConfig(text, file), file };
  }
  return {
    ...agentsDefaults,
    recordings: recordingsDefaults,
    server: serverConfigDefaults,
    file: undefined,
  };
}

function configPaths(options: LoadConfigOptions): string[] {
  const { path, cwd = process.cwd(), environment = process.env, home = homeFolder() } = options;
  if (path !== undefined) return [resolve(cwd, path)];
  const xdg = environment.XDG_CONFIG_HOME;
  // The XDG specification: a relative path is invalid and to be ignored.
  const folder = xdg && isAbsolute(xdg) ? xdg : join(home, '.config');
  return [join(cwd, FILE), join(folder, 'muxwright', FILE)];
}

const FILE = 'muxwright.yaml';

function unreadable(file: string, error: NodeJS.ErrnoException): MuxError {
  const code = error.code === 'ENOENT' ? 'FILE_NOT_FOUND' : 'CONFIG_INVALID';
  const what = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`;
  return new MuxError(code, `The configuration '${file}' ${what}.`, { details: { file }, cause: error });
}
