import type { Host, HostStream } from '../hosts/index.js';
import { Deadline, type DeadlineOptions, MuxError } from '../model/index.js';
import { type AttachFailure, failureOf } from './connection-end.js';
import { type ConnectionHandler, ControlConnection } from './control-connection.js';
import { Handshakes } from './handshakes.js';
import { tmuxPrefix } from './tmux-prefix.js';
import { unaliased } from './unaliased.js';
import { parseVersion, requireVersion, type TmuxVersion } from './version.js';
import { WHOLE_HANDSHAKE_CLIENT } from './whole-handshake.js';

export interface AttachOptions {
  readonly socket: string | undefined;
  /** Session id to attach to; without it any session. */
  readonly session: string | undefined;
  /** tmux client flags. */
  readonly flags: string;
  readonly carriesOutput: boolean;
  readonly place: string;
}

export interface Attached {
  readonly connection: ControlConnection;
  readonly version: TmuxVersion;
}

/** There is nothing to attach to: no server, no session, or tmux does not let us. */
export interface NothingToAttach {
  readonly connection: undefined;
  readonly version: TmuxVersion;
  readonly why: 'no-server' | AttachFailure;
  readonly message: string;
}

/**
 * Opens a control-mode connection by one program on the host, which looks for tmux, says its version, picks the
 * session and becomes the tmux client. One stream, so one exec in a container and one channel over SSH.
 */
export function attach(
  host: Host,
  options: AttachOptions,
  handler: ConnectionHandler,
  call: DeadlineOptions,
): Promise<Attached | NothingToAttach> {
  return Handshakes.at(options.place).attach(() => attachNow(host, options, handler, call));
}

async function attachNow(
  host: Host,
  options: AttachOptions,
  handler: ConnectionHandler,
  call: DeadlineOptions,
): Promise<Attached | NothingToAttach> {
  using deadline = new Deadline(call);
  const prefix = tmuxPrefix(options.socket);
  const care = options.carriesOutput ? 'both-ways' : DRAINED.has(host.address.kind) ? 'drain' : 'none';
  const argv = [
    'sh',
    '-c',
    SCRIPT,
    'sh',
    care,
    options.flags,
    options.session ?? '',
    WHOLE_HANDSHAKE_CLIENT,
    ...prefix,
  ];
  const opening = host.open(argv, { timeoutMs: call.timeoutMs ?? 0 });
  const stream = await deadline.race(opening).catch((error: unknown) => {
    // It may still open after we have given up.
    opening.then(
      (late) => late.close(),
      () => {},
    );
    throw error;
  });
  try {
    return await deadline.race(handshake(stream, options, handler));
  } catch (error) {
    await stream.close();
    throw error;
  }
}

/** Where a program cannot write any more when our end is gone. */
const DRAINED: ReadonlySet<string> = new Set(['ssh', 'k8s']);

/**
 * `$1` what stands between tmux and us, `$2` client flags, `$3` session or nothing, then the tmux command. `$TMUX` is
 * unset: inside tmux it would choose the server and forbid the attach. Of all sessions one is preferred that does not
 * end when its last client leaves: our being there would keep it when its people have gone. With `-N` a server that has
 * ended since is not started again only to end, which would leave the file of its socket.
 *
 * When our end breaks off while output is on its way, tmux gets an error where it writes. Then its client stays for
 * ever, and under a flood the whole server can go down (3.3a and 3.5a: "not enough data"). To drain means that tmux
 * never sees such an error: a second `cat` takes what the first one leaves, and tmux sees only that its input ends. It
 * costs a hop, so commands do without it where nothing breaks: Docker takes what a program prints, whoever listens,
 * and on this machine a watchdog ends a client that stays.
 *
 * Under a flood even the end of the input takes the server down: where tmux meets it, new output and room to write in
 * the same turn of its loop, it first skips what is queued and then misses it ("not enough data" again). A client that
 * carries output must leave by a command, which is carried out between two turns, and so the `leave` in front of tmux
 * says good-bye when our end is gone. It says it twice, because a line of ours may have been cut in the middle. It is
 * in the background, so that nobody waits for it when tmux ends first.
 */
