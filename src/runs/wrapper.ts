import { ownSecretNames } from '../model/own-secrets.js';
import { shellQuote } from '../model/shell-quote.js';

/** What the wrapper needs to know; everything but the command's argv travels in the environment, unseen by `ps`. */
export interface WrapperSettings {
  readonly id: string;
  /** Folder of logs and exit files on the host. */
  readonly folder: string;
  /** A shell string, or an exact argv. */
  readonly command: string | readonly string[];
  /** Path of the shell that runs it: bash where there is one. */
  readonly shell: string;
  /** Whether that shell reads the user's login files first. */
  readonly login: boolean;
  readonly env: Readonly<Record<string, string | Uint8Array>>;
  readonly cwd: string | undefined;
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly interactive: boolean;
  /** Whether the command waits for a key that nobody sees, so that whoever follows it misses nothing. */
  readonly held: boolean;
  /** Whether the command reads from a pipe, and not from its terminal. */
  readonly pipedInput: boolean;
  /** 0: no limit. */
  readonly timeoutMs: number;
  /** Between the polite and the final signal when time is up. */
  readonly graceMs: number;
  readonly startNonce: string;
  readonly exitNonce: string;
  /** What shows that an end was told by the wrapper; nobody else on the host has it before the command has ended. */
  readonly proof: string;
  /** Program text for the recorder; `undefined` where a process elsewhere records: the command waits for it. */
  readonly recorder: string | undefined;
  /**
   * How long the command waits for its recorder, and its pane for the recorder at the end.
   * @default 30_000
   */
  readonly recorderMs?: number;
}

/** The argv and environment of a run's window. */
export interface WrapperLaunch {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | Buffer>>;
}

/**
 * A command as it is started in its window: by a small `sh` that hands the recorder its program, tells start and end
 * by sentinels, keeps the time limit, and leaves the exit file.
 */
export function wrapperLaunch(settings: WrapperSettings): WrapperLaunch {
  const { command } = settings;
  const argv = typeof command === 'string' ? [] : command;
  return {
    argv: ['sh', '-c', 'eval "$MUXWRIGHT_WRAPPER"', 'muxwright', ...argv],
    env: {
      MUXWRIGHT_WRAPPER: openingScript,
      MUXWRIGHT_MAIN: mainScript,
      MUXWRIGHT_NONCES: `${settings.startNonce} ${settings.exitNonce} ${settings.proof}`,
      MUXWRIGHT_RUN: runAssignments(settings),
      MUXWRIGHT_SETUP: commandSetup(settings),
      ...(typeof command === 'string' ? { MUXWRIGHT_COMMAND: command } : {}),
      ...(settings.recorder === undefined ? {} : { MUXWRIGHT_RECORDER: settings.recorder }),
    },
  };
}

