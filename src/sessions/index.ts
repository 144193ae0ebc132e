export type { ChatSessionsConfig, CleanupOptions, TmuxManagerConfig } from './manager-options.js';
export type { CommandTemplate, RequestMetadata } from './prompt-command.js';
export type { DescribedSession, SendReceipt, TmuxSessionInfo } from './session-info.js';
export { checkPair, sessionName } from './session-name.js';
