import { keys, mark, state } from './marks-of-shell.js';
import { posixFunctions, READ_IN_EDITOR, SUBMITTED_LINE } from './posix-functions.js';
import { queueFunctions } from './queue-functions.js';

/** What zsh runs. */
export const ZSH_LINE = ` fc -P;${SUBMITTED_LINE.trim()}`;

/**
 * For zsh, as the `.zshenv` of a folder that is made for it and that it removes at once. The user's own files are read
 * as always; what is ours begins at the first prompt, when they have all been read.
 *
 * Once there was a prompt, `__mux_before` says that the next one is not ready yet: after a Ctrl-C in a command of several
 * lines the last state is `more`, and zsh draws its prompt before it calls zle-line-init. That widget is often the user's
 * own; `__mux_wrap` puts ours around it at each prompt, because a widget that is added by add-zle-hook-widget is skipped
 * when one before it fails, and lost when a plugin sets its own.
 */
export function zshShell(nonce: string, queue: boolean): string {
  return `() { command rm -f -- $1; command rmdir -- \${1:h} } "\${(%):-%x}"
if [[ -n \${MUXWRIGHT_ZDOTDIR+x} ]]; then export ZDOTDIR=$MUXWRIGHT_ZDOTDIR; else unset ZDOTDIR; fi
unset MUXWRIGHT_ZDOTDIR
[[ -r \${ZDOTDIR:-$HOME}/.zshenv ]] && . "\${ZDOTDIR:-$HOME}/.zshenv"
${posixFunctions(nonce, DECODE, READ_IN_EDITOR)}
__mux_before() {
  __mux_q=$?
  printf '${mark(nonce, 'D;%s;%s')}' "$__mux_q" "$PWD" >/dev/tty
  (( __mux_n )) && printf '${state(nonce, 'run:%s')}' $__mux_n >/dev/tty
}
__mux_run() { printf '${state(nonce, 'run:%s')}' $__mux_n >/dev/tty }
__mux_ready() {
  (( \${+__mux_inside} )) && return
  local __mux_inside
  zle __mux_line_init -f nolast -N -- "$@"
  if [[ $CONTEXT == start ]]; then
    printf '${state(nonce, 'idle:%s:%s:zsh%s')}${mark(nonce, 'B')}' $((++__mux_n)) "$__mux_q" "$__mux_deaf" >/dev/tty
  else
    printf '${state(nonce, 'more')}' >/dev/tty
  fi
}
__mux_polite() {
  if [[ -n $PREBUFFER$BUFFER ]]; then
    printf '${mark(nonce, 'H;%s;%s')}' "$__mux_n" "\${\${:-$PREBUFFER$BUFFER}//[[:cntrl:]]/ }" >/dev/tty
  else
    __mux_forced
  fi
}
__mux_forced() {
  __mux_take </dev/tty || return
  __mux_half=$BUFFER __mux_point=$CURSOR
  BUFFER='${ZSH_LINE}'
  # The line is ours: it goes to a history that is thrown away.
  fc -p
  zle .accept-line
}
__mux_restore() { BUFFER=$__mux_half CURSOR=$__mux_point }
__mux_nothing() { : }
__mux_wrap() {
  [[ \${widgets[zle-line-init]-} == user:__mux_ready ]] && return
  zle -A zle-line-init __mux_line_init 2>/dev/null || zle -N __mux_line_init __mux_nothing
  zle -N zle-line-init __mux_ready
}
__mux_start() {
  precmd_functions=(__mux_before \${precmd_functions:#__mux_start} __mux_wrap)
  preexec_functions+=(__mux_run)
  local map
  zle -N __mux_polite
  zle -N __mux_forced
  zle -N __mux_restore
  zle -N __mux_nothing
  __mux_wrap
  for map in emacs viins vicmd; do
    bindkey -M $map '${caret(keys.polite)}' __mux_polite '${caret(keys.forced)}' __mux_forced '${caret(keys.restore)}' __mux_restore '${caret(keys.abandon)}' __mux_nothing
  done
}
[[ -o interactive ]] && precmd_functions+=(__mux_start)${queue ? queueOfZsh(nonce) : ''}`;
}

const DECODE = `printf -v __mux_c '%b' "$__mux_e"`;

/** Begins at the first prompt as well, behind what `__mux_start` does. A key that is handled draws no new prompt. */
function queueOfZsh(nonce: string): string {
  return `
${queueFunctions(nonce, 'soon')}
__mux_wake() {
  zle -I
  __mux_jobs $((__mux_n - 1)) </dev/tty
  printf '${state(nonce, 'idle:%s:%s:zsh%s')}' "$__mux_n" "$__mux_q" "$__mux_deaf" >/dev/tty
}
__mux_start_queue() {
  precmd_functions=(\${precmd_functions:#__mux_start_queue} __mux_jobs)
  local map
  zle -N __mux_wake
  for map in emacs viins vicmd; do bindkey -M $map '${caret(keys.wake)}' __mux_wake; done
  __mux_jobs
}
[[ -o interactive ]] && precmd_functions+=(__mux_start_queue)`;
}

/** As zsh writes keys: `^[^_`. */
function caret(key: string): string {
  return key.replaceAll(/[\x00-\x1f]/g, (control) => `^${String.fromCharCode(control.charCodeAt(0) + 64)}`);
}
