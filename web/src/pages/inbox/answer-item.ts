import { call } from '../../api/call.js';
import type { Answer } from '../runs/answer-form.js';
import type { InboxItem } from './use-inbox.js';

/** Gives an answer to whatever waits. A single key is not followed by Enter. */
export async function answerItem(item: InboxItem, { text, mode, secret }: Answer): Promise<void> {
  if (item.kind === 'agent') await call('agent.respond', { agent: item.target, text, mode });
  else await call('run.input', { run: item.target, text, secret, enter: item.promptKind !== 'key' });
}

/** Whether the answer must not be seen. */
export function isHidden({ promptKind }: Pick<InboxItem, 'promptKind'>): boolean {
  return promptKind === 'password';
}