function runAssignments(settings: WrapperSettings): string {
  const values = {
    id: settings.id,
    base: `${settings.folder}/${settings.id}`,
    shell: settings.shell,
    flags: settings.login ? '-lc' : '-c',
    size: settings.size ? `rows ${settings.size.height} cols ${settings.size.width}` : '',
    interactive: settings.interactive ? '1' : '',
    held: settings.held ? '1' : '',
    piped: settings.pipedInput ? '1' : '',
    limit: settings.timeoutMs > 0 ? String((settings.timeoutMs % WATCH_MS) / 1000) : '',
    whole: String(Math.floor(settings.timeoutMs / WATCH_MS) * WATCH_SECONDS),
    grace: String(settings.graceMs / 1000),
    patience: String((settings.recorderMs ?? RECORDER_MS) / 1000),
    inner: typeof settings.command === 'string' ? runString : runArguments,
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${shellQuote(value)}`)
    .join(' ');
}

/** Run by the command's own shell, behind its login files: what the caller asked for has the last word. */
function commandSetup(settings: WrapperSettings): Buffer {
  const lines: Buffer[] = [];
  for (const [name, value] of Object.entries(settings.env)) {
    lines.push(Buffer.from(`export ${name}=`), quoteBytes(value), Buffer.from('\n'));
  }
  if (settings.cwd !== undefined) lines.push(Buffer.from(`cd -- ${shellQuote(settings.cwd)} || exit 1\n`));
  return Buffer.concat(lines);
}

function quoteBytes(value: string | Uint8Array): Buffer {
  const text = typeof value === 'string' ? Buffer.from(value) : Buffer.from(value);
  return Buffer.from(shellQuote(text.toString('latin1')), 'latin1');
}

/** `eval` sees the command whole, so that no comment or open quote of it can swallow what follows. */
const runString = [
  'set -- "$MUXWRIGHT_COMMAND" "$MUXWRIGHT_SETUP"',
  'unset MUXWRIGHT_COMMAND MUXWRIGHT_SETUP',
  'case $0 in */bash) set -o pipefail ;; *) (set -o pipefail) 2>/dev/null && set -o pipefail ;; esac',
  'eval "$2"',
  // In one line, so that the shell's complaints count lines from the command's first.
  'eval "shift 2; $1"',
].join('; ');

const runArguments = `eval "$MUXWRIGHT_SETUP"
unset MUXWRIGHT_SETUP
exec "$@"`;

/**
 * Ends all processes of the session `$1` with the signal `$2`, but for those named behind it. A process group
 * would not do: a shell with job control gives each of its jobs another one.
 */
export const endSessionFunction = `endsession() {
  es_session=$1 es_signal=$2
  shift 2
  es_keep=" $* "
  for es_file in /proc/[0-9]*/stat; do
    read -r es_line 2>/dev/null <"$es_file" || continue
    es_pid=\${es_line%% *}
    set -- \${es_line##*)}
    [ "$4" = "$es_session" ] || continue
    case $es_keep in *" $es_pid "*) continue ;; esac
    kill -s "$es_signal" "$es_pid" 2>/dev/null
  done
}`;

/**
 * How long to wait for the recorder; it answers in milliseconds unless it was killed. At the end the pane must stay until
 * then, because tmux drops what it has not passed on when a pane ends.
 */
const RECORDER_MS = 30_000;

/** As many digits as a time has, for a record that is not complete. */
const NO_TIME = '0000000000';

/** Writes how the command ended: start, end (`$1`), code, signal, whether its time was up, proof. */
export const writeRecordFunction = `record() {
  ended=$1 signal=0
  [ "$code" -gt 128 ] && [ "$code" -lt 193 ] && signal=$((code - 128))
  printf '%s %s %s %s %s %s\\n' "\${started:-0}" "\${ended:-${NO_TIME}}" "$code" "$signal" "\${timed_out:-0}" "$proof" 1<>"$base.record"
}`;

/** So often the keeper of the time limit looks whether there is still something to end. */
const WATCH_SECONDS = 10;
const WATCH_MS = WATCH_SECONDS * 1000;

/**
 * Tenths of a second that a held command waits, which is the most that a terminal can be told. The key that lets it go
 * is one that no terminal echoes: it may come before the echo is off.
 */
const HELD_TENTHS = 250;

/**
 * The first part of the wrapper. What it is started with stays in `/proc/PID/environ` as long as its program does, where
 * the command could read it. So it gives the recorder its program by a FIFO, puts the nonces into a pipe, and becomes a
 * shell whose environment has neither. The places for the record and the exit code are taken here, so that both can be
 * written when the log has filled the disk.
 */
const openingScript = `eval "$MUXWRIGHT_RUN"
trap : INT QUIT TERM
exec 3>&2 2>/dev/null
(umask 077; printf - >"$base.exit.new"; printf - >"$base.record"; : >"$base.jobs")
mkfifo -m 600 "$base.in" "$base.go" "$base.ack"
recorded=
if [ -p "$base.in" ] && [ -p "$base.go" ] && [ -p "$base.ack" ]; then
  exec 6<>"$base.go" 8<>"$base.in" 9<>"$base.ack"
  recorded=8
  [ -z "$MUXWRIGHT_RECORDER" ] || { printf '%s\\n' "$MUXWRIGHT_RECORDER" >&8; recorded=6; }
fi
exec 7<<END
$MUXWRIGHT_NONCES $recorded
END
unset MUXWRIGHT_WRAPPER MUXWRIGHT_NONCES MUXWRIGHT_RECORDER ${ownSecretNames.join(' ')}
exec sh -c 'eval "$MUXWRIGHT_MAIN"' muxwright "$@"
`;

/**
 * Plain POSIX sh, for dash, busybox and bash alike. The command does not begin before the recorder has taken its
 * program, which it could read on its way. Where none takes it, the program is thrown away, and the command runs without a
 * log and with a fault that says so. With `set -m` the command becomes a process group of its own and
 * owner of the terminal, so that neither its Ctrl-C nor a `kill 0` of its own meets the wrapper. A bash that is
 * not interactive would keep the terminal to itself: there the command stays in the wrapper's group. SIGHUP is left
 * alone: when the pane is closed the wrapper has to die, for only that makes the kernel tell the command.
 *
 * The record is written before the sentinel tells of the end: a reader that comes later, in whatever process, must not
 * take the run for one that is still running. It is written in place, by one write, and its last word is the proof, so that no
 * reader can take a part of it for the whole. The time of the end comes later, and has as many digits as its placeholder.
 *
 * What the command leaves in its process group when its pane closes is told so by SIGHUP, as the kernel tells what the
 * program of any pane leaves: it would, if that were not the wrapper.
 *
 * A size is set here as well: tmux tells the terminal only when it has done all its commands, and the command would
 * start with another.
 */
const mainScript = `eval "$MUXWRIGHT_RUN"
read -r starts exits proof recorded <&7
exec 7<&-
command=$MUXWRIGHT_COMMAND setup=$MUXWRIGHT_SETUP
unset MUXWRIGHT_MAIN MUXWRIGHT_RUN MUXWRIGHT_COMMAND MUXWRIGHT_SETUP
${endSessionFunction}
trap : INT QUIT TERM
timed_out=
trap timed_out=1 USR1
patiently() {
  set -m
  (trap - INT QUIT TERM USR1; sleep "$patience" || sleep 30; echo late >&"$1") </dev/null >/dev/null 3>&- &
  sleeper=$!
  until read -r answer <&"$1"; do :; done
  kill -s KILL -- "-$sleeper"
  set +m
}
${writeRecordFunction}
[ -z "$size" ] || stty $size
input=
[ -z "$piped" ] || { input=$base.stdin; mkfifo -m 600 "$input"; }
started=$(date +%s)
case $recorded in
  6) patiently 6
    if [ "$answer" = late ]; then
      recorded=
      rm -f "$base.in"
      printf RECORDER >"$base.fault"
      exec 8>&-
    fi ;;
  8) patiently 8 ;;
