import { existsSync } from 'node:fs';
import { namedConfigPath, type StoreConfig, userConfigPath } from '../../config/index.js';
import { loadModule } from '../../model/index.js';
import type { StoreSettings } from '../../store/index.js';

/** Which store is meant: the environment counts before the configuration of the user. */
export async function storeSettings(configPath?: string): Promise<StoreSettings> {
  const file = await fromFile(namedConfigPath(configPath) ?? userConfigPath());
  const { MUXWRIGHT_STORE, MUXWRIGHT_MACHINE, MUXWRIGHT_KEY_FILE, MUXWRIGHT_STORE_LISTEN } = process.env;
  return {
    url: MUXWRIGHT_STORE || file.url,
    machine: MUXWRIGHT_MACHINE || file.machine,
    keyFile: MUXWRIGHT_KEY_FILE || file.keyFile,
    listenUrl: MUXWRIGHT_STORE_LISTEN || file.listenUrl,
  };
}

/** Where there is none, nothing is loaded: most have none, and every call of the command line asks. */
async function fromFile(path: string): Promise<Partial<StoreConfig>> {
  if (!existsSync(path)) return {};
  const { loadStoreConfig } = await loadModule(() => import('../../config/load-config.js'));
  return loadStoreConfig(path);
}
