import { callOf, Deadline, durationText, isMuxError, MuxError, phrase } from '../model/index.js';
import type { LiveWorker } from './find-worker.js';
import { waitForIdle } from './wait-for-worker.js';
import { stoppedError, withLiveWorker } from './with-live-worker.js';
import type { WorkerServices } from './worker-services.js';
import { workersDefaults } from './workers-defaults.js';
import type { ReadyWait } from './workers-options.js';

/**
 * Resolves when a worker that was just started is ready for input, or has printed what it was to print. It goes on
 * where that does not happen. Fails with `TIMEOUT`, with `WORKER_STOPPED` where its program ends, and with
 * `DIALOG_OPEN` where it asks something that a person has to answer first.
 */
export async function readyWait(
  services: WorkerServices,
  name: string,
  ready: ReadyWait,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { pattern, timeoutMs = workersDefaults.readyMs } = ready;
  const call = { timeoutMs, ...(signal && { signal }) };
  try {
    await withLiveWorker(services, name, async (live) => {
      if (pattern !== undefined) await live.run.waitForText(pattern, call);
      else await untilReady(services, live, call);
    });
  } catch (error) {
    if (isMuxError(error, 'WORKER_STOPPED')) throw await stoppedError(services, name);
    if (!isMuxError(error, 'TIMEOUT')) throw error;
    throw new MuxError(
      'TIMEOUT',
      `Worker '${name}' runs, but was not ready after ${durationText(timeoutMs)}.`,
      {
        suggestion: phrase`Look at its screen with ${callOf('worker.peek', { name }, 'peek')}; wait longer, say what ready looks like, or kill it.`,
        details: { ...error.details, name },
        cause: error,
      },
    );
  }
}

async function untilReady(
  services: WorkerServices,
  live: LiveWorker,
  call: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<void> {
  const { name } = live.worker;
  using deadline = new Deadline({ what: `Waiting for worker '${name}' to be ready`, ...call });
  const { state, detail } = await waitForIdle(services, live, deadline);
  if (state !== 'asking') return;
  throw new MuxError('DIALOG_OPEN', `Worker '${name}' runs, and asks something first: ${detail}`, {
    suggestion: `Attach to it, or answer with keys; then send it what it is for.`,
    details: { name, detail },
  });
}
