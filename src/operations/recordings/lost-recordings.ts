import { Deadline } from '../../model/index.js';
import type { RecordingRecord, RunRecord, Store } from '../../store/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { settleEnded } from '../runs/settle-ended.js';
import { isHere } from './recording-files.js';
import { mayStillWrite } from './recording-owner.js';

/** A host that needs longer is asked in vain. */
const ANSWER_MS = 5_000;

/** Recordings that nobody makes any more and nobody can go on with: their run has ended, or their pane is gone. */
export async function lostRecordings(
  runtime: BaseRuntime,
  store: Store,
  signal: AbortSignal,
): Promise<RecordingRecord[]> {
  const all = await store.recordings.list({ state: 'recording' });
  const left = all.filter((one) => isHere(one) && !mayStillWrite(one.owner));
  if (left.length === 0) return [];
  const goesOn = await runsThatGoOn(runtime, store, left, signal);
  const panes = new Map<string, Promise<ReadonlySet<string> | undefined>>();
  const lost = await Promise.all(
    left.map(async ({ runId, host, paneId }) => {
      if (runId !== undefined) return !goesOn.has(runId);
      const known = panes.get(host) ?? panesOf(runtime, host, signal);
      panes.set(host, known);
      return (await known)?.has(paneId ?? '') === false;
    }),
  );
  return left.filter((_, index) => lost[index]);
}

async function runsThatGoOn(
  runtime: BaseRuntime,
  store: Store,
  left: readonly RecordingRecord[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const ids = left.flatMap(({ runId }) => runId ?? []);
  const records = async (): Promise<RunRecord[]> =>
    (await Promise.all(ids.map((id) => store.runs.get(id)))).filter((run) => run !== undefined);
  await settleEnded(await records(), runtime, signal);
  return new Set((await records()).filter(({ state }) => state === 'running').map(({ id }) => id));
}

/** The panes of a host; `undefined` where it does not answer. */
async function panesOf(
  runtime: BaseRuntime,
  host: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  using deadline = new Deadline({ what: `Asking ${host} for its panes`, timeoutMs: ANSWER_MS, signal });
  try {
    const tmux = await deadline.race(runtime.connect(host));
    return new Set((await deadline.race(tmux.panes())).map(({ id }) => id));
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}
