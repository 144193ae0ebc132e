import { randomBytes } from 'node:crypto';
import { tellInput } from './input-taps.js';
import type { Pane } from './pane.js';
import { type Command, commandLine } from './quote.js';

/**
 * Carries out commands for a pane if a format is true for it at that moment, as one step of tmux: it reads nothing of
 * what the program prints in between. Whether it did is the answer.
 */
export async function sendIf(pane: Pane, condition: string, commands: readonly Command[]): Promise<boolean> {
  const { tmux, id } = pane;
  const sent = `muxwright-sent-${randomBytes(4).toString('hex')}`;
  const then = commandLine([['display-message', '-p', sent], ...commands]);
  const told = await tellInput(tmux.place, commands);
  const bodies = await tmux.request([['if-shell', '-F', '-t', id, condition, then]], { server: tmux.server });
  const isSent = Buffer.concat(bodies).includes(sent);
  if (isSent) told?.();
  return isSent;
}
