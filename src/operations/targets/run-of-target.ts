import { callOf, isMuxError, MuxError, phrase } from '../../model/index.js';
import { parseRunNote, RUN_OPTION } from '../../runs/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { resolveTarget } from './resolve-target.js';

/**
 * The id of the run that a target stands for: its own id, the name of a worker, an agent that was started as a run, or a
 * pane with a run in it. What nobody knows is given back, as the id of a run that only its host may know.
 */
export async function runOfTarget(runtime: BaseRuntime, target: string, host?: string): Promise<string> {
  const store = await runtime.store();
  const [run, worker] = await Promise.all([store.runs.get(target), store.workers.get(target)]);
  if (run) return target;
  if (worker?.runId) return worker.runId;
  const found = await resolveTarget(runtime, target, host).catch((error: unknown) => {
    if (isMuxError(error, 'TARGET_NOT_FOUND', 'NO_SERVER')) return undefined;
    throw error;
  });
  if (!found) return target;
  const note = parseRunNote((await found.pane.options.get(RUN_OPTION)) ?? '');
  if (note) return note.id;
  const { pane } = found;
  // Of a pane that does not exist, tmux gives no options, and no error.
  await pane.info();
  throw new MuxError(
    'RUN_NOT_FOUND',
    `There is no run in pane ${pane.id}: its program was not started by mux.`,
    {
      suggestion: phrase`Type into it with ${callOf('pane.send', { target: pane.id })}, and look at it with ${callOf('pane.screen', { target: pane.id })}.`,
      details: { target, paneId: pane.id },
    },
  );
}
