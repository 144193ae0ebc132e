import { randomBytes } from 'node:crypto';
import { type Host, type HostOptions, type HostStream, openHost } from '../hosts/index.js';
import { Deadline, formatHostAddress, type HostAddress, MuxError, parseHostAddress } from '../model/index.js';
import { hasQuirk, Tmux, type TmuxOptions, tmuxPrefix } from '../tmux/index.js';
import { reapLostChildren } from './reap-lost-children.js';

export interface IsolatedTmuxOptions extends HostOptions, TmuxOptions {
  /**
   * Where the server runs. A socket in the address is replaced by a private one.
   * @default 'local'
   */
  readonly address?: string;
  /**
   * Text of the tmux configuration; that of the user is never read.
   * @default ''
   */
  readonly config?: string;
  /**
   * Whether the server is started, with a session `main` that runs `sh`.
   * @default true
   */
  readonly started?: boolean;
  /**
   * Whether the server has a folder on its host, which is removed with it. Then every process with the name of the socket
   * in its environment is ended with the server, too: a program that ignores the end of its terminal is not left behind.
   * @default false
   */
  readonly folder?: boolean;
}

/** A tmux server that nobody else uses. */
export interface IsolatedTmux extends AsyncDisposable {
  /** A client that is connected to it. */
  readonly tmux: Tmux;
  /** Its address, for other clients: `local?socket=muxwright-test-…`. */
  readonly address: string;
  readonly socket: string;
  /** The folder on its host, where one was asked for. */
  readonly folder: string | undefined;
  /** The host by itself, for what is beside tmux. */
  readonly host: Host;
  /**
   * Lets the server run on when it is disposed of or this process dies. It ends, with its folder and all that its programs
   * have started, by `kill-server`.
   */
  keep(): void;
}

/**
 * Starts a tmux server for a test, on its own socket and with its own configuration. It is ended when it is
 * disposed of and also when the test process dies, however suddenly; so is any other server that was started on that
 * socket, also one that does not answer any more. A local server knows the exit code of every program whose pane stays
 * (`remain-on-exit`), also where its version of tmux loses some. Calls that are given no time limit have a minute.
 *
 * @example
 * await using server = await isolatedTmux();
 * const session = await server.tmux.ensureSession('work');
 */
export async function isolatedTmux(options: IsolatedTmuxOptions = {}): Promise<IsolatedTmux> {
  const patient = { ...patience, ...options };
  const socket = `muxwright-test-${randomBytes(6).toString('hex')}`;
  const parsed = { ...parseHostAddress(options.address ?? 'local'), socket };
  const host = await openHost(parsed, patient);
  try {
    const { guard, folder } = await startGuard(host, socket, options);
    const tmux = new Tmux(await openHost(parsed, patient), patient);
    await tmux.open();
    const reaper = await startReaper(tmux, parsed, options);
    const keep = (): void => void guard.write('keep\n');
    const address = formatHostAddress(parsed);
    return { tmux, address, socket, folder, host, keep, [Symbol.asyncDispose]: dispose };

    async function dispose(): Promise<void> {
      reaper?.[Symbol.dispose]();
      await tmux.close();
      guard.end();
      await guard.closed;
      await host.close();
    }
  } catch (error) {
    await host.close();
    throw error;
  }
}

/** Tests run on machines that do much else at the same time. */
const patience = { timeoutMs: 60_000, commandTimeoutMs: 60_000 };

async function startReaper(
  tmux: Tmux,
  address: HostAddress,
  { started = true }: IsolatedTmuxOptions,
): Promise<Disposable | undefined> {
  const { version } = tmux;
  if (!started || address.kind !== 'local' || !version || !hasQuirk(version, 'lost-sigchld'))
    return undefined;
  const [pid] = await tmux.command('display-message', '-p', '#{pid}');
  return reapLostChildren(Number(pid));
}

/**
 * A small process beside the server that ends it when its input ends, as it does when we die. It also starts it: in a
 * container each program that is started from outside is dear.
 */
