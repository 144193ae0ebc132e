import { keys, mark, state } from './marks-of-shell.js';
import { ASKING_VARIABLES, DEAF, queueScript } from './queue-functions.js';

/** What fish runs; its \`eval\` is at the top level as well. */
export const FISH_LINE = ' __mux_get; eval $__mux_c; __mux_end';

/**
 * For fish, as its `--init-command`, which comes after the user's configuration. The prompt says that it is there by its
 * own last words, as the event comes before it is shown.
 */
export function fishShell(nonce: string, queue: boolean): string {
  return `set -g __mux_n 0
set -g __mux_q 0
set -g __mux_deaf ''
function __mux_get
  set -g __mux_s $status
  set -g __mux_c 'false'
  stty -echo </dev/tty
  printf '${mark(nonce, 'R;%s')}' $__mux_n >/dev/tty
  set -l lines (command sed -e '/^\\.\\.$/q' -e '1{/^${nonce} /!q;}')
  stty echo </dev/tty
  set -l dot (contains -i -- . $lines)
  or set dot 0
  if test $dot -gt 2 -a (count $lines) -gt (math $dot + 1)
    set -l paint (string join '' $lines[2..(math $dot - 1)])
    set -l text (string join '' $lines[(math $dot + 1)..-2])
    if test "$lines[1]" = "${nonce} "(string length -- "$paint")' '(string length -- "$text")
      set -g __mux_c (printf '%b' "$text" | string collect --no-trim-newlines)
      printf '%b${state(nonce, 'run:%s')}${mark(nonce, 'C')}' "$paint" $__mux_n >/dev/tty
      return $__mux_s
    end
  end
  printf '${mark(nonce, 'G')}' >/dev/tty
  return $__mux_s
end
function __mux_end
  set -l code $status
  printf '${mark(nonce, 'D;%s;%s')}' $code "$PWD" >/dev/tty
  return $code
end
function __mux_after --on-event fish_postexec
  set -g __mux_q $status
  printf '${mark(nonce, 'D;%s;%s')}' $__mux_q "$PWD" >/dev/tty
end
function __mux_run --on-event fish_preexec
  printf '${state(nonce, 'run:%s')}' $__mux_n >/dev/tty
end
function __mux_ready
  printf '${state(nonce, 'idle:%s:%s:fish%s')}${mark(nonce, 'B')}' $__mux_n $__mux_q $__mux_deaf
end
function __mux_wrap --on-event fish_prompt
  set -g __mux_n (math $__mux_n + 1)${queue ? '\n  __mux_jobs' : ''}
  string match -q '*__mux_ready*' -- (functions fish_prompt | string collect)
  and return
  functions -e __mux_prompt
  functions -c fish_prompt __mux_prompt
  function fish_prompt
    __mux_prompt
    __mux_ready
  end
end
function __mux_polite
  set -l half (commandline | string collect)
  if test -n "$half"
    printf '${mark(nonce, 'H;%s;%s')}' $__mux_n (string replace -ra '[[:cntrl:]]' ' ' -- "$half") >/dev/tty
  else
    __mux_forced
  end
end
function __mux_forced
  set -g __mux_half (commandline | string collect)
  set -g __mux_point (commandline -C)
  commandline -r -- '${FISH_LINE}'
  commandline -f execute
end
function __mux_restore
  commandline -r -- "$__mux_half"
  commandline -C $__mux_point
end
for map in default insert visual
  bind -M $map ${escaped(keys.polite)} __mux_polite
  bind -M $map ${escaped(keys.forced)} __mux_forced
  bind -M $map ${escaped(keys.restore)} __mux_restore
end${queue ? queueOfFish(nonce) : ''}`;
}

/** Commands that are queued are not in the language of fish. */
function queueOfFish(nonce: string): string {
  return `
set -g __mux_tmux "$MUXWRIGHT_TMUX"
set -g __mux_socket "$MUXWRIGHT_SOCKET"
set -g __mux_target "$MUXWRIGHT_TARGET"
set -e ${ASKING_VARIABLES.join(' ')}
test -n "$__mux_tmux"
or set -g __mux_deaf :${DEAF}
function __mux_jobs
  set -l code $status
  test -n "$__mux_tmux"
  and command sh -c '${queueScript(nonce).replaceAll(/['\\]/g, '\\$&')}' sh $__mux_tmux $__mux_socket $__mux_target (math $__mux_n - 1) </dev/tty
  return $code
end
function __mux_wake
  echo >/dev/tty
  __mux_jobs
  commandline -f repaint
end
for map in default insert visual
  bind -M $map ${escaped(keys.wake)} __mux_wake
end`;
}

/** As fish writes keys: \`\\e\\x1f\`. */
function escaped(key: string): string {
  return key.replaceAll(
    /[\x00-\x1f]/g,
    (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
