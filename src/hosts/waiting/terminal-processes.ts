import { leadsToFile, listFolder, readLinks, readText } from './proc-files.js';
import { parseStat, type Stat } from './raw-facts.js';
import { terminalDevice } from './terminal-facts.js';

export interface TerminalProcesses {
  /** Device number of the pane's terminal; 0 where there is none. */
  readonly terminal: number;
  /** The session whose terminal it is. */
  readonly session: number;
  readonly members: readonly number[];
  /** Whether there were more than could be looked at. */
  readonly cut: boolean;
  /** Whether all processes of the machine were looked at. */
  readonly whole: boolean;
}

export interface TerminalProcessLimits {
  /** Processes of one terminal. */
  readonly processes: number;
  /** Descriptors of processes that the pane's process has not started. */
  readonly descriptors: number;
}

/** Those below a pane's process that can read its terminal, or are in the foreground of a terminal below it. */
export function terminalProcesses(panePid: number, limits: TerminalProcessLimits): TerminalProcesses {
  const pane = readStat(panePid);
  if (!pane || pane.terminal === 0) return { terminal: 0, session: 0, members: [], cut: false, whole: true };
  const { terminal, session } = pane;
  // Older kernels were built without this file, and then all processes are asked for their terminal.
  if (readText(`/proc/${panePid}/task/${panePid}/children`) === undefined) {
    return withOutsiders({ terminal, session, members: [], cut: false, whole: false }, limits);
  }
  const search = new Search(terminal, limits.processes);
  search.below([panePid, pane.foreground, ...orphans(pane)]);
  return { terminal, session, members: search.members, cut: search.cut, whole: false };
}

/**
 * The same, and those that the pane's process has not started: a pinentry of an agent, the server of an inner tmux. To
 * find them each process of the machine is asked for its descriptors.
 */
export function withOutsiders(found: TerminalProcesses, limits: TerminalProcessLimits): TerminalProcesses {
  const { terminal, session, members } = found;
  const search = new Search(terminal, limits.processes, members);
  const known = new Set(members);
  let left = limits.descriptors;
  for (const pid of allProcesses()) {
    if (known.has(pid)) continue;
    const stat = readStat(pid);
    if (!stat) continue;
    // A terminal belongs to one session; in another container there may be one with the same number.
    if (stat.session === session) {
      if (stat.group === stat.foreground) search.below([pid]);
      continue;
    }
    const links = left > 0 ? readLinks(pid) : undefined;
    // One that may not be looked at and has nothing to do with the terminal may do what it likes.
    if (!links) continue;
    const targets = Object.values(links);
    left -= targets.length;
    if (!leadsToFile(pid, links, search.device)) continue;
    // What reads a terminal and makes others passes on what is typed.
    if (targets.some((target) => target.endsWith('/ptmx'))) search.below([pid]);
    else search.take(pid);
  }
  return { ...found, members: search.members, cut: found.cut || search.cut || left <= 0, whole: true };
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

  take(pid: number): void {
    if (this.#seen.has(pid)) return;
    this.#seen.add(pid);
    this.members.push(pid);
  }

  #canRead({ pid, group, foreground, terminal }: Stat): boolean {
    if (terminal !== 0 && group === foreground) return true;
    if (terminal === this.#terminal) return false;
    // Of a session of its own, so that the terminal does not stop it. Where its files may not be seen it may have it.
    const links = readLinks(pid);
    return links === undefined || leadsToFile(pid, links, this.device);
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

function allProcesses(): number[] {
  return listFolder('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function readStat(pid: number): Stat | undefined {
  return parseStat(readText(`/proc/${pid}/stat`) ?? '');
}
