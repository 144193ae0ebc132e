/** What is kept of runs that have ended. Runs that go on are kept whole, whatever it says. */
export interface RetentionPolicy {
  /** Milliseconds after its end until a run goes. */
  readonly maxAgeMs?: number | undefined;
  /** So many ended runs are kept, those that ended last. */
  readonly maxRuns?: number | undefined;
  /** Bytes of all logs together, above which ended runs go, the oldest first. */
  readonly maxBytes?: number | undefined;
  /** Files of ended runs go as soon as their log was harvested to its end; what the store knows of them stays. */
  readonly persisted?: boolean | undefined;
  /**
   * Milliseconds after the end of a run, and after anything happened in its window, until the shell that was kept
   * there is ended. Only where nobody looks at it and nothing runs in it. While it is there, its run is kept.
   */
  readonly keepAliveMs?: number | undefined;
}

export type PruneReason = 'age' | 'count' | 'size' | 'persisted';

/** An ended run, as far as it matters for how long it is kept. */
export interface EndedRun {
  readonly id: string;
  readonly endedAt: Date;
  /** Of its files. */
  readonly bytes: number;
  /** Its log was harvested to the end, and there is something of it to be removed. */
  readonly persisted: boolean;
}

/**
 * Which runs go, and why.
 *
 * @param bytesInUse of the logs of runs that go on
 */
export function prunePlan(
  runs: readonly EndedRun[],
  policy: RetentionPolicy,
  now: Date,
  bytesInUse: number,
): Map<string, PruneReason> {
  const { maxAgeMs = Infinity, maxRuns = Infinity, maxBytes = Infinity, persisted = false } = policy;
  const plan = new Map<string, PruneReason>();
  let bytes = bytesInUse;
  const newestFirst = [...runs].sort((a, b) => order(b, a));
  const kept = newestFirst.filter((run, n) => {
    if (now.getTime() - run.endedAt.getTime() > maxAgeMs) plan.set(run.id, 'age');
    else if (n >= maxRuns) plan.set(run.id, 'count');
    else if (persisted && run.persisted) plan.set(run.id, 'persisted');
    else bytes += run.bytes;
    return !plan.has(run.id);
  });
  for (const run of kept.reverse()) {
    if (bytes <= maxBytes) break;
    if (run.bytes === 0) continue;
    plan.set(run.id, 'size');
    bytes -= run.bytes;
  }
  return plan;
}

function order(a: EndedRun, b: EndedRun): number {
  return a.endedAt.getTime() - b.endedAt.getTime() || (a.id < b.id ? -1 : 1);
}
