import { leadsToFile, listFolder, readLinks, readText } from './proc-files.js';
import { parseStat, type Stat } from './raw-facts.js';
import { terminalDevice } from './terminal-facts.js';
import { terminalHolders } from './terminal-holders.js';
import { isControlling } from './thread-role.js';

export interface TerminalProcesses {
  /** Device number of the pane's terminal; 0 where there is none. */
  readonly terminal: number;
  readonly members: readonly number[];
  /** Whether there were more than could be looked at. */
  readonly cut: boolean;
  /** Whether all processes of the machine were looked at. */
  readonly whole: boolean;
}

/** Those below a pane's process that can read its terminal, or are in the foreground of a terminal below it. */
export function terminalProcesses(panePid: number, limit: number): TerminalProcesses {
  const pane = readStat(panePid);
  if (!pane || pane.terminal === 0) return { terminal: 0, members: [], cut: false, whole: true };
  const { terminal } = pane;
  // Older kernels were built without this file, and then only those are found that have the terminal open.
  if (readText(`/proc/${panePid}/task/${panePid}/children`) === undefined) {
    return withOutsiders({ terminal, members: [], cut: false, whole: false }, limit, 0);
  }
  const search = new Search(terminal, limit);
  search.below([panePid, pane.foreground, ...orphans(pane)]);
  return { terminal, members: search.members, cut: search.cut, whole: false };
}

/**
 * The same, and those that the pane's process has not started: a pinentry of an agent, the server of an inner tmux.
 *
 * @param maxAgeMs how old the answer may be which processes have which terminal open
 */
export function withOutsiders(found: TerminalProcesses, limit: number, maxAgeMs: number): TerminalProcesses {
  const { terminal, members } = found;
  const search = new Search(terminal, limit, members);
  const holders = terminalHolders(maxAgeMs);
  for (const pid of holders.processes.get(search.device) ?? []) {
    if (members.includes(pid)) continue;
    const links = readLinks(pid);
    if (!links || !leadsToFile(pid, links, search.device)) continue;
    const stat = readStat(pid);
    // In the background of this very terminal it is stopped as soon as it reads.
    if (!stat || (stat.terminal === terminal && stat.group !== stat.foreground)) continue;
    // What reads a terminal and makes others passes on what is typed.
    search.below([pid]);
  }
  return { terminal, members: search.members, cut: found.cut || search.cut || holders.cut, whole: true };
}

class Search {
  readonly members: number[];
  readonly device: string;
  cut = false;
  readonly #terminal: number;
  readonly #limit: number;
  readonly #seen = new Set<number>();

  constructor(terminal: number, limit: number, members: readonly number[] = []) {
    this.#terminal = terminal;
    this.#limit = limit;
    this.device = terminalDevice(terminal) ?? '';
    this.members = [...members];
    for (const pid of members) this.#seen.add(pid);
  }

  below(pids: readonly number[]): void {
    const queue = [...pids];
    for (let pid = queue.shift(); pid !== undefined; pid = queue.shift()) {
      if (pid <= 0 || this.#seen.has(pid)) continue;
      if (this.#seen.size >= this.#limit) {
        this.cut = true;
        return;
      }
      this.#seen.add(pid);
      const stat = readStat(pid);
      if (!stat) continue;
      if (this.#canRead(stat)) this.members.push(pid);
      queue.push(...childrenOf(pid));
    }
  }

  #canRead({ pid, group, foreground, terminal }: Stat): boolean {
    if (terminal !== 0 && group === foreground) return true;
    if (terminal === this.#terminal) return false;
    // Of a session of its own, so that the terminal does not stop it. Where its files may not be seen it may have it.
    const links = readLinks(pid);
    if (links === undefined || leadsToFile(pid, links, this.device)) return true;
    return Object.values(links).some(isControlling);
  }
}

/** A process that has lost its parent is a child of a process above the tmux server, mostly of the first. */
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

function readStat(pid: number): Stat | undefined {
  return parseStat(readText(`/proc/${pid}/stat`) ?? '');
}
