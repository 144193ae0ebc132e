import { type ChildProcessWithoutNullStreams, type SpawnOptions, spawn } from 'node:child_process';

/**
 * Starts a program with a pipe for each of its streams. It throws where there is no descriptor left for one: Node then
 * gives a child without streams, and tells the reason by an event only.
 */
export function spawnPiped(
  program: string,
  args: readonly string[],
  options: Omit<SpawnOptions, 'stdio'>,
): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  if (child.stdin && child.stdout && child.stderr) return child as ChildProcessWithoutNullStreams;
  child.once('error', () => {});
  throw Object.assign(new Error(`no file descriptor is left for '${program}'`), { code: 'EMFILE' });
}
