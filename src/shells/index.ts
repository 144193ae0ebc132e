export type { ExecOptions, ExecResult } from './exec-options.js';
export { LAUNCHER_BEGINNING, launchShell } from './integration/launch-shell.js';
export { statePrefix } from './integration/marks-of-shell.js';
export { QUEUE_OPTION, WOKEN_OPTION } from './integration/queue-functions.js';
export {
  attachShell,
  awaitShell,
  checkShell,
  type OpenShellOptions,
  openShell,
  rememberShell,
} from './open-shell.js';
export { shownCommand } from './paint-command.js';
export {
  JOB_PREFIX,
  type QueuedCommand,
  type QueueingShell,
  queueCommand,
  queueTarget,
  wakeShell,
} from './queue-command.js';
export type { Shell } from './shell.js';
export { interpret, readShellState, type ShellKind, toldByShell } from './shell-state.js';