async function startGuard(
  host: Host,
  socket: string,
  { started = true, config = '', folder = false }: IsolatedTmuxOptions,
): Promise<{ readonly guard: HostStream; readonly folder: string | undefined }> {
  const yes = (is: boolean): string => (is ? 'yes' : 'no');
  const words = [socket, yes(started), config, yes(folder), ...tmuxPrefix(socket)];
  using deadline = new Deadline({ what: 'Starting a tmux server for a test', timeoutMs: START_MS });
  const guard = await host.open(['sh', '-c', GUARD, 'sh', ...words], { timeoutMs: START_MS });
  const said = await deadline.race(firstLine(guard));
  if (said === 'ready') return { guard, folder: undefined };
  if (said.startsWith('ready /')) return { guard, folder: said.slice('ready '.length) };
  throw new MuxError('TMUX_COMMAND_FAILED', `The test's tmux server did not start: ${said}.`);
}

/** On a machine that does much else at the same time. */
const START_MS = 60_000;

// A server in which an interrupt is ignored would hand that on to its programs.
const GUARD = `trap '' INT TERM HUP
socket=$1 started=$2 text=$3 private=$4
config=\${TMPDIR:-/tmp}/$socket.conf folder=
shift 4
start() (
  trap - INT TERM HUP
  unset TMUX TMUX_PANE MUXWRIGHT_EXEC
  exec "$@" -f "$config" -u new-session -d -s main -x 80 -y 24 'exec sh' </dev/null 2>&1
)
said=ready
if [ "$private" = yes ]; then
  folder=\${TMPDIR:-/tmp}/$socket
  mkdir -m 700 -- "$folder" && said="ready $folder" || said='its folder cannot be made'
fi
if [ "$started" = yes ]; then
  printf %s "$text" >"$config" && error=$(start "$@") || said=\${error:-its configuration cannot be written}
fi
printf '%s\\n' "$said"
kept=
while read -r word; do [ "$word" != keep ] || kept=yes; done
unset TMUX
end() {
# By a part of its name, because a test may have made an alias of the whole one.
"$@" kill-serve 2>/dev/null &
# A server whose socket file is gone cannot be reached by that, and one that is stopped, or waits for a client that reads
# nothing, does not obey. The name of the socket is used only here, so it tells which processes are meant.
left() {
  for path in $(grep -lsF -e "$socket" /proc/[0-9]*/cmdline); do
    path=\${path%/cmdline}
    read -r name < "$path/comm" || continue
    case $name in tmux*) printf '%s ' "\${path#/proc/}";; esac
  done 2>/dev/null
}
tries=0
while pids=$(left) && [ -n "$pids" ]; do
  tries=$((tries + 1))
  [ "$tries" -le 60 ] || kill -KILL $pids 2>/dev/null
  sleep 0.05 2>/dev/null || sleep 1
done
wait
# What a program has started says in its environment where it is from.
marked() {
  for path in $(grep -lsF -e "$socket" /proc/[0-9]*/environ); do
    path=\${path%/environ}
    printf '%s ' "\${path#/proc/}"
  done 2>/dev/null
}
tries=0
while [ -n "$folder" ] && pids=$(marked) && [ -n "$pids" ] && [ "$tries" -le 60 ]; do
  tries=$((tries + 1))
  kill -KILL $pids 2>/dev/null
  sleep 0.05 2>/dev/null || sleep 1
done
[ -z "$folder" ] || rm -rf -- "$folder"
# A server leaves the file of its socket behind, and one that is killed as it starts that of its lock as well.
path=\${TMUX_TMPDIR:-/tmp}/tmux-$(id -u)/$socket
rm -f -- "$config" "$path" "$path.lock"
}
# Somebody looks at it. A client that waits is gone when the server is.
if [ -n "$kept" ]; then
  { "$@" wait-for "$socket"; end "$@"; } </dev/null >/dev/null 2>&1 &
  exit 0
fi
# What outlives a process of ours that is killed is killed a second later, which may be too early: so another process works.
end "$@" &
wait
exit 0`;

async function firstLine(stream: HostStream): Promise<string> {
  let text = '';
  const line = new Promise<void>((resolve) => {
    stream.onData((chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve();
    });
  });
  const ended = stream.closed.then(({ stderr, error }) => {
    text ||= stderr || String(error ?? 'its guard has ended');
  });
  await Promise.race([line, ended]);
  return text.trim();
}
