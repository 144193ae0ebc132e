import { call } from '../../api/call.js';
import type { Answer } from '../runs/answer.js';
import { answerRun } from '../runs/answer-run.js';
import type { InboxItem } from './use-inbox.js';

/** Gives an answer to whatever waits, for the question that was read. */
export async function answerItem(item: InboxItem, answer: Answer): Promise<void> {
  const { kind, target, promptKind, fingerprint } = item;
  const { text, mode } = answer;
  const named = fingerprint === undefined ? {} : { fingerprint };
  if (kind === 'agent') await call('agent.respond', { agent: target, text, mode, ...named });
  else await answerRun(target, { kind: promptKind, fingerprint }, answer);
}

/** Whether the answer must not be seen. */
export function isHidden({ promptKind }: Pick<InboxItem, 'promptKind'>): boolean {
  return promptKind === 'password';
}
