import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';

export interface WatchdogOptions {
  /** A folder that is removed at the end. */
  readonly folder?: string;
}

/**
 * Ends what a test started when the test process is gone, even by SIGKILL: a small `sh` whose stdin is a pipe from
 * here. However this process dies, the kernel closes the pipe, and the `sh` ends the processes that were named to it.
 *
 * @example
 * await using watchdog = new Watchdog({ folder });
 * const server = spawn('my-server');
 * watchdog.guard(server);
 */
export class Watchdog implements AsyncDisposable {
  readonly #shell: ChildProcess;

  constructor(options: WatchdogOptions = {}) {
    this.#shell = spawn('sh', ['-c', SCRIPT, 'watchdog', options.folder ?? ''], {
      stdio: ['pipe', 'ignore', 'ignore'],
      // A separate session: an interrupt from the keyboard must not kill the watchdog before its work is done.
      detached: true,
      cwd: '/',
    });
    this.#shell.unref();
    (this.#shell.stdin as Socket).unref();
    this.#shell.stdin?.on('error', () => {});
  }

  /** Ends `child` and its children when this process dies; forgets it when it ends by itself. */
  guard(child: ChildProcess): void {
    const { pid } = child;
    if (pid === undefined) return;
    this.#tell(`+${pid}`);
    child.once('exit', () => this.#tell(`-${pid}`));
  }

  /** Does the work now, and waits until it is done. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#shell.exitCode !== null || this.#shell.signalCode !== null) return;
    const ended = once(this.#shell, 'exit');
    this.#shell.ref();
    this.#shell.stdin?.end();
    await ended;
  }

  #tell(line: string): void {
    if (this.#shell.stdin?.writable) this.#shell.stdin.write(`${line}\n`);
  }
}

/** The processes whose parent is `pid`. */
export const CHILDREN_OF = `children_of() {
  cat "/proc/$1/task/$1/children" 2>/dev/null || ps -A -o pid= -o ppid= | while read -r pid parent; do
    [ "$parent" = "$1" ] && echo "$pid"
  done
}`;

// Children are listed before their parent is ended: afterwards they would belong to init.
const SCRIPT = `${CHILDREN_OF}
end_tree() {
  for child in $(children_of "$1"); do end_tree "$child"; done
  kill -KILL "$1" 2>/dev/null
}
trap '' INT TERM HUP
guarded=' '
while read -r line; do
  pid=\${line#?}
  case $line in
    +*) guarded="$guarded$pid ";;
    -*) case $guarded in *" $pid "*) guarded="\${guarded%% $pid *} \${guarded#* $pid }";; esac;;
  esac
done
for pid in $guarded; do end_tree "$pid"; done
# What is just ending may still write a last file.
tries=0
until [ -z "$1" ] || rm -rf -- "$1" || [ "$tries" -ge 100 ]; do
  tries=$((tries + 1))
  sleep 0.1
done`;
