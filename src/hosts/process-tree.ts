import { readFile } from 'node:fs/promises';

/** Whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether one process was started by the other, over however many steps; `undefined` where nobody can tell any more. */
export async function isDescendant(pid: number, ancestor: number): Promise<boolean | undefined> {
  let current = pid;
  for (let steps = 0; steps < MOST_STEPS && current > 1; steps++) {
    const parent = await parentOf(current);
    if (parent === undefined) return undefined;
    if (parent === ancestor) return true;
    current = parent;
  }
  return false;
}

const MOST_STEPS = 64;

async function parentOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name of the program, in parentheses, may hold anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[1] === undefined ? undefined : Number(fields[1]);
}
