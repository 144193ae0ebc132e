import { lockPane } from '../../delivery/index.js';
import { Deadline } from '../../model/index.js';
import { learnRunSecret, rememberHidden } from '../../runs/index.js';
import type { OperationContext } from '../operation.js';
import type { OpenPane } from './open-pane.js';

/**
 * Remembers what is about to be typed into a pane as a secret, so that nobody sees it who reads what the program makes of
 * it, in any process.
 */
export async function learnPaneSecret(
  { tmux, pane, run }: OpenPane,
  secret: string,
  timeoutMs: number,
  { runtime, signal }: Pick<OperationContext, 'runtime' | 'signal'>,
): Promise<void> {
  const store = await runtime.store();
  using deadline = new Deadline({ what: `Sending text to pane ${pane.id}`, timeoutMs, signal });
  // One after the other, as all that is sent: what is remembered is read, and written with more.
  await using _lock = await lockPane(tmux, pane.id, { deadline });
  await rememberHidden(store, pane, secret);
  if (!run) return;
  await run.learn(secret);
  await learnRunSecret(store, run.id, secret);
}
