/** @experimental */
export type {
  ChatPlace,
  ChatSessionsConfig,
  CleanupOptions,
  CommandTemplate,
  NoValue,
} from '../sessions/index.js';
