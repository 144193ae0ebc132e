import type { RunEnding, Store } from '../store/index.js';
import type { AnswerAccount } from './answered.js';
import { PendingWrites } from './pending-writes.js';
import type { RecorderTrouble } from './run-listeners.js';
import type { EventScrubber } from './scrub-run.js';
import type { FinishedStatus, RunningStatus, WaitingStatus } from './status.js';
import { tolerant } from './tolerant.js';

/** @internal What a run tells the store. */
export interface RunJournal extends AnswerAccount {
  finished(status: FinishedStatus): Promise<void>;
  /** Its log is whole, too: nobody needs to know more of it than its files tell. */
  completed(): void;
  /** It waits for input, or goes on, as was seen behind so many answers. */
  became(status: RunningStatus | WaitingStatus, answers: number): Promise<void>;
  troubled(trouble: RecorderTrouble): Promise<void>;
  harvested(cursor: number): Promise<void>;
  /** How large the log has become. */
  measured(bytes: number): Promise<void>;
  /** Writes of which nobody waits for the end, but whoever closes the store. */
  later(writing: Promise<void>): void;
  readonly events: EventScrubber | undefined;
  readonly store: Store | undefined;
}

/** Writes into the store what happens to a run. A run that was pruned meanwhile has nothing to be written to. */
export function runJournal(
  id: string,
  store: Store | undefined,
  onCompleted: () => void = () => {},
  pending: PendingWrites = new PendingWrites(),
): RunJournal {
  const write = async (work: (store: Store) => Promise<unknown>): Promise<void> => {
    if (store) await tolerant(() => work(store), ['RUN_NOT_FOUND', 'CLOSED']);
  };
  let finished: FinishedStatus | undefined;
  return {
    events: store?.events,
    store,
    async finished(status) {
      if (finished && (isSameEnd(finished, status) || status.confidence !== 'certain')) return;
      await write(async ({ runs }) => {
        const end = storedEnd(status);
        // What the wrapper proves is stored also where something else was stored before.
        if (!(await runs.finish(id, end)) && status.confidence === 'certain') await runs.correctEnd(id, end);
      });
      finished = status;
    },
    completed: onCompleted,
    later: (writing) => pending.add(writing),
    became: (status, answers) => write((store) => store.events.status(id, status, answers)),
    answered: (answers) => write((store) => store.events.answered(id, answers)),
    takenBack: (answers) => write((store) => store.events.takeBack(id, answers)),
    troubled: ({ type, ...data }) => write((store) => store.events.append(id, type, data)),
    measured: (bytes) => write((store) => store.runs.update(id, { bytes })),
    // Only how far somebody has read: what was read is given out also where that cannot be written down.
    harvested: async (cursor) => {
      await tolerant(() => write((store) => store.runs.advanceCursor(id, cursor)), ['STORE_UNAVAILABLE']);
    },
  };
}

/** How a run ended, as the store has it. */
export function storedEnd(status: FinishedStatus) {
  const { code, signal } = status;
  const lost = status.lost === true;
  const timedOut = status.timedOut === true;
  return { exitCode: code, signal, lost, timedOut, endedBy: lost ? undefined : endedBy(status) };
}

function endedBy({ timedOut, notRun }: FinishedStatus): RunEnding {
  if (notRun) return 'not-run';
  return timedOut ? 'timeout' : 'exit';
}

function isSameEnd(a: FinishedStatus, b: FinishedStatus): boolean {
  return a.code === b.code && a.lost === b.lost && a.timedOut === b.timedOut;
}
