import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Host } from '../hosts/index.js';
import { foregroundProcesses } from '../panes/index.js';
import { busyLeaders } from '../runs/index.js';

/** A pane, as tmux tells of it. */
export interface ShellPane {
  readonly pid: number;
  /** Name of the program in the foreground. */
  readonly program: string;
  /** Path of the shell that tmux starts where nobody said what. */
  readonly shell: string;
  /** Nothing was printed in it yet: no prompt at which a person could have run something. */
  readonly blank?: boolean;
}

/** A shell that is older than that has read its files. */
const YOUNG_MS = 30_000;

/**
 * Whether there is nothing in a pane but a shell that waits for a command.
 *
 * @param patienceMs how long a shell may take for that which was only just started
 */
export async function becomesIdle(
  host: Host,
  pane: ShellPane & { readonly since: Date | undefined },
  patienceMs: number,
): Promise<boolean> {
  const isYoung = Math.abs(Date.now() - (pane.since?.getTime() ?? 0)) < YOUNG_MS;
  const until = performance.now() + (isYoung ? patienceMs : 0);
  for (let pauseMs = 50; ; pauseMs *= 2) {
    const seen = await lookAtShell(host, pane);
    if (seen === 'idle') return true;
    if (performance.now() >= until) return seen === 'reading' && pane.blank === true;
    await setTimeout(pauseMs);
  }
}

/**
 * - `idle`: nothing in the foreground, nothing behind, and no script that the shell itself runs
 * - `reading`: the shell waits for what it needs for itself, for its files or to fill a variable: `x=$(make)`
 * - `busy`: all else. The name of a program alone does not tell a script from a shell
 */
async function lookAtShell(
  host: Host,
  { pid, program, shell }: ShellPane,
): Promise<'idle' | 'reading' | 'busy'> {
  const [busy, foreground] = await Promise.all([
    busyLeaders(host, { jobsOnly: true }),
    foregroundProcesses(host, [pid]),
  ]);
  if (busy.has(pid)) return 'busy';
  const inFront = foreground.get(pid) ?? [];
  const itself = inFront.find((one) => one.pid === pid);
  // A host may tell nothing of its processes.
  if (!itself) return isShellName(program, shell) ? 'idle' : 'busy';
  if (!isPlainShell(itself.argv, shell)) return 'busy';
  return inFront.length > 1 ? 'reading' : 'idle';
}

/** A shell without a script or a command to run. */
function isPlainShell([name = '', ...args]: readonly string[], shell: string): boolean {
  return isShellName(basename(name), shell) && args.every((arg) => arg.startsWith('-'));
}

function isShellName(name: string, shell: string): boolean {
  return name === basename(shell) || /^-?(?:ba|da|a|z|k|mk|c|tc|fi)?sh$|^(?:nu|busybox)$/.test(name);
}
