/** Name of the script in the folder for hooks. Whoever merges settings knows its own entries by it. */
export const hookScriptName = 'muxwright-hook';

/** What the script keeps to. */
export const hookLimits = Object.freeze({
  /** Files that wait at most; beyond it the oldest go. */
  spooledFiles: 1_000,
  /** Files that are left when the oldest went. */
  keptFiles: 750,
  /** Bytes of one file; of a longer payload the rest is dropped. */
  fileBytes: 131_072,
});

/**
 * What an agent runs for each of its events: `muxwright-hook EVENT` with the payload on standard input, or
 * `muxwright-hook EVENT [--then PROGRAM ARGUMENT…] PAYLOAD`, which is how Codex calls.
 *
 * It writes the payload behind one line that says where it comes from into the folder `spool` beside itself, as
 * `NAME.event`, and when that is whole an empty `NAME.ready`. There is nothing that it waits for: no server, no Node. The
 * agent never sees output of it, nor any other exit code than 0. One program is started, `cat`; the rest is built into
 * every shell, because each further one would take as long as all of the rest.
 */
export const hookScript = `#!/bin/sh
# Written by muxwright. Notes down one event of an agent for muxwright, and is never in the agent's way.
exec 3>&1 4>&2 >/dev/null 2>&1
# In a shell of its own: mask, limit and ignored signal are not for the program that comes after.
(
umask 077
spool=\${0%/*}/spool
[ -d "$spool" ] || mkdir -p "$spool"

waiting() { set -- "$spool"/*.event; [ $# -gt ${hookLimits.spooledFiles} ]; }
if waiting; then
  (cd "$spool" && ls -t | tail -n +${2 * hookLimits.keptFiles + 1} | xargs rm -f)
fi

event=\${1:-unknown}
case $event in *[!A-Za-z-]*) event=unknown ;; esac
pane=$TMUX_PANE
case $pane in %*[!0-9]* | [!%]*) pane= ;; esac
server=$TMUX
case $server in *[\\"\\\\]* | *[[:cntrl:]]*) server= ;; esac

# A name that is free, because process numbers come back. With -C the file must be new.
name=$$ tries=0
while [ -e "$spool/$name.event" ]; do
  tries=$((tries + 1)) name=$$-$tries
done
file=$spool/$name.event
set -C
printf '{"event":"%s","tmux_pane":"%s","tmux":"%s","pid":%s}\\n' "$event" "$pane" "$server" "$PPID" >"$file" ||
  file=/dev/null
set +C

# A longer payload ends with an error of the writer instead of a signal, and what is left is thrown away.
trap '' XFSZ
ulimit -f ${hookLimits.fileBytes / 512}
if [ $# -gt 1 ]; then
  for payload; do :; done
  printf '%s' "$payload" >>"$file"
elif [ ! -t 0 ]; then
  cat >>"$file" || cat
fi
[ "$file" = /dev/null ] || printf '' >"$spool/$name.ready"
)

if [ "$2" = --then ]; then
  shift 2
  exec "$@" >&3 2>&4 3>&- 4>&-
fi
exit 0
`;
