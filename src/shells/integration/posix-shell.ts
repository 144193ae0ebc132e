import { MARK_NUMBER, statePrefix } from './marks-of-shell.js';
import { posixFunctions } from './posix-functions.js';
import { queueFunctions } from './queue-functions.js';

/** What is typed. It is short, as it can be seen for a moment, and busybox remembers it in its history. */
export const TYPED_LINE = ' __mux';

/**
 * For dash, busybox ash and any other `sh`, by `ENV`. They tell nobody that a command begins, so the prompt ends with a
 * space whose colour, which cannot be seen, is one of ours: while the cursor stands behind it, the shell is idle. It is there
 * when the state is told.
 */
export function posixShell(nonce: string, queue: boolean): string {
  return `exec 9<&-
if [ -n "$MUXWRIGHT_ENV" ]; then ENV=$MUXWRIGHT_ENV; [ -r "$ENV" ] && . "$ENV"; else unset ENV; fi
unset MUXWRIGHT_ENV
${posixFunctions(nonce, DECODE)}${queue ? `\n${queueFunctions(nonce, 'line')}` : ''}
__mux_get() {
  stty -echo </dev/tty
  __mux_take
  set -- "$?"
  stty echo </dev/tty
  [ "$1" = 0 ] && __mux_go
}
alias __mux='__mux_get;eval "$__mux_c";{ __mux_end;} 2>/dev/null'
__mux_wrap() {
  # Line editors count the columns of a prompt, and must be told what takes none, in their own way of writing it.
  # dash has no line editor, and is the one that does not know this substitution.
  if (eval ': "\${PS1//a/b}"') 2>/dev/null; then set -- '\\[' '\\]' '\\033' '\\007'
  else set -- '' '' "$(printf '\\033')" "$(printf '\\007')"; fi
  PS1="$1$3]${MARK_NUMBER};${nonce};D;\\$((__mux_q=\\$?));\\$PWD$4$2\${PS1% }${queue ? RUN_QUEUE : ''}$1$3[38;2;${markerColour(nonce)}m$2 $1$3[39m"
  PS1="$PS1$3]7;${statePrefix(nonce)}idle:\\$((__mux_n+=1)):\\$__mux_q:sh\\$__mux_deaf$4$3]${MARK_NUMBER};${nonce};B$4$2"
}
__mux_wrap
unset -f __mux_wrap`;
}

/** Nothing but its prompt tells such a shell that a command has ended. */
const RUN_QUEUE = '\\$(__mux_jobs </dev/tty >/dev/tty 2>&1)';

const DECODE = `__mux_c=$(printf '%bx' "$__mux_e"); __mux_c=\${__mux_c%x}`;

/** The colour of the space at the end of the prompt, as in an escape sequence: `12;34;56`. */
export function markerColour(nonce: string): string {
  return [0, 2, 4].map((at) => Number.parseInt(nonce.slice(at, at + 2), 16)).join(';');
}
