import { isMuxError } from '../model/index.js';
import { runDefaults } from './run-options.js';
import type { RunPlace } from './run-place.js';

/** A process that was started in the pane of a run, and outlives it. */
export interface LeftProcess {
  readonly pid: number;
  readonly command: string;
}

/**
 * Closes the pane of a run, and ends what is left of its process session: hang up first, as the kernel does for the
 * program of a pane, then terminate, then kill. The answer is what remains all the same: processes of another user, and
 * those that have made a session for themselves, which are left alone.
 *
 * @param session the process that leads it, as `paneSession` gave it while the pane was there
 */
export async function closePane(
  { tmux, pane, redactor }: RunPlace,
  session: number | undefined,
  graceMs: number = runDefaults.graceMs,
): Promise<LeftProcess[]> {
  await pane?.kill().catch(unlessGone);
  if (!pane || session === undefined) return [];
  const steps = Math.ceil(Math.min(graceMs, LONGEST_MS) / STEP_MS);
  const args = [session, steps, pane.id, tmux.server?.pid ?? 0].map(String);
  const { stdout } = await tmux.host.script(SCRIPT, args, { timeoutMs: 3 * steps * STEP_MS + PATIENCE_MS });
  return stdout
    .toString()
    .split('\n')
    .flatMap((line) => {
      const [, pid, command = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
      return pid === undefined ? [] : [{ pid: Number(pid), command: redactor.line(command.trim()) }];
    });
}

/** The process session of the pane of a run; `undefined` where the pane is gone. */
export async function paneSession({ pane }: RunPlace): Promise<number | undefined> {
  return (await pane?.info().catch(unlessGone))?.pid;
}

function unlessGone(error: unknown): undefined {
  if (!isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER')) throw error;
}

const STEP_MS = 100;
const PATIENCE_MS = 30_000;
const LONGEST_MS = 3_600_000;

/**
 * A process session keeps its number as long as one process is in it. What has left it still has the variables that tmux
 * gave to the pane.
 */
const SCRIPT = `session=$1 steps=$2 pane=$3 server=$4
members() {
  found=
  for file in /proc/[0-9]*/stat; do
    read -r line 2>/dev/null <"$file" || continue
    set -- \${line##*)}
    [ "$4" = "$session" ] || continue
    case $1 in Z | X) ;; *) found="$found \${line%% *}" ;; esac
  done
  [ -n "$found" ]
}
for signal in HUP TERM KILL; do
  members || break
  kill -s "$signal" $found 2>/dev/null
  kill -s CONT $found 2>/dev/null
  i=0
  while members && [ "$i" -lt "$steps" ]; do i=$((i + 1)); sleep 0.1 || sleep 1; done
done
for file in $(grep -lszx "TMUX_PANE=$pane" /proc/[0-9]*/environ); do
  grep -qsz "^TMUX=.*,$server," "$file" || continue
  pid=\${file#/proc/} pid=\${pid%/*}
  case " $$ $found " in *" $pid "*) ;; *) found="$found $pid" ;; esac
done
for pid in $found; do
  words=$(tr '\\0\\n' '  ' <"/proc/$pid/cmdline" 2>/dev/null) && [ -n "$words" ] && printf '%s %s\\n' "$pid" "$words"
done
:`;
