export type {
  ChatPlace,
  ChatSessionsConfig,
  ChatSessionsOptions,
  CleanupOptions,
} from './chat-sessions-options.js';
export { checkHost, checkNumber, checkObject } from './check-input.js';
export type { CommandTemplate, RequestMetadata } from './prompt-command.js';
export type { DescribedSession, NoValue, SendReceipt, TmuxSessionInfo } from './session-info.js';
export { checkPair, sessionName } from './session-name.js';
