import { isMuxError } from '../model/mux-error.js';
import type { Store } from '../store/store.js';
import { PendingWrites } from './pending-writes.js';
import type { RecorderTrouble } from './run-listeners.js';
import type { EventScrubber } from './scrub-run.js';
import type { FinishedStatus, RunningStatus, WaitingStatus } from './status.js';

/** @internal What a run tells the store. */
export interface RunJournal {
  finished(status: FinishedStatus): Promise<void>;
  /** Its log is whole, too: nobody needs to know more of it than its files tell. */
  completed(): void;
  /** It waits for input, or goes on. */
  became(status: RunningStatus | WaitingStatus): Promise<void>;
  troubled(trouble: RecorderTrouble): Promise<void>;
  harvested(cursor: number): Promise<void>;
  /** How large the log has become. */
  measured(bytes: number): Promise<void>;
  /** Writes of which nobody waits for the end, but whoever closes the store. */
  later(writing: Promise<void>): void;
  readonly events: EventScrubber | undefined;
}

/** Writes into the store what happens to a run. A run that was pruned meanwhile has nothing to be written to. */
export function runJournal(
  id: string,
  store: Store | undefined,
  onCompleted: () => void = () => {},
  pending: PendingWrites = new PendingWrites(),
): RunJournal {
  let finished = false;
  return {
    events: store?.events,
    async finished(status) {
      if (!store || finished) return;
      await tolerant(async () => {
        const { code, signal, lost = false, timedOut = false } = status;
        const endedBy = lost ? undefined : timedOut ? 'timeout' : 'exit';
        const first = await store.runs.finish(id, { exitCode: code, signal, lost, timedOut, endedBy });
        if (first) await store.events.append(id, 'exit', { code, signal, lost, timedOut });
      });
      finished = true;
    },
    completed: onCompleted,
    later: (writing) => pending.add(writing),
    async became(status) {
      if (store) await tolerant(() => store.events.status(id, status));
    },
    async troubled({ type, ...data }) {
      if (store) await tolerant(() => store.events.append(id, type, data));
    },
    async measured(bytes) {
      if (store) await tolerant(() => store.runs.update(id, { bytes }));
    },
    async harvested(cursor) {
      if (store) await tolerant(() => store.runs.advanceCursor(id, cursor));
    },
  };
}

async function tolerant(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isMuxError(error, 'RUN_NOT_FOUND', 'CLOSED')) throw error;
  }
}
