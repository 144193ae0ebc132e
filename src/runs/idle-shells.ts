import type { Host } from '../hosts/index.js';
import type { Tmux } from '../tmux/index.js';
import { killPanesIf } from './prune-host.js';
import type { RunPane } from './run-panes.js';
import type { RunSurvey } from './survey-runs.js';

/** Shells that were kept open behind ended runs, and that nobody has used for so long. */
export async function idleShells(
  host: Host,
  { runs, now }: RunSurvey,
  keepAliveMs: number | undefined,
): Promise<RunPane[]> {
  if (keepAliveMs === undefined) return [];
  const isLongAgo = (time: Date): boolean => now.getTime() - time.getTime() >= keepAliveMs;
  const candidates = runs.flatMap(({ pane, verdict, remains }) => {
    // Without the exit file the wrapper is still there, and is no shell yet.
    if (!pane || pane.dead || pane.viewed || remains?.ending.exitCode === undefined) return [];
    return verdict.state === 'ended' && isLongAgo(verdict.at) && isLongAgo(pane.activeAt) ? [pane] : [];
  });
  if (candidates.length === 0) return [];
  const busy = await busyLeaders(host);
  return candidates.filter(({ pid }) => !busy.has(pid));
}

export interface BusyOptions {
  /**
   * Only what has a process group of its own, as everything has that is run at a prompt, and not what a shell that reads
   * its files needs for itself.
   */
  readonly jobsOnly?: boolean;
}

/** Process ids of all shells, or what else leads a terminal, with something running in the foreground or behind. */
export async function busyLeaders(
  host: Pick<Host, 'script'>,
  { jobsOnly = false }: BusyOptions = {},
): Promise<Set<number>> {
  const { stdout } = await host.script(BUSY);
  const running = stdout
    .toString()
    .split('\n')
    .map((line) => line.trim().split(/ +/).map(Number));
  return new Set(running.flatMap(([leader = 0, group]) => (jobsOnly && leader === group ? [] : [leader])));
}

export function endShells(tmux: Tmux, shells: readonly RunPane[]): Promise<void> {
  // The names of people's clients are paths of terminals.
  return killPanesIf(tmux, shells, '#{?#{m:*/*,#{window_active_clients_list}},0,1}');
}

// Prints leader and group of every process that is no leader itself: a shell whose number is not there has nothing running,
// neither in the foreground nor behind. What has ended before the shell took over stays unnoticed by it, as a zombie.
// Without /proc it is the parents instead, and the processes themselves.
const BUSY = `if [ -r /proc/self/stat ]; then
  for file in /proc/[0-9]*/stat; do
    read -r line 2>/dev/null <"$file" || continue
    pid=\${line%% *}
    set -- \${line##*)}
    [ "$4" = "$pid" ] || [ "$1" = Z ] || echo "$4 $3"
  done
else
  ps -A -o ppid= -o pid=
fi`;
