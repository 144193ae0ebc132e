import { call } from '../../api/call.js';
import type { Answer } from '../runs/answer.js';
import { answerRun } from '../runs/answer-run.js';
import type { InboxItem } from './use-inbox.js';

/** Gives an answer to whatever waits. */
export async function answerItem(item: InboxItem, answer: Answer): Promise<void> {
  const { kind, target, options, promptKind } = item;
  const { text, mode } = answer;
  if (kind === 'agent') await call('agent.respond', { agent: target, text, mode });
  else await answerRun(target, { options, kind: promptKind }, answer);
}

/** Whether the answer must not be seen. */
export function isHidden({ promptKind }: Pick<InboxItem, 'promptKind'>): boolean {
  return promptKind === 'password';
}
