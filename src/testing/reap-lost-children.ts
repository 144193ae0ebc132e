import { readFileSync } from 'node:fs';

/** How often the children of the server are read. */
const INTERVAL_MS = 200;

/**
 * Sends SIGCHLD to a local tmux server that has lost one. Builds before 3.6 with utempter (Debian's) lose it for every
 * tenth program or so, and then know neither that its pane is dead nor its exit code until another child ends. A child
 * that is a zombie in two polls in a row was lost; the server has read its output by then.
 */
export function reapLostChildren(server: number): Disposable {
  let before = new Set<string>();
  const timer = setInterval(() => {
    const now = new Set(zombiesOf(server));
    if ([...now].some((pid) => before.has(pid))) signal(server);
    before = now;
  }, INTERVAL_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Empty where there is no `/proc`. */
function zombiesOf(server: number): string[] {
  return read(`/proc/${server}/task/${server}/children`)
    .split(' ')
    .filter((pid) => pid !== '' && /\) Z /.test(read(`/proc/${pid}/stat`)));
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function signal(server: number): void {
  try {
    process.kill(server, 'SIGCHLD');
  } catch {
    // It has ended.
  }
}
