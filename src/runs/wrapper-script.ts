import { ownSecretNames } from '../model/index.js';
import { FAULT_NAME_FUNCTION } from '../recorder/index.js';
import { EXIT_OPTION, FAULT_OPTION, RECORD_OPTION } from './run-option.js';

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

/** As many digits as a time has, for a record that is not complete. */
const NO_TIME = '0000000000';

/** What the wrapper tells as the code of a command that it did not run, as `timeout` and `docker run` do. */
export const NOT_RUN_CODE = 125;

/** Writes how the command ended: start, end (`$1`), code, signal, how (1: its time was up, 2: it was not run), proof. */
export const writeRecordFunction = `record() {
  ended=$1 signal=0
  [ "$code" -gt 128 ] && [ "$code" -lt 193 ] && signal=$((code - 128))
  line="\${started:-0} \${ended:-${NO_TIME}} $code $signal \${timed_out:-\${unfed:-0}} $proof"
  printf '%s\\n' "$line" 1<>"$base.record"
}`;

/**
 * Tells the pane what no file could take, and keeps the pane when its process ends. By the program of the server itself,
 * because PATH may have another version or none; `TMUX` has its socket and its process.
 */
const tellFunction = `told=
asktmux() {
  server=\${TMUX#*,}
  "/proc/\${server%%,*}/exe" -S "\${TMUX%%,*}" "$@" || tmux -S "\${TMUX%%,*}" "$@"
} </dev/null >/dev/null
tell() {
  told=1
  asktmux set-option -p -t "$TMUX_PANE" "$1" "$2" ';' set-option -p -t "$TMUX_PANE" remain-on-exit on
}
tellrecord() {
  kept=
  record "$1"
  read -r kept <"$base.record"
  [ "$kept" = "$line" ] || tell ${RECORD_OPTION} "$line" || untold=1
}
tellexit() {
  kept=
  printf %s "$code" 1<>"$base.exit.new" && mv -f "$base.exit.new" "$base.exit"
  read -r kept <"$base.exit"
  [ "$kept" = "$code" ] || tell ${EXIT_OPTION} "$code"
}
unkept=
tellfault() {
  kept=
  printf %s "$1" >"$base.fault"
  read -r kept <"$base.fault"
  [ "$kept" = "$1" ] || { unkept=$1; tell ${FAULT_OPTION} "$1"; }
}`;

/** So often the keeper of the time limit looks whether there is still something to end. */
export const WATCH_SECONDS = 10;

/**
 * The first part of the wrapper. What it is started with stays in `/proc/PID/environ` as long as its program does, where
 * the command could read it. So it gives the recorder its program by a FIFO, puts the nonces into a pipe, and becomes a
 * shell whose environment has neither. The places for the record and the exit code are taken here, so that both can be
 * written when the log has filled the disk.
 */
