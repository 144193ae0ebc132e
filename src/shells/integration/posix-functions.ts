import { mark, state } from './marks-of-shell.js';

/** What is put into the line editor to run what we send: at the top level, so that it can do all that a line can. */
export const SUBMITTED_LINE = ' __mux_go;eval "$__mux_c";{ __mux_end;} 2>/dev/null';

/**
 * The end of a line that is read while a line editor has the terminal. With a custom delimiter, bash reads byte by
 * byte and leaves the rest to the editor; and zsh, which exchanges returns and newlines, leaves it as it is.
 */
export const EDITOR_LINE_END = '\x01';
export const READ_IN_EDITOR = `read -r -d $'\\x01'`;

/**
 * `__mux_take` reads a command, while the terminal does not echo, into `__mux_c`; `__mux_go` says that it begins and
 * `__mux_end` how it ended. These hand on the exit code that was there, so that `$?` is what a person would see. Lines are
 * read until `.` and `..`: the paint, which makes the screen look as if the command had been typed, and the command.
 * Their lengths stand in the first line, so that keys of a person that came in between are noticed.
 *
 * @param decode shell code that puts the decoded `__mux_e` into `__mux_c`
 * @param read the command that reads a line
 */
export function posixFunctions(nonce: string, decode: string, read = 'read -r'): string {
  return `__mux_n=0 __mux_q=0 __mux_deaf=
__mux_read() {
  __mux_e=
  while IFS= ${read} __mux_l; do
    case $__mux_l in .|..) return 0;; esac
    __mux_e=$__mux_e$__mux_l
  done
}
__mux_take() {
  __mux_c='(exit 1)' __mux_p= __mux_e=
  printf '${mark(nonce, 'R;%s')}' "$__mux_n" >/dev/tty
  IFS= ${read} __mux_h
  case $__mux_h in "${nonce} "*) __mux_read; __mux_p=$__mux_e; __mux_read;; esac
  if [ "$__mux_h" = "${nonce} \${#__mux_p} \${#__mux_e}" ]; then
    ${decode}
  else
    __mux_p=
    printf '${mark(nonce, 'G')}' >/dev/tty
    return 1
  fi
}
__mux_go() {
  printf '%b${state(nonce, 'run:%s')}${mark(nonce, 'C')}' "$__mux_p" "$__mux_n" >/dev/tty
  return "$__mux_q"
}
__mux_end() {
  __mux_q=$?
  printf '${mark(nonce, 'D;%s;%s')}' "$__mux_q" "$PWD" >/dev/tty
  return "$__mux_q"
}`;
}
