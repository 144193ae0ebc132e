import { spawn } from 'node:child_process';
import { childEnvironment } from './child-environment.js';
import { childExitCode } from './child-stream.js';
import { spawnError } from './spawn-error.js';

/**
 * Gives the terminal of this process to a program until it ends, and resolves with its exit code. Keys that would end or
 * stop this process are the program's meanwhile.
 *
 * @example
 * await runInTerminal(['tmux', 'attach-session', '-t', 'work']);
 */
export async function runInTerminal(argv: readonly string[]): Promise<number> {
  const [program = '', ...args] = argv;
  const ignored = ['SIGINT', 'SIGQUIT', 'SIGTSTP'] as const;
  const ignore = (): void => {};
  for (const signal of ignored) process.on(signal, ignore);
  try {
    return await new Promise<number>((resolve, reject) => {
      const child = spawn(program, args, { stdio: 'inherit', env: childEnvironment() });
      child.once('error', (error) => reject(spawnError(program, 'local')(error)));
      child.once('close', (code, signal) => resolve(childExitCode(code, signal)));
    });
  } finally {
    for (const signal of ignored) process.off(signal, ignore);
  }
}
