import type { Host } from '../../hosts/index.js';

/**
 * Removes what recorders left behind that were ended without notice, by a reboot or the end of a container. A log goes
 * where nothing was written for a week and no process names it: a quiet pane keeps its own.
 */
export async function sweepLogs(host: Host, folder: string): Promise<void> {
  await host.script(SCRIPT, [folder], { timeoutMs: 30_000 });
}

const SCRIPT = `[ -r /proc/self/cmdline ] && cd -- "$1" 2>/dev/null || exit 0
find . -name 'shown-*' -type f -mtime +6 -exec rm -f {} + 2>/dev/null
find . -name 'p*.log' -type f -mtime +6 2>/dev/null | while read -r file; do
  id=\${file#./} id=\${id%.log}
  case $id in *[!a-z0-9]*) continue;; esac
  grep -qs -- "$id" $(ls -d /proc/[0-9]*/cmdline | grep -v "/proc/$$/") || rm -f -- "$id".*
done
exit 0`;
