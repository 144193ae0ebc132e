import type { ActionContext } from '../action-context.js';
import { logFiles } from './pane-recorder.js';
import type { WorkspacePane } from './survey.js';

/** Forgets panes that tmux has closed, and ends what is left of their processes: some ignore that a terminal is closed. */
export async function endPanes(workspace: ActionContext, panes: readonly WorkspacePane[]): Promise<void> {
  const { tmux, transcripts, shells } = workspace;
  for (const { log, shell } of panes) {
    transcripts.delete(logFiles(log)?.id ?? '');
    await shells.get(shell)?.close();
    shells.delete(shell);
  }
  // The number of a process that has ended may be that of another by now.
  const pids = panes.filter(({ dead, pid }) => !dead && pid > 1).map(({ pid }) => String(pid));
  if (pids.length > 0) await tmux.host.script(END_SCRIPT, pids, { timeoutMs: 60_000 });
}

/** All processes of a pane are one session. */
const END_SCRIPT = `sessions=" $* " pids=
for file in /proc/[0-9]*/stat; do
  read -r line 2>/dev/null <"$file" || continue
  set -- \${line##*)}
  case $sessions in *" $4 "*) pids="$pids \${line%% *}";; esac
done
[ -n "$pids" ] || exit 0
kill -s TERM $pids 2>/dev/null
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  left=
  for pid in $pids; do
    read -r line 2>/dev/null <"/proc/$pid/stat" || continue
    set -- \${line##*)}
    [ "$1" = Z ] || left="$left $pid"
  done
  [ -n "$left" ] || exit 0
  sleep 0.05 2>/dev/null || sleep 1
done
kill -s KILL $left 2>/dev/null
exit 0`;
