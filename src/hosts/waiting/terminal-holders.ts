import { listFolder, readLinks } from './proc-files.js';

export interface TerminalHolders {
  /** The processes that have a terminal open, by the path they have it under: `/dev/pts/3`. */
  readonly processes: ReadonlyMap<string, readonly number[]>;
  /** Whether there were too many descriptors to look at all of them. */
  readonly cut: boolean;
}

/**
 * Which processes of this machine have which terminal open. That is asked of each process, which takes some
 * milliseconds, so that the answer is shared: it is as old as `maxAgeMs` at most.
 */
export function terminalHolders(maxAgeMs: number): TerminalHolders {
  const now = performance.now();
  if (last && now - last.at <= maxAgeMs) return last;
  last = { at: now, ...readHolders() };
  return last;
}

let last: (TerminalHolders & { readonly at: number }) | undefined;

/** Beyond that the answer is marked as cut. */
const MOST_DESCRIPTORS = 50_000;

function readHolders(): TerminalHolders {
  const processes = new Map<string, number[]>();
  let left = MOST_DESCRIPTORS;
  for (const name of listFolder('/proc')) {
    if (left <= 0) break;
    if (!/^\d+$/.test(name)) continue;
    const links = Object.values(readLinks(Number(name)) ?? {});
    left -= links.length;
    for (const terminal of new Set(links.filter((link) => link.startsWith('/dev/pts/')))) {
      processes.set(terminal, [...(processes.get(terminal) ?? []), Number(name)]);
    }
  }
  return { processes, cut: left <= 0 };
}
