import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { MuxError } from '../../model/mux-error.js';
import { agentsDefaults } from './agents-config.js';
import { CONFIG_FILE, userConfigPath } from './config-path.js';
import type { ConfigSections } from './parse-config.js';
import { recordingsDefaults } from './recordings-config.js';
import { serverConfigDefaults } from './server-config.js';
import { type StoreConfig, storeConfigDefaults } from './store-config.js';

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
    const config = parseConfig(text, file);
    if (isOfFolder(file, options) && config.store !== storeConfigDefaults) checkNoStore(config.store, file);
    return { ...config, file };
  }
  return {
    ...agentsDefaults,
    recordings: recordingsDefaults,
    server: serverConfigDefaults,
    store: storeConfigDefaults,
    file: undefined,
  };
}

/** Only the section `store` of a file. The parser is loaded where there is one. */
export async function loadStoreConfig(file: string): Promise<StoreConfig> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, error);
  });
  if (!/^\s*["']?store\b/m.test(text)) return storeConfigDefaults;
  const { parseConfig } = await import('./parse-config.js');
  return parseConfig(text, file).store;
}

function isOfFolder(file: string, { path, cwd = process.cwd() }: LoadConfigOptions): boolean {
  return path === undefined && file === join(cwd, CONFIG_FILE);
}

/** Whoever enters a folder that he got from somebody must not send what he does to a database of theirs. */
function checkNoStore(store: StoreConfig, file: string): void {
  if (Object.values(store).every((value) => value === undefined)) return;
  throw new MuxError(
    'CONFIG_INVALID',
    `'${file}' has a section 'store', which counts only in your own file.`,
    {
      suggestion: `Move it to ${userConfigPath()}, or set MUXWRIGHT_STORE.`,
      details: { file },
    },
  );
}

function configPaths(options: LoadConfigOptions): string[] {
  const { path, cwd = process.cwd(), environment, home } = options;
  if (path !== undefined) return [resolve(cwd, path)];
  return [join(cwd, CONFIG_FILE), userConfigPath(environment, home)];
}

function unreadable(file: string, error: NodeJS.ErrnoException): MuxError {
  const code = error.code === 'ENOENT' ? 'FILE_NOT_FOUND' : 'CONFIG_INVALID';
  const what = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`;
  return new MuxError(code, `The configuration '${file}' ${what}.`, { details: { file }, cause: error });
}
