import type { Host } from '../hosts/index.js';
import type { RunRemains } from './run-remains.js';

/**
 * Which of these runs some process still has files open of, such as a run on a tmux server that we do not know. Where
 * the host does not tell, it is all of them.
 */
export async function filesInUse(host: Host, remains: readonly RunRemains[]): Promise<Set<string>> {
  const inUse = new Set<string>();
  for (const folder of new Set(remains.map((one) => one.folder))) {
    const here = remains.filter((one) => one.folder === folder);
    const { code, stdout } = await host.script(OPEN_FILES, [folder], { timeoutMs: 30_000 });
    const open = new Set(stdout.toString().split('\n').map(idOfPath));
    for (const { id } of here) if (code !== 0 || open.has(id)) inUse.add(id);
  }
  return inUse;
}

function idOfPath(line: string): string {
  return /\/([a-z0-9]+)\.[^/]*$/.exec(line)?.[1] ?? '';
}

// The kernel tells paths without links.
const OPEN_FILES = `[ -e /proc/self/fd ] || exit 1
cd -- "$1" && folder=$(pwd -P) || exit 1
ls -l /proc/[0-9]*/fd 2>/dev/null | grep -F -e "-> $folder/"
:`;
