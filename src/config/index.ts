export { type AgentsConfig, agentsDefaults } from './agents-config.js';
export { namedConfigPath, userConfigPath } from './config-path.js';
export type { StoreConfig } from './store-config.js';
