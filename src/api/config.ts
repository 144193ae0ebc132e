/** @experimental */
export {
  type LoadConfigOptions,
  type LoadedConfig,
  loadConfig,
} from '../config/load-config.js';
