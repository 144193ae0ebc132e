export {
  CommanderAvailability,
  type CommanderAvailabilityEvent,
  type CommanderAvailabilityOptions,
  type CommanderTarget,
} from './availability/commander-availability.js';
export type { CommanderPane } from './availability/host-agents.js';
export { chooseElement } from './elements/choose-element.js';
export { fillElement } from './elements/fill-element.js';
export { TreeTalk } from './elements/tree-talk.js';
export type { FileEdit } from './hooks/edit-file.js';
export { codexNotify, type HookEvent, hookEvents } from './hooks/hook-event.js';
export { HookReceiver, type HookReceiverOptions, type HookTrouble } from './hooks/hook-receiver.js';
export {
  type CodexNotifyOptions,
  installCodexNotify,
  uninstallCodexNotify,
} from './hooks/install-codex-notify.js';
export { type HooksEdit, type HooksOptions, installHooks, uninstallHooks } from './hooks/install-hooks.js';
export { programsOf } from './registry/agent-in-front.js';
export { agentQuestion } from './registry/agent-question.js';
export type {
  AgentsEvents,
  AgentsOptions,
  AgentsServiceConfig,
  AgentsStartOptions,
  RegisterOptions,
} from './registry/agents-options.js';
export { chooseOption } from './registry/answer/choose-option.js';
export { findOption } from './registry/answer/find-option.js';
export { MenuTalk, type MenuTalkOptions } from './registry/answer/menu-talk.js';
export { lookAtAgent } from './registry/look-at-agent.js';
export type { RespondOptions, RespondResult } from './registry/respond.js';
