import type { Operation } from '../operation.js';
import { agentConversation } from './agent-conversation.js';
import { agentHealth } from './agent-health.js';
import { agentInstallHooks, agentUninstallHooks } from './agent-hooks.js';
import { agentList } from './agent-list.js';
import { agentRegister, agentRemove } from './agent-register.js';
import { agentRespond } from './agent-respond.js';
import { agentSend } from './agent-send.js';
import { agentStatus } from './agent-status.js';
import { agentTurns } from './agent-turns.js';

export const agentOperations: readonly Operation[] = [
  agentList,
  agentRegister,
  agentRemove,
  agentStatus,
  agentSend,
  agentRespond,
  agentHealth,
  agentConversation,
  agentTurns,
  agentInstallHooks,
  agentUninstallHooks,
];
