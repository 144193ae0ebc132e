import { keys, mark, state } from './marks-of-shell.js';
import { posixFunctions, READ_IN_EDITOR, SUBMITTED_LINE } from './posix-functions.js';
import { queueFunctions } from './queue-functions.js';

/** What bash runs. */
export const BASH_LINE = ` __mux_history;${SUBMITTED_LINE.trim()}`;

/**
 * For bash 4.4 and newer, as its rcfile. The prompts carry the marks: PS0 is printed when a command begins. No trap is
 * set. PROMPT_COMMAND gets two more elements: the first tells the end of a command that was interrupted, before others
 * print something, and the last looks whether the prompts still have their marks.
 */
export function bashShell(nonce: string, queue: boolean): string {
  return `exec 9<&-
[ -r ~/.bashrc ] && . ~/.bashrc
${posixFunctions(nonce, DECODE, READ_IN_EDITOR)}
__mux_half= __mux_point=0 __mux_control=
__mux_a='\\[${mark(nonce, 'D;$((__mux_q=$?));$PWD')}\\]'
__mux_b='\\[${state(nonce, 'idle:$((__mux_n+=1)):$__mux_q:bash$__mux_deaf')}${mark(nonce, 'B')}\\]'
__mux_r='${state(nonce, 'run:$__mux_n')}'
__mux_m='\\[${state(nonce, 'more')}\\]'
__mux_before() {
  local code=$?
  printf '${mark(nonce, 'D;%s;%s')}' "$code" "$PWD" >/dev/tty
  ((__mux_n)) && printf '${state(nonce, 'run:%s')}' "$__mux_n" >/dev/tty
  return "$code"
}
__mux_wrap() {
  local code=$?
  if [[ $PS1 != "$__mux_a"*"$__mux_b" ]]; then
    PS1=\${PS1//"$__mux_a"/}
    PS1=$__mux_a\${PS1//"$__mux_b"/}$__mux_b
  fi
  [[ $PS0 == *"$__mux_r"* ]] || PS0=$__mux_r$PS0
  [[ $PS2 == *"$__mux_m"* ]] || PS2+=$__mux_m
  return "$code"
}
__mux_submit() {
  local map
  for map in emacs vi-insert vi-command; do bind -m "$map" '"${escaped(keys.submit)}": '"$1"; done
}
__mux_polite() {
  if [[ -n $READLINE_LINE ]]; then
    printf '${mark(nonce, 'H;%s;%s')}' "$__mux_n" "\${READLINE_LINE//[[:cntrl:]]/ }" >/dev/tty
  else
    __mux_forced
  fi
}
__mux_forced() {
  if ! __mux_take; then __mux_submit '""'; return; fi
  __mux_half=$READLINE_LINE __mux_point=$READLINE_POINT
  READLINE_LINE='${BASH_LINE}' READLINE_POINT=${BASH_LINE.length}
  # The line is ours, not one for the user's history; it begins with a space.
  __mux_control=\${HISTCONTROL-none} HISTCONTROL=ignorespace
  __mux_submit accept-line
}
__mux_history() {
  [[ -n $__mux_control ]] || return
  if [[ $__mux_control == none ]]; then unset HISTCONTROL; else HISTCONTROL=$__mux_control; fi
  __mux_control=
}
__mux_restore() { READLINE_LINE=$__mux_half READLINE_POINT=$__mux_point; }
for __mux_l in emacs vi-insert vi-command; do
  bind -m "$__mux_l" -x '"${escaped(keys.polite)}": __mux_polite'
  bind -m "$__mux_l" -x '"${escaped(keys.forced)}": __mux_forced'
  bind -m "$__mux_l" -x '"${escaped(keys.restore)}": __mux_restore'
  bind -m "$__mux_l" '"${escaped(keys.abandon)}": ""'
done 2>/dev/null
if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 501)); then
  PROMPT_COMMAND=(__mux_before "\${PROMPT_COMMAND[@]}" __mux_wrap)
else
  PROMPT_COMMAND="__mux_before
\${PROMPT_COMMAND:+$PROMPT_COMMAND
}__mux_wrap"
fi
# A shell inside this one does not know our functions.
declare +x PROMPT_COMMAND${queue ? queueOfBash(nonce) : ''}`;
}

/**
 * While a key is handled, the terminal is in the mode of the line editor; a command needs the usual mode. The
 * prompt is not redrawn then, and the command may have set a different state in tmux.
 */
function queueOfBash(nonce: string): string {
  return `
${queueFunctions(nonce, 'soon')}
__mux_wake() {
  local modes=$(stty -g </dev/tty)
  stty icanon echo icrnl iexten isig </dev/tty
  __mux_jobs $((__mux_n - 1))
  stty "$modes" </dev/tty
  printf '${state(nonce, 'idle:%s:%s:bash%s')}' "$__mux_n" "$__mux_q" "$__mux_deaf" >/dev/tty
}
for __mux_l in emacs vi-insert vi-command; do
  bind -m "$__mux_l" -x '"${escaped(keys.wake)}": __mux_wake'
done 2>/dev/null
if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 501)); then
  PROMPT_COMMAND+=(__mux_jobs)
else
  PROMPT_COMMAND="$PROMPT_COMMAND
__mux_jobs"
fi`;
}

const DECODE = `printf -v __mux_c '%b' "$__mux_e"`;

/** As readline writes keys: `\\e\\C-_1`. */
function escaped(key: string): string {
  return key.replace('\x1b', '\\e').replace('\x1f', '\\C-_').replace('\x01', '\\C-a');
}