esac
exec 6>&-
if [ -n "$held" ]; then
  stty -echo -icanon min 0 time ${HELD_TENTHS}
  dd bs=1 count=1 >/dev/null
  stty echo icanon min 1 time 0
  started=$(date +%s)
fi
printf '\\030\\033]7770;%s;start;%s;%s\\033\\\\' "$starts" "$id" "$started"
set -m
watchdog=
if [ -n "$limit" ]; then
  (
    trap - INT QUIT TERM USR1
    exec 3>&- 8>&- 9>&-
    while [ "$whole" -gt 0 ]; do
      sleep ${WATCH_SECONDS}
      kill -s 0 $$ || exit
      whole=$((whole - ${WATCH_SECONDS}))
    done
    sleep "$limit" || sleep 1
    read -r me rest </proc/self/stat
    kill -s USR1 $$
    endsession $$ TERM $$ "$me"
    sleep "$grace" || sleep 5
    endsession $$ KILL $$ "$me"
  ) </dev/null >/dev/null &
  watchdog=$!
fi
[ -z "$BASH_VERSION" ] || set +m
(
  read -r me rest </proc/self/stat && echo "$me" >"$base.jobs"
  [ -z "$input" ] || exec <"$input"
  export MUXWRIGHT_COMMAND="$command" MUXWRIGHT_SETUP="$setup"
  exec "$shell" "$flags" "$inner" "$shell" "$@" 2>&3 3>&- 8>&- 9>&-
)
code=$? group=
read -r group rest <"$base.jobs"
while case $code in 14[5-9] | 150) jobs >"$base.jobs"; grep -q '[Ss]topped\\|[Ss]uspended' "$base.jobs" ;; *) false ;; esac; do
  fg >/dev/null
  code=$?
done
[ -z "$watchdog" ] || kill -s KILL -- "-$watchdog"
if [ -n "$timed_out" ]; then
  endsession $$ KILL $$
  code=124
fi
record ${NO_TIME}
printf '\\030\\033]7770;%s;exit;%s;0;%s\\033\\\\' "$exits" "$code" "$proof"
record "$(date +%s)"
[ -z "$recorded" ] || patiently 9
printf %s "$code" 1<>"$base.exit.new" && mv -f "$base.exit.new" "$base.exit"
rm -f "$base.in" "$base.go" "$base.ack" "$base.jobs" "$base.stdin"
if [ -z "$interactive" ] || [ -n "$timed_out" ]; then
  case $group in '' | 0* | 1 | *[!0-9]*) ;; *) kill -s HUP -- "-$group"; kill -s CONT -- "-$group" ;; esac
  exit "$code"
fi
exec 2>&3 3>&- 8>&- 9>&-
trap - INT QUIT TERM USR1
export MUXWRIGHT_SETUP="$setup" MUXWRIGHT_SHELL="$shell"
exec "$shell" "$flags" 'eval "$MUXWRIGHT_SETUP"; set -- "$MUXWRIGHT_SHELL"; unset MUXWRIGHT_SETUP MUXWRIGHT_SHELL; exec "$1" -i'
`;
