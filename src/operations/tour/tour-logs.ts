import type { Host } from '../../hosts/index.js';
import type { Tmux } from '../../tmux/index.js';
import { logFiles, workspaceOptions } from '../../workspace/index.js';

/** Which logs the panes of a tour's workspace have, as the panes have noted them; none where no server runs. */
export async function tourLogs(tmux: Tmux): Promise<string[]> {
  const format = `#{${workspaceOptions.log}}`;
  const noted = await tmux.command('list-panes', '-a', '-F', format).catch(() => []);
  return noted.filter((log) => logFiles(log) !== undefined);
}

/** Removes what the recorders of these panes left, which do so themselves unless they were ended without notice. */
export async function removeTourLogs(host: Host, logs: readonly string[]): Promise<void> {
  for (const { id, folder } of logs.flatMap((log) => logFiles(log) ?? [])) {
    await host.script(REMOVE, [folder, id], { timeoutMs: REMOVE_MS });
  }
}

const REMOVE_MS = 30_000;

/** A recorder that is still about to write its last line would make a file again. */
const REMOVE = `cd -- "$1" 2>/dev/null || exit 0
i=0
while [ $i -lt 50 ] && grep -qs -- "$2" $(ls -d /proc/[0-9]*/cmdline | grep -v "/proc/$$/"); do i=$((i + 1)); sleep 0.1 || sleep 1; done
rm -f -- "$2".*`;