export const openingScript = `eval "$MUXWRIGHT_RUN"
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
 * log and with a fault that says so. With `set -m` the command gets its own process group and
 * owns the terminal, so that neither its Ctrl-C nor its `kill 0` reaches the wrapper. A bash that is
 * not interactive would keep the terminal to itself: there the command stays in the wrapper's group. SIGHUP is left
 * alone: when the pane is closed the wrapper has to die, for only that makes the kernel tell the command.
 *
 * The record is written before the sentinel tells of the end: a reader that comes later, in whatever process, must not
 * take the run for one that is still running. It is written in place, by one write, and its last word is the proof, so that no
 * reader can take a part of it for the whole. The time of the end comes later, and has as many digits as its placeholder.
 *
 * What cannot be written is stored in options of the pane, so that any process knows of the end. A fault is written again at
 * the end, when the disk may have room: the pane may be closed before anybody reads it. Where even that fails, no shell is left
 * that would carry out an answer to a command that has ended. tmux keeps the pipe of a pane that stays without its process
 * open (3.3a), so the wrapper closes it: the recorder, which has confirmed the end of the output, would stay with the pane.
 *
 * What the command leaves in its process group when its pane closes is told so by SIGHUP, as the kernel tells what the
 * program of any pane leaves: it would, if that were not the wrapper.
 *
 * A command that reads from a pipe is run only when the process that writes into the pipe has said, by a key, that it has it
 * open: that process may have died, and to open the pipe would then wait forever. So the pipe is opened in both directions
 * first, which never waits. The start is told when it is open, because a pipe that nobody has open forgets what was written.
 * Keys are counted: a Ctrl-D that came while the terminal still read lines is a NUL afterwards, which no variable can hold.
 *
 * A size is set here as well: tmux tells the terminal only when it has done all its commands, and the command would
 * start with another.
 */
export const mainScript = `eval "$MUXWRIGHT_RUN"
read -r starts exits proof recorded <&7
exec 7<&-
command=$MUXWRIGHT_COMMAND setup=$MUXWRIGHT_SETUP
unset MUXWRIGHT_MAIN MUXWRIGHT_RUN MUXWRIGHT_COMMAND MUXWRIGHT_SETUP
${endSessionFunction}
trap : INT QUIT TERM
timed_out=
trap timed_out=1 USR1
unfed=
trap unfed=2 USR2
patiently() {
  set -m
  (trap - INT QUIT TERM USR1 USR2; sleep "$patience" || sleep 30; echo late >&"$1") </dev/null >/dev/null 3>&- &
  sleeper=$!
  until read -r answer <&"$1"; do :; done
  kill -s KILL -- "-$sleeper"
  set +m
}
${writeRecordFunction}
${tellFunction}
${FAULT_NAME_FUNCTION}
untold=
[ -z "$size" ] || stty $size
input=
[ -z "$piped" ] || { input=$base.stdin; mkfifo -m 600 "$input"; [ -p "$input" ] || unfed=2; }
started=$(date +%s)
case $recorded in
  6) patiently 6
    if [ "$answer" = late ]; then
      recorded=
      rm -f "$base.in"
      tellfault RECORDER
      exec 8>&-
    fi ;;
  8) patiently 8 ;;
  *) faultname "$base.probe"; tellfault "$fault" ;;
esac
exec 6>&-
if [ -n "$held" ] && [ -z "$unfed" ]; then
  stty -echo -icanon min 0 time "$tenths"
  keys=$(dd bs=1 count=1 | wc -c)
  stty echo icanon min 1 time 0
  started=$(date +%s)
  [ -z "$piped" ] || [ "\${keys:-0}" -gt 0 ] || unfed=2
fi
begins() { printf '\\030\\033]7770;%s;start;%s;%s\\033\\\\' "$starts" "$id" "$started"; }
[ -n "$piped" ] && [ -z "$unfed" ] || begins
set -m
watchdog=
if [ -n "$limit" ] && [ -z "$unfed" ]; then
  (
    trap - INT QUIT TERM USR1 USR2
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
[ -n "$unfed" ] || (
  read -r me rest </proc/self/stat && echo "$me" >"$base.jobs"
  if [ -n "$input" ]; then
    command exec 5<>"$input" && command exec <"$input" 5>&- || { kill -s USR2 $$; exit; }
    begins
  fi
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
[ -z "$unfed" ] || code=${NOT_RUN_CODE}
if [ -n "$timed_out" ]; then
  endsession $$ KILL $$
  code=124
fi
tellrecord ${NO_TIME}
printf '\\030\\033]7770;%s;exit;%s;0;%s\\033\\\\' "$exits" "$code" "$proof"
tellrecord "$(date +%s)"
[ -z "$recorded" ] || patiently 9
tellexit
[ -z "$unkept" ] || tellfault "$unkept"
rm -f "$base.in" "$base.go" "$base.ack" "$base.jobs" "$base.stdin"
if [ -z "$interactive" ] || [ -n "$timed_out$unfed$untold" ]; then
  case $group in '' | 0* | 1 | *[!0-9]*) ;; *) kill -s HUP -- "-$group"; kill -s CONT -- "-$group" ;; esac
  [ -z "$told" ] || [ "$answer" = late ] || asktmux pipe-pane -t "$TMUX_PANE"
  exit "$code"
fi
exec 2>&3 3>&- 8>&- 9>&-
trap - INT QUIT TERM USR1 USR2
export MUXWRIGHT_SETUP="$setup" MUXWRIGHT_SHELL="$shell"
exec "$shell" "$flags" 'eval "$MUXWRIGHT_SETUP"; set -- "$MUXWRIGHT_SHELL"; unset MUXWRIGHT_SETUP MUXWRIGHT_SHELL; exec "$1" -i'
`;
