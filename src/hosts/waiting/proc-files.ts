import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';

/** The text of a file; `undefined` where it is gone or not for us. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1').trimEnd();
  } catch {
    return undefined;
  }
}

/** The names in a folder; none where it is gone or not for us. */
export function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** What the descriptors of a process lead to; `undefined` where it is gone or not for us. */
export function readLinks(pid: number): Record<number, string> | undefined {
  try {
    const links: Record<number, string> = {};
    const names = readdirSync(`/proc/${pid}/fd`);
    for (const fd of names) {
      try {
        links[Number(fd)] = readlinkSync(`/proc/${pid}/fd/${fd}`);
      } catch {
        // Closed in between.
      }
    }
    // Root in a container may list what it may not follow.
    return names.length > 0 && Object.keys(links).length === 0 ? undefined : links;
  } catch {
    return undefined;
  }
}

/**
 * Whether one of the descriptors of a process leads to a file. By its name alone that is not known: each container has a
 * `/dev/pts/0` of its own.
 */
export function leadsToFile(pid: number, links: Readonly<Record<number, string>>, path: string): boolean {
  return Object.entries(links).some(
    ([fd, link]) => link.endsWith(path) && isSameFile(`/proc/${pid}/fd/${fd}`, path),
  );
}

function isSameFile(one: string, other: string): boolean {
  try {
    const [a, b] = [statSync(one), statSync(other)];
    return a.dev === b.dev && a.ino === b.ino;
  } catch {
    return false;
  }
}
