import { callOf, didYouMean, isMuxError, MuxError, phrase } from '../../model/index.js';
import { learnedRunSecrets, type Run } from '../../runs/index.js';
import type { RunRecord, Store } from '../../store/index.js';
import type { BaseRuntime } from '../base-runtime.js';

export interface OpenRun {
  readonly run: Run;
  /** Address of its host. */
  readonly host: string;
  /** What the store knows of it. */
  readonly record: RunRecord | undefined;
}

/**
 * A run by its id, wherever it is: the store knows its host; one that it does not know is looked for on the host that
 * is given, or on this machine. Fails with `RUN_NOT_FOUND`.
 */
export async function openRun(runtime: BaseRuntime, id: string, host?: string): Promise<OpenRun> {
  const [store, runs] = await Promise.all([runtime.store(), runtime.runs()]);
  const record = await store.runs.get(id);
  const tmux = await runtime.connect(record?.host ?? host ?? 'local');
  try {
    const run = await runs.get(id, { host: tmux });
    if (record) {
      const [learned, redactor] = await Promise.all([learnedRunSecrets(store, id), runtime.redactor()]);
      run.hide(learned);
      for (const secret of learned) redactor.hide(secret);
    }
    return { run, host: tmux.place, record };
  } catch (error) {
    if (!isMuxError(error, 'RUN_NOT_FOUND')) throw error;
    throw await notFound(store, id, error);
  }
}

async function notFound(store: Store, id: string, error: MuxError): Promise<MuxError> {
  const { runs } = await store.runs.list({ limit: 200 });
  const near = didYouMean(
    id.slice(0, 64),
    runs.map((run) => run.id),
  );
  return new MuxError('RUN_NOT_FOUND', error.message, {
    suggestion: near ?? phrase`${callOf('run.list')} lists the runs; pruned ones are removed.`,
    details: error.details,
  });
}
