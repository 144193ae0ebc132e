import { isMuxError } from '../model/index.js';
import { findWorker, type LiveWorker, liveWorker } from './find-worker.js';
import { waitForEnd } from './worker-end.js';
import { workerStopped } from './worker-errors.js';
import type { WorkerServices } from './worker-services.js';
import { workersDefaults } from './workers-defaults.js';

/** Does something with a worker that runs. Fails with `WORKER_STOPPED` where it does not, or ends meanwhile. */
export async function withLiveWorker<T>(
  services: WorkerServices,
  name: string,
  work: (live: LiveWorker) => Promise<T>,
): Promise<T> {
  const live = await liveWorker(services, name);
  try {
    return await work(live);
  } catch (error) {
    if (!isMuxError(error, 'PANE_NOT_FOUND', 'PANE_DEAD', 'NO_SERVER', 'RUN_ENDED')) throw error;
    throw await stoppedError(services, name);
  }
}

/** Says how it ended, for which its record has to be there. */
export async function stoppedError(services: WorkerServices, name: string): Promise<Error> {
  const found = await findWorker(services, name);
  await waitForEnd(services, found, { timeoutMs: workersDefaults.answerMs }).catch(() => {});
  return workerStopped((await findWorker(services, name)).worker);
}
