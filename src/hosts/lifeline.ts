import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { childEnvironment } from './child-environment.js';

/**
 * Ends programs of this machine that outlive us. A program whose input ends usually goes by itself, but not always:
 * a tmux client stays for ever if its last output cannot be written any more. So a small `sh` knows their process
 * ids, and its own stdin is a pipe from here: however suddenly we die, the kernel closes it, and what is still there
 * a second later is killed.
 */
class Lifeline {
  #shell: ChildProcess | undefined;

  guard(pid: number): void {
    this.#tell(`+${pid}`);
  }

  release(pid: number): void {
    this.#tell(`-${pid}`);
  }

  #tell(line: string): void {
    this.#shell ??= this.#start();
    this.#shell.stdin?.write(`${line}\n`);
  }

  #start(): ChildProcess {
    // In a group of its own: an interrupt at the keyboard is for us, and it has work to do then.
    const shell = spawn('sh', ['-c', SCRIPT], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: childEnvironment(),
      detached: true,
      cwd: '/',
    });
    shell.unref();
    // There is no pipe where no file descriptor was left: another process may be guarded by the next one.
    (shell.stdin as Socket | null)?.unref();
    shell.stdin?.on('error', () => {});
    shell.once('error', () => {
      this.#shell = undefined;
    });
    shell.once('exit', () => {
      this.#shell = undefined;
    });
    return shell;
  }
}

const SCRIPT = `trap '' INT TERM HUP
pids=' '
while read -r line; do
  pid=\${line#?}
  case $line in
    +*) pids="$pids$pid ";;
    -*) case $pids in *" $pid "*) pids="\${pids%% $pid *} \${pids#* $pid }";; esac;;
  esac
done
for pid in $pids; do
  kill -0 "$pid" 2>/dev/null && { sleep 1; break; }
done
for pid in $pids; do kill -KILL "$pid" 2>/dev/null; done`;

/** One for the whole process. */
export const lifeline = new Lifeline();
