import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Where everything of the pictures lives, in a file system that only they see. */
export const WORLD = '/srv';

const inside = 'MUXWRIGHT_PICTURES_WORLD';

/**
 * Starts this program again in namespaces of its own: an empty /srv, a host name that says nothing, no network but
 * loopback, and no process of anybody else. So nothing of the machine can get into a picture, and nothing is left when
 * the program ends. Gives its exit code, or undefined inside.
 */
export async function enterOwnWorld(): Promise<number | undefined> {
  if (process.env[inside] !== undefined) return undefined;
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const namespaces = ['--mount', '--uts', '--net', '--pid', '--fork', '--mount-proc', '--kill-child'];
  const words = [...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(
    'unshare',
    [...user, ...namespaces, '--', 'sh', '-c', prepare, 'sh', process.execPath, ...words],
    { stdio: 'inherit', env: { ...environment(), [inside]: '1' } },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

const prepare = `PATH="$PATH:/usr/sbin:/sbin"
mount -t tmpfs tmpfs ${WORLD} && hostname demo && ip link set lo up && exec "$@"`;

/** Settings of the machine for npm would be warned about on every screen. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_|^TMUX|^NODE_EXTRA/i.test(name));
  return Object.fromEntries(kept);
}
