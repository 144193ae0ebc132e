/** @experimental */
export {
  type AgentsEvents,
  type AgentsServiceConfig,
  type AgentsStartOptions,
  type CodexNotifyOptions,
  type CommanderAvailabilityOptions,
  type CommanderPane,
  type CommanderTarget,
  type FileEdit,
  type HookEvent,
  HookReceiver,
  type HookReceiverOptions,
  type HooksEdit,
  type HooksOptions,
  type HookTrouble,
  installCodexNotify,
  installHooks,
  uninstallCodexNotify,
  uninstallHooks,
} from '../agents/index.js';
/** @experimental */
export {
  type AgentsConfig,
  agentsDefaults,
} from '../config/index.js';
/** @experimental */
export {
  type Conversation,
  type ConversationEvent,
  type ConversationSource,
  type ConversationStream,
  conversationOf,
  lastMessage,
  lastTranscriptMessage,
  type Message,
  type MessageRole,
  type ReadConversationOptions,
  type ReplyOptions,
  readConversation,
  replyBetween,
  type TranscriptMessages,
  type TranscriptMessagesOptions,
  transcriptMessages,
  type WatchConversationOptions,
  watchConversation,
} from '../conversations/index.js';
/** @experimental */
export {
  type BridgeConfig,
  type BridgeHealth,
  type BridgeLog,
  type BridgeLogEntry,
  type BridgeResult,
  type CapturePaneOptions,
  type CaptureResult,
  type CheckHealthOptions,
  type Evidence,
  type PaneDeliveryOptions,
  type SendKeysOptions,
  type TmuxBridgeErrorType,
  tmuxBridgeErrorTypes,
} from '../delivery/index.js';
/** @experimental */
export {
  type AgentScreen,
  type ConversationRules,
  classifyScreen,
  type LoadProfilesOptions,
  loadProfiles,
  type Profile,
  type ProfileFacts,
  profileFor,
  type RowRule,
  type ScreenState,
} from '../panes/index.js';
/** @experimental */
export {
  type AgentPrompt,
  type AgentState,
  type AgentVerdict,
  AgentWatch,
  type AgentWatchEvents,
  type AgentWatchOptions,
  type HealthResult,
  type Transition,
} from '../status/index.js';