const SCRIPT = `unset TMUX TMUX_PANE
care=$1 flags=$2 id=$3 whole=$4; shift 4
version=$("$1" -V 2>/dev/null) || { echo "%muxwright no-tmux"; exit 0; }
echo "%muxwright version $version"
list=$("$@" ${unaliased('list-sessions')} -F '#{?#{m/r:^(0|off)$,#{destroy-unattached}},0,1} #{session_id} #{version} #{socket_path}' 2>&1) ||
  { echo "%muxwright none $list"; exit 0; }
nl='
'
server=\${list%%"$nl"*}
server=\${server#* * }
path=\${server#* }
server=\${server%% *}
if [ -z "$id" ]; then
  # The one that came first of those that are marked with 0, or where there is none, of all.
  best=1
  set -f
  IFS=$nl
  for line in $list; do
    mark=\${line%% *}
    line=\${line#* }
    line=\${line%% *}
    if [ -z "$id" ] || [ "$mark" -lt "$best" ] || { [ "$mark" = "$best" ] && [ "\${line#?}" -lt "\${id#?}" ]; }; then
      id=$line best=$mark
    fi
  done
  unset IFS
fi
client() {
  case $server in
    3.[7-9]*|3.[1-9][0-9]*|[4-9].*) echo "%muxwright attach whole";;
    *) echo "%muxwright attach";;
  esac
  case $server in
    3.[2-6]|3.[2-6][!0-9]*) if command -v perl >/dev/null 2>&1; then exec perl -e "$whole" -- "$path" "$server" "$flags" "$id" "$@"; fi;;
  esac
  exec "$@" -N -u -C ${unaliased('attach-session')} -E -f "$flags" -t "$id"
}
drain() { cat; cat > /dev/null; }
leave() { cat; printf '%s\\n' ${unaliased('detach-client')} ${unaliased('detach-client')}; }
case $care in
  both-ways) { leave <&3 3<&- 2>/dev/null & } 3<&0 | client "$@" | drain;;
  drain) client "$@" | drain;;
  *) client "$@";;
esac`;

const PREFIX = '%muxwright ';
/** What `WHOLE_HANDSHAKE_CLIENT` says first. */
const WHOLE = `${PREFIX}whole`;

async function handshake(
  stream: HostStream,
  options: AttachOptions,
  handler: ConnectionHandler,
): Promise<Attached | NothingToAttach> {
  const handshakes = Handshakes.at(options.place);
  const leave = (): Promise<void> => handshakes.broadcast(() => stream.close());
  const going: ConnectionHandler = {
    ...handler,
    notification: (notification) => {
      // Sent away, as all clients of a session that ends: who comes next waits until this one has gone.
      if (notification.type === 'exit') void handshakes.broadcast(() => stream.closed);
      if (notification.type === 'other' && notification.line === WHOLE) {
        handshakes.isHarmless = true;
        return;
      }
      handler.notification(notification);
    },
  };
  const connection = new ControlConnection(stream, going, options.place, options.carriesOutput, leave);
  const attached = connection.attached();
  attached.catch(() => {});
  const header = await readHeader(stream, connection, options.place);
  const { version } = header;
  if (header.what === 'attach') handshakes.isHarmless = header.rest === 'whole';
  if (header.what !== 'attach') {
    await stream.close();
    return { connection: undefined, version, why: 'no-server', message: header.rest };
  }
  try {
    const block = await attached;
    if (!block.failed) return { connection, version };
    await stream.close();
    const message = block.body.toString().trim();
    return { connection: undefined, version, why: whyNot(message), message };
  } catch {
    const end = await connection.closed;
    return { connection: undefined, version, why: failureOf(end), message: end.reason };
  }
}

/** What tmux says where it does not attach a client: the session, or all of them, may have ended since it was asked. */
function whyNot(message: string): NothingToAttach['why'] {
  if (/^no (?:current )?sessions?\b|^no server running/.test(message)) return 'no-server';
  return message.startsWith("can't find ") ? 'interrupted' : 'refused';
}

interface Header {
  readonly what: string;
  readonly rest: string;
  readonly version: TmuxVersion;
}

/** Reads what the script says before it becomes tmux; what follows goes to the connection. */
function readHeader(stream: HostStream, connection: ControlConnection, place: string): Promise<Header> {
  return new Promise<Header>((resolve, reject) => {
    let pending: Buffer | undefined = Buffer.alloc(0);
    let version: TmuxVersion | undefined;
    stream.onData((chunk) => {
      if (!pending) return connection.feed(chunk);
      pending = Buffer.concat([pending, chunk]);
      for (let end = pending.indexOf(0x0a); end >= 0; end = pending.indexOf(0x0a)) {
        const line = pending.subarray(0, end).toString();
        pending = pending.subarray(end + 1);
        // A login shell on the way may print a greeting.
        if (!line.startsWith(PREFIX)) continue;
        const [what = '', ...words] = line.slice(PREFIX.length).split(' ');
        const rest = words.join(' ');
        if (what === 'version') {
          version = parseVersion(rest);
        } else {
          const after = pending;
          pending = undefined;
          resolve({ what, rest, version: version ?? parseVersion('') });
          if (after.length > 0) connection.feed(after);
          return;
        }
      }
    });
    void stream.closed.then((end) =>
      reject(
        end.error ??
          new MuxError(
            'HOST_IO_FAILED',
            `tmux could not be started on ${place}: ${end.stderr.trim() || `exit code ${end.code}`}.`,
          ),
      ),
    );
  }).then((header) => checked(header, place));
}

function checked(header: Header, place: string): Header {
  if (header.what === 'no-tmux') throw tmuxNotInstalled(place);
  requireVersion(header.version, place);
  return header;
}

export function tmuxNotInstalled(place: string): MuxError {
  return new MuxError('TMUX_NOT_INSTALLED', `There is no tmux on ${place}.`, {
    suggestion:
      'Install it there: apt-get install tmux, apk add tmux, dnf install tmux or brew install tmux.',
  });
}
