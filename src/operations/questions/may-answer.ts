import { MuxError } from '../../model/mux-error.js';
import type { Status } from '../../runs/status.js';
import type { OperationContext } from '../operation.js';
import { allows } from '../tokens/scopes.js';

type Called = Pick<OperationContext, 'caller'>;

/** Whether the caller may do no more than answer what is asked. */
export function onlyAnswers({ caller }: Called): boolean {
  return caller !== undefined && !allows(caller.scopes, 'control');
}

/**
 * Makes sure that the caller says which question is answered. A token that may only answer has to, and so has a
 * dashboard: a person who clicks has read something. Fails with `INVALID_ARGUMENT`.
 */
export function requireFingerprint(context: Called, fingerprint: string | undefined): void {
  if (fingerprint !== undefined) return;
  if (!onlyAnswers(context) && context.caller?.via !== 'cookie') return;
  throw new MuxError('INVALID_ARGUMENT', 'The answer does not say which question it is for.', {
    suggestion: 'Give the fingerprint that inbox.list, run.status or agent.status has with the question.',
    details: { missing: 'fingerprint' },
  });
}

/** Who may only answer types into no program that works, and into no shell that waits for commands. */
export function requireAsking(context: Called, id: string, status: Status): void {
  if (!onlyAnswers(context)) return;
  if (status.state === 'waiting-for-input' && !status.idle && status.confidence !== 'guess') return;
  const what = status.state === 'waiting-for-input' ? 'asks nothing' : `is ${status.state}`;
  throw new MuxError('FORBIDDEN', `Run ${id} ${what}: to type into it anyway needs the scope 'control'.`, {
    suggestion: "The scope 'respond' answers what inbox.list shows.",
    details: { state: status.state },
  });
}
