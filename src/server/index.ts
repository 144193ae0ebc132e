export { Runtime, type RuntimeOptions } from '../operations/index.js';
export { createServer, type MuxServer } from './create-server.js';
export type { LogDestination } from './observability/log-destination.js';
export type { LogLevel } from './observability/log-options.js';
export { logLevels } from './observability/log-options.js';
export type { ServerOptions } from './server-options.js';
export type { ReloadReport } from './service/config-reload.js';
