import { isOwnSecret } from '../model/index.js';

/**
 * The environment for a program that this process starts: its own, without what only muxwright is to know. A tmux server
 * gives all that it was started with to each of its panes, and ssh may send it to another machine.
 *
 * @param more variables that the caller wants, whatever their names
 */
export function childEnvironment(
  more: Readonly<Record<string, string>> = {},
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const hasStore = env.MUXWRIGHT_STORE !== undefined;
  const passed = Object.entries(env).filter(
    ([name]) => !isOwnSecret(name) && !(hasStore && STORE_PASSWORDS.has(name)),
  );
  return { ...Object.fromEntries(passed), ...more };
}

/** What the driver of PostgreSQL reads where the address of the store has no password. */
const STORE_PASSWORDS = new Set(['PGPASSWORD', 'PGPASSFILE', 'PGSSLKEY']);
