import { Deadline } from '../../model/deadline.js';
import type { RunRecord } from '../../store/run-record.js';
import type { BaseRuntime } from '../base-runtime.js';

/** A host that needs longer is asked in vain. */
const ANSWER_MS = 5_000;

/**
 * Looks at the hosts of runs that went on when they were last seen, and writes down which have ended. A host that does
 * not answer in time holds up nobody: its runs are told as they were. Whether anything has changed is the answer.
 */
export async function settleEnded(
  records: readonly RunRecord[],
  runtime: BaseRuntime,
  signal: AbortSignal,
): Promise<boolean> {
  const hosts = new Set(records.filter(({ state }) => state === 'running').map(({ host }) => host));
  const settled = await Promise.all([...hosts].map((host) => settleHost(host, runtime, signal)));
  return settled.includes(true);
}

async function settleHost(host: string, runtime: BaseRuntime, signal: AbortSignal): Promise<boolean> {
  using deadline = new Deadline({ what: `Asking ${host} for its runs`, timeoutMs: ANSWER_MS, signal });
  try {
    return await deadline.race(recover(host, runtime));
  } catch (error) {
    if (signal.aborted) throw error;
    return false;
  }
}

async function recover(host: string, runtime: BaseRuntime): Promise<boolean> {
  const [automation, tmux] = await Promise.all([runtime.automation(), runtime.connect(host)]);
  return (await automation.recover(tmux)).changed.length > 0;
}
