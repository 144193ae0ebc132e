import { existsSync } from 'node:fs';
import { namedConfigPath, userConfigPath } from '../../agents/config/config-path.js';
import type { StoreConfig } from '../../agents/config/store-config.js';
import { loadModule } from '../../model/load-module.js';
import type { StoreSettings } from '../../store/store-place.js';

/** Which store is meant: the environment counts before the configuration of the user. */
export async function storeSettings(configPath?: string): Promise<StoreSettings> {
  const file = await fromFile(namedConfigPath(configPath) ?? userConfigPath());
  const { MUXWRIGHT_STORE, MUXWRIGHT_MACHINE, MUXWRIGHT_KEY_FILE } = process.env;
  return {
    url: MUXWRIGHT_STORE || file.url,
    machine: MUXWRIGHT_MACHINE || file.machine,
    keyFile: MUXWRIGHT_KEY_FILE || file.keyFile,
  };
}

/** Where there is none, nothing is loaded: most have none, and every call of the command line asks. */
async function fromFile(path: string): Promise<Partial<StoreConfig>> {
  if (!existsSync(path)) return {};
  const { loadStoreConfig } = await loadModule(() => import('../../agents/config/load-config.js'));
  return loadStoreConfig(path);
}
