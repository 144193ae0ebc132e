import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until all processes with this home are gone, and ends those that stay. */
export async function endProcessesOf(home: string): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const left = await processesOf(home);
    if (left.length === 0) return;
    if (performance.now() > endsAt) for (const pid of left) endProcess(pid);
    await sleep(20);
  }
}

/** An agent whose terminal is gone still writes down its session. */
const PATIENCE_MS = 3_000;

/** The processes whose environment names this home. */
export async function processesOf(home: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const belongs = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      return environment.split('\0').includes(`HOME=${home}`);
    }),
  );
  return pids.filter((_, index) => belongs[index]);
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went by itself.
  }
}
