import { bashShell } from './bash-shell.js';
import { fishShell } from './fish-shell.js';
import { mark, state } from './marks-of-shell.js';
import { posixShell } from './posix-shell.js';
import { DEAF, FIND_TMUX } from './queue-functions.js';
import { zshShell } from './zsh-shell.js';

/** What starts an integrated shell in a new pane. */
export interface ShellLaunch {
  readonly command: readonly string[];
  /** The integration travels in the environment, which other users cannot see; no program in the shell inherits it. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * @param shell a name or path; the empty string for what the user has in `$SHELL`, if that can be integrated
 * @param queue whether it also runs what is queued for it, see `queueCommand`
 */
export function launchShell(nonce: string, shell: string, queue = false): ShellLaunch {
  return {
    command: ['sh', '-c', LAUNCHER, 'sh', shell],
    env: {
      MUXWRIGHT_BASH: bashShell(nonce, queue),
      MUXWRIGHT_ZSH: zshShell(nonce, queue),
      MUXWRIGHT_FISH: fishShell(nonce, queue),
      MUXWRIGHT_SH: posixShell(nonce, queue),
      MUXWRIGHT_GONE: `${mark(nonce, 'X;%s')}${state(nonce, 'gone:%s')}`,
      ...(queue && { MUXWRIGHT_DEAF: state(nonce, DEAF) }),
    },
  };
}

/** What tells the launcher from other scripts, in a list of processes. */
export const LAUNCHER_BEGINNING = 'trap : INT QUIT # muxwright';

/** Runs a shell so that `WATCH` knows its number. */
const SHELL_OF_OURS = `${LAUNCHER_BEGINNING}
echo $$ >&8
exec "$@" 8>&-`;

/**
 * When a terminal disappears, the launcher gets SIGHUP and dies, and so does the foreground process. A shell that
 * runs a loop gets neither, and would run forever. So a watcher reads from a pipe that only the launcher can write
 * to: the end of the pipe is the end of the launcher. If no pipe can be created, the shell runs unwatched. fish
 * 3.6 sometimes waits for itself when it is told to end, and is killed.
 *
 * zsh reads the integration from a folder, and removes it itself. Neither remains if the pane is closed before:
 * until there is a watcher, the launcher removes what it has created, afterwards the watcher does. Names are
 * chosen first, because a program that creates a file can be killed before it reports the name.
 */
const WATCH = `life= folder=
trap 'rm -rf -- "$life" "$folder"; exit 129' HUP
case \${shell##*/} in zsh)
  folder=$(mktemp -u "\${TMPDIR:-/tmp}/muxwright-XXXXXX")
  if [ -n "$folder" ] && mkdir -m 700 "$folder"; then printf '%s\\n' "$zsh" >"$folder/.zshenv"; else folder=; fi;;
esac
run='exec "$@"' life=$(mktemp -u "\${TMPDIR:-/tmp}/muxwright-XXXXXX" 2>/dev/null)
if [ -n "$life" ] && mkfifo -m 600 "$life"; then
  run='${SHELL_OF_OURS}'
  exec 8<>"$life" 7<"$life"
  rm -f -- "$life"
  (exec 8>&-; trap '' HUP; read -r pid; read -r ended && exit; kill -s HUP "$pid"
  [ -z "$folder" ] || rm -rf -- "$folder"
  case \${shell##*/} in fish) sleep 1; kill -s KILL "$pid";; esac) <&7 >/dev/null &
  exec 7<&-
fi 2>/dev/null
trap - HUP`;

/**
 * Stays as the parent of the shell: it knows how the shell ended, whatever ended it, and it waits a moment so that tmux
 * reads the last of what was printed. Interrupts are for what runs in the shell.
 */
const LAUNCHER = `${LAUNCHER_BEGINNING}
shell=$1 bash=$MUXWRIGHT_BASH zsh=$MUXWRIGHT_ZSH fish=$MUXWRIGHT_FISH sh=$MUXWRIGHT_SH gone=$MUXWRIGHT_GONE deaf=$MUXWRIGHT_DEAF wait=0.3
unset MUXWRIGHT_BASH MUXWRIGHT_ZSH MUXWRIGHT_FISH MUXWRIGHT_SH MUXWRIGHT_GONE MUXWRIGHT_DEAF
if [ -n "$deaf" ]; then
  ${FIND_TMUX}
  [ -n "$tmux" ] || printf "$deaf"
fi
if [ -z "$shell" ]; then
  case \${SHELL##*/} in
    bash|zsh|fish|sh|dash|ash) shell=$SHELL;;
    *) shell=$(command -v bash || command -v sh);;
  esac
fi
if ! command -v "$shell" >/dev/null; then
  wait=3; (exit 127)
else
${WATCH}
case \${shell##*/} in
bash) sh -c "$run" sh "$shell" --rcfile /dev/fd/9 -i 9<<E
$bash
E
;;
zsh)
  [ "\${ZDOTDIR+x}" ] && export MUXWRIGHT_ZDOTDIR="$ZDOTDIR"
  ZDOTDIR=$folder sh -c "$run" sh "$shell" -i;;
fish) MUXWRIGHT_FISH=$fish sh -c "$run" sh "$shell" -i -C 'set -l mux $MUXWRIGHT_FISH; set -e MUXWRIGHT_FISH; eval $mux';;
busybox) MUXWRIGHT_ENV=$ENV ENV=/dev/fd/9 sh -c "$run" sh "$shell" sh -i 9<<E
$sh
E
;;
*) MUXWRIGHT_ENV=$ENV ENV=/dev/fd/9 sh -c "$run" sh "$shell" -i 9<<E
$sh
E
;;
esac fi
code=$?
{ echo ended >&8; } 2>/dev/null
printf "$gone" "$code" "$code"
[ -n "$folder" ] && rm -rf -- "$folder"
sleep "$wait" 2>/dev/null || sleep 1
exit "$code"`;
