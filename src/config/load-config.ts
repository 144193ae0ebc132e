import { join } from 'node:path';
import { isMuxError, loadModule, MuxError, readRegularFile } from '../model/index.js';
import { type AgentsConfig, agentsDefaults } from './agents-config.js';
import { CONFIG_FILE, type ConfigEnvironment, namedConfigPath, userConfigPath } from './config-path.js';
import type { ConfigSections } from './parse-config.js';
import { recordingsDefaults } from './recordings-config.js';
import { runsDefaults } from './runs-config.js';
import { serverConfigDefaults } from './server-config.js';
import { type StoreConfig, storeConfigDefaults } from './store-config.js';
import { workspacePlaceDefaults } from './workspace-place.js';

export interface LoadConfigOptions {
  /**
   * The file, which then counts alone.
   * @default `$MUXWRIGHT_CONFIG`, else `muxwright.yaml` in the XDG configuration folder, with that of the current folder
   */
  readonly path?: string | undefined;
  /** @default the current folder */
  readonly cwd?: string | undefined;
  /** @default process.env */
  readonly environment?: ConfigEnvironment | undefined;
  /** @default the home folder of this user */
  readonly home?: string | undefined;
}

export interface LoadedConfig extends ConfigSections {
  /** The file that takes precedence; `undefined` if no file exists. */
  readonly file: string | undefined;
  /** The file of this user, where there is one. */
  readonly ownFile?: string | undefined;
  /** The file of the current folder, which sets only `tmux_bridge`, where there is one. */
  readonly projectFile?: string | undefined;
}

/**
 * Reads `muxwright.yaml`; keys that are absent have their defaults, and so have all where there is no file. The file of
 * the user sets everything; that of the current folder, which somebody else may have made, only how text is sent to
 * agents. Fails with `CONFIG_INVALID`, or `FILE_NOT_FOUND` where a given path leads nowhere.
 *
 * @example
 * const { textEnterDelayMs } = await loadConfig();
 */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<LoadedConfig> {
  const { cwd = process.cwd(), environment, home } = options;
  const named = namedConfigPath(options.path, cwd, environment);
  const own = named ?? userConfigPath(environment, home);
  const found = join(cwd, CONFIG_FILE);
  const [ownText, projectText] = await Promise.all([
    textOf(own, named === undefined),
    named !== undefined || found === own ? undefined : textOf(found, true),
  ]);
  const config = ownText === undefined ? defaults : await parsed(ownText, own);
  const project = projectText === undefined ? {} : await ofProject(projectText, found);
  const ownFile = ownText === undefined ? undefined : own;
  const projectFile = projectText === undefined ? undefined : found;
  return { ...config, ...project, file: projectFile ?? ownFile, ownFile, projectFile };
}

/** Only the section `store` of a file. The parser is loaded where there is one. */
export async function loadStoreConfig(file: string): Promise<StoreConfig> {
  const text = (await textOf(file, false)) ?? '';
  if (!/^\s*["']?store\b/m.test(text)) return storeConfigDefaults;
  return (await parsed(text, file)).store;
}

const defaults: ConfigSections = Object.freeze({
  ...agentsDefaults,
  recordings: recordingsDefaults,
  runs: runsDefaults,
  server: serverConfigDefaults,
  store: storeConfigDefaults,
  workspace: workspacePlaceDefaults,
});

// Loaded when there is something to read: the parser of YAML would make every start of the command line slower.
async function parsed(text: string, file: string): Promise<ConfigSections> {
  const { parseConfig } = await loadModule(() => import('./parse-config.js'));
  return parseConfig(text, file);
}

async function ofProject(text: string, file: string): Promise<Partial<AgentsConfig>> {
  const { readProjectConfig } = await loadModule(() => import('./project-config.js'));
  return readProjectConfig(text, file);
}

async function textOf(file: string, mayBeMissing: boolean): Promise<string | undefined> {
  try {
    return (await readRegularFile(file, { maxBytes: MAX_BYTES })).toString('utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (mayBeMissing && (code === 'ENOENT' || code === 'ENOTDIR')) return undefined;
    throw isMuxError(error) ? error : unreadable(file, error as NodeJS.ErrnoException);
  }
}

const MAX_BYTES = 1024 * 1024;

function unreadable(file: string, error: NodeJS.ErrnoException): MuxError {
  const code = error.code === 'ENOENT' ? 'FILE_NOT_FOUND' : 'CONFIG_INVALID';
  const what = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`;
  return new MuxError(code, `The configuration '${file}' ${what}.`, { details: { file }, cause: error });
}
