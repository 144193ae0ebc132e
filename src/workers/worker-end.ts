import type { CallOptions } from '../model/index.js';
import type { Run } from '../runs/index.js';
import type { WorkerExit } from '../store/index.js';
import type { FoundWorker } from './find-worker.js';
import { settleStopped, toExit } from './judge-worker.js';
import { hideLearned } from './learned-secrets.js';
import { workerStopped } from './worker-errors.js';
import type { WorkerServices } from './worker-services.js';

/** Resolves when the program of a worker has ended, with how it did. */
export async function waitForEnd(
  services: WorkerServices,
  found: FoundWorker,
  call: CallOptions,
): Promise<WorkerExit> {
  const { worker, record } = found;
  if (worker.state === 'stopped' && worker.exit) return worker.exit;
  const run = await runOf(services, found);
  const exit = toExit(await run.finished(call));
  await settleStopped(services, record, exit);
  return exit;
}

/** The run of a worker, also of one that has ended. */
export async function runOf(services: WorkerServices, { worker, record }: FoundWorker): Promise<Run> {
  if (worker.runId === undefined) throw workerStopped(worker);
  const run = await (await services.runs()).get(worker.runId, { host: await services.tmux(record.host) });
  await hideLearned(services, record, run);
  return run;
}
