import { unaliased } from '../../tmux/index.js';
import { state } from './marks-of-shell.js';

/**
 * How a shell finds what is queued for it. The queue is with tmux: an option of the session names the buffers that hold
 * commands, in their order. The option `WOKEN` says how the shell gets to know of more:
 *
 * - `1`: it looks again, whatever it does now
 * - `soon M`: it has found nothing, at the turn that set this; its line editor comes next. While its state is `run:M`, it
 *   has not yet come there, but reads a key that is sent. A command that a person runs makes another state of it
 * - `line M`: the same for a shell without a line editor, which reads a line
 */
export const QUEUE_OPTION = '@muxwright_queue';
export const WOKEN_OPTION = '@muxwright_woken';

/** What a shell has that finds no tmux, and so never looks. */
export const DEAF = 'deaf';

/** The variables in which a shell is told by its launcher how to ask tmux, before any file of the user changes that. */
export const ASKING_VARIABLES = ['MUXWRIGHT_TMUX', 'MUXWRIGHT_SOCKET', 'MUXWRIGHT_TARGET'] as const;

/**
 * A command of the launcher that fills them. If tmux is not in the PATH, the program of the server is used.
 */
export const FIND_TMUX = `tmux=$(command -v tmux) server=\${TMUX#*,}
case $tmux in /*);; *) tmux=/proc/\${server%,*}/exe; [ -x "$tmux" ] || tmux=;; esac
export MUXWRIGHT_TMUX="$tmux" MUXWRIGHT_SOCKET="\${TMUX%,*,*}" MUXWRIGHT_TARGET="\\$\${TMUX##*,}:.$TMUX_PANE"`;

/**
 * `__mux_next` takes the next command out of the queue, into `__mux_j`. Before it asks it says that it is `run:M`, and
 * where there is nothing it promises to read a key or a line, in the same turn.
 */
function next(nonce: string, promise: 'soon' | 'line'): string {
  return `__mux_ask() { "$__mux_tmux" -u -S "$__mux_socket" "$@" 2>/dev/null; }
__mux_next() {
  printf '${state(nonce, 'run:%s')}' "$__mux_m" >/dev/tty
  __mux_j=$(__mux_ask ${IF} -F -t "$__mux_target" '#{${QUEUE_OPTION}}' \\
    "${SHOW} -p -t '$__mux_target' '#{${QUEUE_OPTION}}'" \\
    "${SET} -t '$__mux_target' ${WOKEN_OPTION} '${promise} $__mux_m'")
  __mux_j=\${__mux_j# }
  __mux_j=\${__mux_j%% *}
  [ -n "$__mux_j" ] || return 1
  __mux_j=$(__mux_ask ${SET} -F -t "$__mux_target" ${QUEUE_OPTION} "#{s/ $__mux_j//:${QUEUE_OPTION}}" ';' \\
    ${SET} -t "$__mux_target" ${WOKEN_OPTION} 1 ';' ${unaliased('show-buffer')} -b "$__mux_j" ';' ${unaliased('delete-buffer')} -b "$__mux_j"
    printf x)
  __mux_j=\${__mux_j%x}
}`;
}

const [IF, SET, SHOW] = ['if-shell', 'set-option', 'display-message'].map(unaliased);

/** A shell that sees its command die of an interrupt would leave the loop, and bash even its line editor. */
const RUN = `(trap 'exit 130' INT; eval "$__mux_j")`;

/**
 * `__mux_jobs` runs what is queued, one after the other, and hands on the exit code that was there. Commands are in the
 * language of a POSIX shell; a copy of the shell itself evaluates them, so that its functions and aliases count. It is
 * given the number of the prompt before the one that follows, which is the last one unless told.
 */
export function queueFunctions(nonce: string, promise: 'soon' | 'line'): string {
  return `__mux_tmux=$MUXWRIGHT_TMUX __mux_socket=$MUXWRIGHT_SOCKET __mux_target=$MUXWRIGHT_TARGET
unset ${ASKING_VARIABLES.join(' ')}
[ -n "$__mux_tmux" ] || __mux_deaf=:${DEAF}
${next(nonce, promise)}
__mux_jobs() {
  set -- "$?" "\${1:-$__mux_n}"
  __mux_m=$2
  [ -z "$__mux_tmux" ] || while __mux_next; do ${RUN}; done
  return "$1"
}`;
}

/**
 * The same for a shell of another language, as a separate script: `sh -c SCRIPT sh TMUX SOCKET TARGET NUMBER`.
 * Interrupts go to the command that it runs.
 */
export function queueScript(nonce: string): string {
  return `trap : INT
__mux_tmux=$1 __mux_socket=$2 __mux_target=$3 __mux_m=$4
${next(nonce, 'soon')}
modes=
while __mux_next; do
  [ -n "$modes" ] || { modes=$(stty -g) && stty icanon echo icrnl iexten isig; }
  ${RUN}
done
[ -z "$modes" ] || stty "$modes"`;
}
