import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** How programs are started that shall reach nothing but each other. */
export interface LoopbackOnly {
  /** Put before the first program: it gets a network of its own, with only a loopback device. */
  readonly first: readonly string[];
  /** Put before the others: they join the network of the first one, which has this process id. */
  readonly join: (pid: number) => readonly string[];
}

/**
 * A network for agents in which only loopback exists: they cannot call home, and need no server outside. It lives as
 * long as the processes in it. `undefined` where the system does not allow one: then the agents' own settings, which
 * name loopback only, must do.
 */
export async function loopbackOnly(): Promise<LoopbackOnly | undefined> {
  const user = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const first = ['unshare', ...user, '--net', '--', 'sh', '-c', SCRIPT, 'sh'];
  try {
    await promisify(execFile)(first[0] ?? '', [...first.slice(1), 'true'], { timeout: 60_000 });
  } catch {
    return undefined;
  }
  const join = user.length > 0 ? ['--user', '--preserve-credentials', '--net'] : ['--net'];
  return { first, join: (pid) => ['nsenter', '--target', `${pid}`, ...join, '--'] };
}

// An ordinary user's PATH may lack the folder of `ip`.
const SCRIPT = 'PATH="$PATH:/usr/sbin:/sbin" ip link set lo up && exec "$@"';
