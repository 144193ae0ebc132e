import { runState, type StateLabel } from '../../../../src/model/states.js';

/** What the pages need to know of a run; rows of `run.list` are so. */
export interface RunFacts {
  readonly id: string;
  readonly host: string;
  readonly state: 'running' | 'finished' | 'lost';
  readonly command?: string | undefined;
  /** Of a script, its first line. */
  readonly title?: string | undefined;
  readonly type?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  readonly timedOut?: boolean | undefined;
  readonly notRun?: boolean | undefined;
  readonly startedAt?: string | undefined;
  readonly finishedAt?: string | undefined;
}

/** The state of a run as every page shows it. */
export function runLabel({ state, exitCode, signal, timedOut, notRun }: RunFacts, asks: boolean): StateLabel {
  const facts = { code: exitCode, signal, timedOut, notRun };
  return runState({ ...facts, state: state === 'running' && asks ? 'waiting-for-input' : state });
}

/** Milliseconds that a run took, or has taken by now. */
export function runDuration(run: RunFacts, now: number): number | undefined {
  if (run.startedAt === undefined) return undefined;
  const end = run.finishedAt === undefined ? now : Date.parse(run.finishedAt);
  if (run.state !== 'running' && run.finishedAt === undefined) return undefined;
  return Math.max(0, end - Date.parse(run.startedAt));
}

/** Those that have all the words, in whatever is shown of them. */
export function runsWithText<T extends RunFacts>(runs: readonly T[], text: string): readonly T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return runs;
  return runs.filter((run) => {
    const shown = [run.id, run.command, run.type, run.host, ...(run.tags ?? [])].join('\n').toLowerCase();
    return words.every((word) => shown.includes(word));
  });
}

export interface RunGroup<T> {
  /** `Today`, `Yesterday`, or a date. */
  readonly title: string;
  readonly runs: readonly T[];
}

/** Runs by the day they started on, in the order they came. */
export function runsByDay<T extends RunFacts>(runs: readonly T[], now: number): readonly RunGroup<T>[] {
  const groups = new Map<string, T[]>();
  for (const run of runs) {
    const title = dayTitle(run.startedAt, now);
    const group = groups.get(title);
    if (group) group.push(run);
    else groups.set(title, [run]);
  }
  return [...groups].map(([title, members]) => ({ title, runs: members }));
}

function dayTitle(startedAt: string | undefined, now: number): string {
  if (startedAt === undefined) return 'Some time';
  const day = midnight(Date.parse(startedAt));
  const days = Math.round((midnight(now) - day) / 86_400_000);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return new Date(day).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
}

function midnight(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
