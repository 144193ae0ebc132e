import type { RecordingRecord, Store } from '../../store/index.js';
import { isHere, removeFile } from './recording-files.js';

/** What is kept of recordings that have ended. */
export interface RecordingsPolicy {
  /** Milliseconds after its end until a recording goes. */
  readonly maxAgeMs?: number | undefined;
  /** Bytes of all together, above which the oldest go. */
  readonly maxTotalBytes?: number | undefined;
}

export interface PrunedRecording {
  readonly id: string;
  readonly path: string;
  readonly bytes: number;
  readonly reason: 'age' | 'size';
}

/** Removes recordings that have ended; one that is being made stays, and counts with its size. */
export async function pruneRecordings(
  store: Store,
  policy: RecordingsPolicy,
  { now, dryRun = false }: { readonly now: Date; readonly dryRun?: boolean },
): Promise<PrunedRecording[]> {
  const plan = prunePlan((await store.recordings.list()).filter(isHere), policy, now);
  if (dryRun) return plan.map(([, pruned]) => pruned);
  const gone: PrunedRecording[] = [];
  for (const [record, pruned] of plan) {
    await removeFile(store, record);
    if (await store.recordings.remove(record.id)) gone.push(pruned);
  }
  return gone;
}

/** What goes: the oldest first. */
function prunePlan(
  all: readonly RecordingRecord[],
  { maxAgeMs, maxTotalBytes }: RecordingsPolicy,
  now: Date,
): (readonly [RecordingRecord, PrunedRecording])[] {
  const ended = all.filter(({ state }) => state === 'stopped').sort((a, b) => endOf(a) - endOf(b));
  const oldest = maxAgeMs === undefined ? Number.NEGATIVE_INFINITY : now.getTime() - maxAgeMs;
  let total = all.reduce((sum, { bytes }) => sum + bytes, 0);
  return ended.flatMap((record) => {
    const { id, path, bytes } = record;
    const isOld = endOf(record) <= oldest;
    if (!isOld && total <= (maxTotalBytes ?? Number.POSITIVE_INFINITY)) return [];
    total -= bytes;
    return [[record, { id, path, bytes, reason: isOld ? 'age' : 'size' }] as const];
  });
}

function endOf({ stoppedAt, startedAt }: RecordingRecord): number {
  return (stoppedAt ?? startedAt).getTime();
}
