import { type CallOptions, Deadline, durationText, isMuxError, MuxError } from '../model/index.js';
import type { AgentState, AgentVerdict, ExplainedSignal } from './agent-verdict.js';
import { statusDefaults } from './status-defaults.js';

export interface WatchedAgent {
  readonly pane: { readonly id: string };
  readonly verdict: AgentVerdict;
  readonly closed: boolean;
  start(): Promise<void>;
  explain(): readonly ExplainedSignal[];
  on(event: 'transition' | 'closed', listener: () => void): unknown;
  off(event: 'transition' | 'closed', listener: () => void): unknown;
}

/** Waits until an agent is in one of some states. What fails says what was seen meanwhile. */
export async function waitForVerdict(
  watch: WatchedAgent,
  states: readonly AgentState[],
  options: CallOptions,
): Promise<AgentVerdict> {
  const what = `Waiting for the agent in ${watch.pane.id} to be ${states.join(' or ')}`;
  using deadline = new Deadline({ timeoutMs: statusDefaults.waitTimeoutMs, ...options, what });
  let check = (): void => {};
  const reached = new Promise<AgentVerdict>((resolve, reject) => {
    check = () => {
      const { verdict, closed } = watch;
      if (states.includes(verdict.state)) resolve(verdict);
      else if (verdict.state === 'EXITED' || closed) reject(endedError(watch, what));
    };
    watch.on('transition', check);
    watch.on('closed', check);
  });
  reached.catch(() => {});
  try {
    await deadline.race(watch.start());
    check();
    return await deadline.race(reached);
  } catch (error) {
    throw withSignals(error, watch.explain());
  } finally {
    watch.off('transition', check);
    watch.off('closed', check);
  }
}

function endedError({ verdict, pane }: WatchedAgent, what: string): MuxError {
  const why = verdict.state === 'EXITED' ? `it has ended: ${verdict.detail}` : 'its watch was closed';
  return new MuxError(
    verdict.state === 'EXITED' ? 'PANE_DEAD' : 'CLOSED',
    `${what} came to nothing, because ${why}.`,
    {
      suggestion: 'Start the agent again.',
      details: { pane: pane.id },
    },
  );
}

function withSignals(error: unknown, signals: readonly ExplainedSignal[]): unknown {
  if (!isMuxError(error, 'TIMEOUT')) return error;
  const lines = signals.map(
    ({ source, said, ageMs, role }) => `  ${source}, ${durationText(ageMs)} ago: ${said} (${role})`,
  );
  const heard = lines.length === 0 ? 'Nothing was heard.' : `What was heard:\n${lines.join('\n')}`;
  return new MuxError('TIMEOUT', `${error.message}\n${heard}`, {
    suggestion: error.advice,
    details: { ...error.details, signals },
    cause: error,
  });
}
