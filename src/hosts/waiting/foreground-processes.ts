import { listFolder, readText } from './proc-files.js';
import { parseStat, type Stat } from './raw-facts.js';

export interface ForegroundProcesses {
  /** Device number of the pane's terminal; 0 where there is none. */
  readonly terminal: number;
  readonly members: readonly number[];
  /** Whether there were more than `limit` to look at. */
  readonly cut: boolean;
}

/** Those below a pane's process who are in the foreground of their terminal. */
export function foregroundProcesses(panePid: number, limit: number): ForegroundProcesses {
  const pane = readStat(panePid);
  if (!pane || pane.terminal === 0) return { terminal: 0, members: [], cut: false };
  const { terminal } = pane;
  // Older kernels were built without this file, and then all processes are asked for their terminal.
  if (readText(`/proc/${panePid}/task/${panePid}/children`) === undefined)
    return askEverybody(terminal, limit);
  const seen = new Set<number>();
  const members: number[] = [];
  const queue = [panePid, pane.foreground, ...orphans(pane)];
  for (let pid = queue.shift(); pid !== undefined; pid = queue.shift()) {
    if (pid <= 0 || seen.has(pid)) continue;
    if (seen.size === limit) return { terminal, members, cut: true };
    seen.add(pid);
    const stat = readStat(pid);
    if (!stat) continue;
    if (isForeground(stat)) members.push(pid);
    queue.push(...childrenOf(pid));
  }
  return { terminal, members, cut: false };
}

/** Who has lost its parent is a child of a process above the tmux server, mostly of the first. */
function orphans(pane: Stat): number[] {
  const found: number[] = [];
  let above = readStat(pane.parent)?.parent ?? 0;
  while (above > 0) {
    found.push(...childrenOf(above).filter((pid) => readStat(pid)?.group === pane.foreground));
    above = readStat(above)?.parent ?? 0;
  }
  return found;
}

function childrenOf(pid: number): number[] {
  return listFolder(`/proc/${pid}/task`).flatMap((thread) => {
    const children = readText(`/proc/${pid}/task/${thread}/children`) ?? '';
    return children.split(' ').filter(Boolean).map(Number);
  });
}

function askEverybody(terminal: number, limit: number): ForegroundProcesses {
  const members: number[] = [];
  for (const name of listFolder('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined;
    if (stat && isForeground(stat) && stat.terminal === terminal) members.push(stat.pid);
  }
  return { terminal, members: members.slice(0, limit), cut: members.length > limit };
}

function isForeground({ group, foreground, terminal }: Stat): boolean {
  return terminal !== 0 && group === foreground;
}

function readStat(pid: number): Stat | undefined {
  return parseStat(readText(`/proc/${pid}/stat`) ?? '');
}
