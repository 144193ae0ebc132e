import { spawned } from './spawned.js';

/** How long a program kept processors busy, in the kernel as well, with the programs that it started and waited for. */
export async function cpuMilliseconds(argv: readonly string[]): Promise<number> {
  const told = await spawned(['bash', '-c', SCRIPT, 'bash', ...argv]);
  const [user = 0, system = 0] = told.trim().split(' ').map(Number);
  return (user + system) * 1000;
}

/** bash tells it to the millisecond, on its own stderr. */
const SCRIPT = 'TIMEFORMAT="%3U %3S"; { time "$@" > /dev/null 2>&1; } 2>&1';
