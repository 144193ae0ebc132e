import type { Command } from './command.js';
import { agentCommands } from './commands/agent-commands.js';
import { codegenCommands } from './commands/codegen-commands.js';
import { eventCommands } from './commands/event-commands.js';
import { paneCommands } from './commands/pane-commands.js';
import { recordingCommands } from './commands/recording-commands.js';
import { restCommands } from './commands/rest-commands.js';
import { runCommands } from './commands/run-commands.js';
import { serverCommands } from './commands/server-commands.js';
import { sessionCommands } from './commands/session-commands.js';
import { traceCommands } from './commands/trace-commands.js';
import { workerCommands } from './commands/worker-commands.js';
import { workspaceCommands } from './commands/workspace-commands.js';

/** All commands, in the order in which the help lists them. */
export const commands: readonly Command[] = [
  ...runCommands,
  ...workerCommands,
  ...paneCommands,
  ...recordingCommands,
  ...codegenCommands,
  ...agentCommands,
  ...sessionCommands,
  ...workspaceCommands,
  ...serverCommands,
  ...eventCommands,
  ...traceCommands,
  ...restCommands,
];
