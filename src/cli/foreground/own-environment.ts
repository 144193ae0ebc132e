import { isOwnSecret } from '../../model/index.js';

/** Variables that tmux or a shell sets for every command. */
const NOT_PASSED = new Set(['TMUX', 'TMUX_PANE', 'PWD', 'OLDPWD', 'SHLVL', '_', 'COLUMNS', 'LINES', 'TERM']);

/** The environment of a command that shall run as if it was started right here. */
export function ownEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || !/^[A-Za-z_]\w*$/.test(name)) continue;
    if (!NOT_PASSED.has(name) && !isOwnSecret(name)) passed[name] = value;
  }
  return passed;
}

/**
 * What tells a command about its terminal. Keys come as the person's terminal sends them, so the command must know
 * that one, and not the pane of tmux. A host that may not know a rare one is told a common one.
 */
export function terminalEnvironment(env: NodeJS.ProcessEnv, isLocal: boolean): Record<string, string> {
  const { TERM = 'xterm-256color', COLORTERM } = env;
  const known = isLocal || COMMON.test(TERM);
  return { TERM: known ? TERM : 'xterm-256color', ...(COLORTERM ? { COLORTERM } : {}) };
}

const COMMON = /^(?:xterm|xterm-256color|screen|screen-256color|tmux|tmux-256color|linux|vt100|vt220|dumb)$/;

/** For a command whose output goes into a file or another program, though it believes to have a terminal. */
export const plainEnvironment: Readonly<Record<string, string>> = {
  TERM: 'dumb',
  NO_COLOR: '1',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
};
