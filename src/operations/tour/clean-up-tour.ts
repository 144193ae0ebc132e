import { isMuxError, parseHostAddress } from '../../model/index.js';
import { invoke } from '../invoke.js';
import type { OperationContext } from '../operation.js';
import { recordingRemove } from '../recordings/recording-end.js';
import { recordingList } from '../recordings/recording-list.js';
import { runEnd } from '../runs/run-end.js';
import { runList } from '../runs/run-list.js';
import { runPrune } from '../runs/run-upkeep.js';
import { workerClean } from '../workers/worker-clean.js';
import { workerKill } from '../workers/worker-kill.js';
import { TOUR_WORKER } from './tour-things.js';

/**
 * Ends everything on the private socket of the tour and forgets it: run, worker, recording, workspace, the tmux server
 * and the file of its socket. Where nothing is left it does nothing, so it can be called at any time.
 */
export async function cleanUpTour(host: string, context: OperationContext): Promise<void> {
  const { runs } = await invoke(runList, { host, limit: 100 }, context);
  for (const { id, state } of runs) {
    if (state === 'running') await unlessGone(invoke(runEnd, { run: id, graceMs: 200 }, context));
    const { recordings } = await invoke(recordingList, { run: id }, context);
    for (const recording of recordings)
      await unlessGone(invoke(recordingRemove, { id: recording.id }, context));
  }
  await unlessGone(invoke(workerKill, { name: TOUR_WORKER, graceMs: 200 }, context));
  await unlessGone(invoke(workerClean, { name: TOUR_WORKER }, context));
  if (runs.length > 0) await unlessGone(invoke(runPrune, { host, maxRuns: 0 }, context));
  await endServer(host, context);
}

/** A server of tmux leaves the file of its socket behind, also where it has ended by itself. */
async function endServer(host: string, { runtime }: OperationContext): Promise<void> {
  const tmux = await runtime.connect(host);
  await tmux.killServer();
  const { socket } = parseHostAddress(host);
  if (socket) await tmux.host.script(`rm -f -- "\${TMUX_TMPDIR:-/tmp}/tmux-$(id -u)/$1"`, [socket]);
}

async function unlessGone(ending: Promise<unknown>): Promise<void> {
  try {
    await ending;
  } catch (error) {
    if (!isMuxError(error) || !GONE.has(error.code)) throw error;
  }
}

const GONE: ReadonlySet<string> = new Set([
  'RUN_NOT_FOUND',
  'RECORDING_NOT_FOUND',
  'WORKER_NOT_FOUND',
  'PANE_NOT_FOUND',
  'SESSION_NOT_FOUND',
  'TARGET_NOT_FOUND',
  'NO_SERVER',
]);
