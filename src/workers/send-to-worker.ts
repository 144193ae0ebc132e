import {
  type DeliveryStatus,
  lockPane,
  type Receipt,
  type SendTextOptions,
  typeOnce,
} from '../delivery/index.js';
import { Deadline, MuxError } from '../model/index.js';
import { classifyScreen } from '../panes/index.js';
import { checkText } from './check-input.js';
import type { LiveWorker } from './find-worker.js';
import { learnSecret } from './learned-secrets.js';
import { lookAtScreen, type ScreenLook } from './look-at-activity.js';
import { withLiveWorker } from './with-live-worker.js';
import { checkWorkerName } from './worker-name.js';
import type { WorkerServices } from './worker-services.js';
import { workersDefaults } from './workers-defaults.js';

export interface WorkerSendOptions
  extends Pick<
    SendTextOptions,
    'enter' | 'secret' | 'when' | 'ifNotEmpty' | 'idempotencyKey' | 'timeoutMs' | 'signal'
  > {
  /**
   * How the text is given: `bridge` proves that a program with an input box took it, and touches no dialog; `line`
   * types it, and Enter as a key of its own, whatever is in front.
   * @default what fits the program
   */
  readonly via?: 'bridge' | 'line';
}

export interface WorkerSendResult {
  readonly name: string;
  readonly via: 'bridge' | 'line';
  /** `typed`: the terminal has it; whether a line program reads it is that program's business. */
  readonly status: DeliveryStatus | 'typed';
  /** What proves it, where there is proof. */
  readonly receipt?: Receipt;
}

/**
 * Sends text to a worker. One sender at a time, also from other processes. Fails with `WORKER_STOPPED`, and with what
 * keeps a program with an input box from taking it, such as `DIALOG_OPEN`.
 */
export async function sendToWorker(
  services: WorkerServices,
  name: string,
  text: string,
  options: WorkerSendOptions = {},
): Promise<WorkerSendResult> {
  checkWorkerName(name);
  checkText(text);
  return withLiveWorker(services, name, async (live) => {
    if (options.secret) await learn(services, live, text, options);
    const via = options.via ?? wayTo(await lookAtScreen(services, live));
    return via === 'bridge' ? deliver(services, live, text, options) : type(live, text, options);
  });
}

/** Before it is typed, so that nobody sees it who reads what the program makes of it. */
async function learn(
  services: WorkerServices,
  { tmux, pane, run, worker }: LiveWorker,
  secret: string,
  { signal, timeoutMs = workersDefaults.waitMs }: WorkerSendOptions,
): Promise<void> {
  const what = `Sending text to worker '${worker.name}'`;
  using deadline = new Deadline({ what, timeoutMs, ...(signal && { signal }) });
  // One after the other, as all that is sent: what is remembered is read, and written with more.
  await using _lock = await lockPane(tmux, pane.id, { deadline });
  await learnSecret(services, worker.name, secret);
  await run.learn(secret);
}

/** A box, or a menu in front of one, is the sign of a program that paints its screen itself. */
export function wayTo({ hasBox, profile, screen }: ScreenLook): 'bridge' | 'line' {
  return hasBox || classifyScreen(profile, screen).menu ? 'bridge' : 'line';
}

async function deliver(
  services: WorkerServices,
  { tmux, pane, run, worker: { name } }: LiveWorker,
  text: string,
  { via: _, ...options }: WorkerSendOptions,
): Promise<WorkerSendResult> {
  const result = await (await services.delivery(tmux)).sendText(pane.id, text, options);
  const { status, receipt, errorCode = 'SEND_UNCONFIRMED', errorMessage = '', advice } = result;
  if (result.success || status === 'unconfirmed')
    return { name, via: 'bridge', status: status ?? 'typed', ...(receipt && { receipt }) };
  throw new MuxError(errorCode, `Worker '${name}' did not get the text: ${run.redact(errorMessage)}`, {
    suggestion: advice?.map((text) => run.redact(text)),
    details: { name },
  });
}

async function type(live: LiveWorker, text: string, options: WorkerSendOptions): Promise<WorkerSendResult> {
  const { tmux, pane, run, worker } = live;
  const { enter, secret = false, signal, timeoutMs = workersDefaults.waitMs, idempotencyKey: key } = options;
  const what = `Sending text to worker '${worker.name}'`;
  using deadline = new Deadline({ what, timeoutMs, ...(signal && { signal }) });
  await checkLines(live, text);
  await using _lock = await lockPane(tmux, pane.id, { deadline });
  await typeOnce(pane, { key, text, secret }, (together) =>
    run.send(text, { ...(enter !== undefined && { enter }), secret, together }),
  );
  return { name: worker.name, via: 'line', status: 'typed' };
}

/** The most that a terminal keeps of a line for a program that reads whole lines; the rest would be lost. */
const LONGEST_LINE = 4_095;

async function checkLines({ run, worker }: LiveWorker, text: string): Promise<void> {
  const longest = text.split('\n').reduce((most, line) => Math.max(most, Buffer.byteLength(line)), 0);
  if (longest < LONGEST_LINE) return;
  const status = await run.status();
  if (status.state !== 'waiting-for-input' || status.kind === 'key') return;
  throw new MuxError(
    'TEXT_TOO_LONG',
    `Worker '${worker.name}' reads lines of ${LONGEST_LINE} bytes at most, and one has ${longest}.`,
    { suggestion: 'Write the text into a file on its host, and send the path.' },
  );
}
