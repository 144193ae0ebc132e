import { setTimeout } from 'node:timers/promises';
import { type CallOptions, Deadline, isMuxError, redactedError } from '../model/index.js';
import type { WorkerExit } from '../store/index.js';
import { checkText } from './check-input.js';
import { type FoundWorker, findWorker, type LiveWorker } from './find-worker.js';
import { hideLearned } from './learned-secrets.js';
import type { Activity } from './look-at-activity.js';
import { waitUntilReady } from './wait-until-ready.js';
import { stoppedError, withLiveWorker } from './with-live-worker.js';
import { runOf, waitForEnd } from './worker-end.js';
import type { WorkerServices } from './worker-services.js';
import { workersDefaults } from './workers-defaults.js';

/** The deadline is 30 seconds unless told; 0 means none. */
export interface WaitOptions extends CallOptions {
  /**
   * `exit`: its program has ended. `idle`: it takes input, or asks something. `quiet`: it printed nothing for a while.
   * @default 'exit'
   */
  readonly until?: 'exit' | 'idle' | 'quiet';
  /** Until this is in the log or on the screen, whatever `until` says. */
  readonly text?: string | RegExp;
  /** For `text`: where in the log to begin. */
  readonly cursor?: number;
  /**
   * How long a worker must be `quiet`.
   * @default 2000
   */
  readonly quietMs?: number;
}

/** What was waited for. */
export interface WaitResult {
  readonly name: string;
  readonly until: 'exit' | 'idle' | 'quiet' | 'text';
  /** Of `exit`. */
  readonly exit?: WorkerExit;
  /** Of `idle`. */
  readonly activity?: Activity;
  /** Of `text`: the line. */
  readonly line?: string;
}

/** Waits for something to happen to a worker. Fails with `TIMEOUT`, or with `WORKER_STOPPED` where it ends first. */
export async function waitForWorker(
  services: WorkerServices,
  name: string,
  options: WaitOptions = {},
): Promise<WaitResult> {
  const { until = 'exit', text } = options;
  const { timeoutMs = workersDefaults.waitMs, signal, quietMs = workersDefaults.quietMs } = options;
  const call = { timeoutMs, ...(signal && { signal }) };
  if (text !== undefined && !(text instanceof RegExp)) checkText(text);
  using deadline = new Deadline({ what: `Waiting for worker '${name}'`, ...call });
  const found = await whenStarted(services, name, deadline);
  if (text !== undefined) return { name, until: 'text', line: await waitForText(services, found, options) };
  if (until === 'exit') return { name, until, exit: await waitForEnd(services, found, call) };
  return await withLiveWorker(services, name, async (live) => {
    if (until === 'idle') return { name, until, activity: await waitForIdle(services, live, deadline) };
    await live.pane.waitForQuiet(quietMs, call).catch((error: unknown) => {
      throw redactedError(error, (text) => live.run.redact(text));
    });
    return { name, until };
  });
}

/** How often a worker that is being started is looked at; only the one who starts it is told. */
const START_LOOK_MS = 200;

/** What it did before is not waited for any more. */
async function whenStarted(services: WorkerServices, name: string, deadline: Deadline): Promise<FoundWorker> {
  for (;;) {
    const found = await deadline.race(findWorker(services, name));
    if (found.worker.state !== 'starting') return found;
    await deadline.race(setTimeout(START_LOOK_MS));
  }
}

async function waitForText(
  services: WorkerServices,
  found: FoundWorker,
  { text = '', cursor, timeoutMs = workersDefaults.waitMs, signal }: WaitOptions,
): Promise<string> {
  const { name } = found.worker;
  const run = await runOf(services, found);
  const call = { timeoutMs, ...(signal && { signal }), ...(cursor !== undefined && { cursor }) };
  const line = await run.waitForText(text, call).catch(async (error: unknown) => {
    throw isMuxError(error, 'RUN_ENDED') ? await stoppedError(services, name) : error;
  });
  // Somebody may have sent it a secret meanwhile.
  const record = await services.store.workers.get(name);
  if (record) await hideLearned(services, record, run);
  return run.redact(line);
}

/** Resolves when the program takes input or asks something. */
export async function waitForIdle(
  services: WorkerServices,
  live: LiveWorker,
  deadline: Deadline,
): Promise<Activity> {
  const activity = await waitUntilReady(services, live, deadline);
  if (activity) return activity;
  throw await stoppedError(services, live.worker.name);
}
