import { MuxError } from '../model/index.js';
import { isLineKind } from '../screen/index.js';
import { keyCommands } from '../tmux/index.js';
import type { Delivery } from './delivery.js';
import { isWorking } from './judge-enter.js';
import type { PaneTalk } from './pane-talk.js';
import type { Look } from './pane-view.js';
import { sendSafely } from './send-safely.js';

export interface WithoutGhostOptions {
  readonly detectGhostText: boolean;
  readonly clearDelayMs: number;
}

/** How often Escape is pressed. */
const MOST_TIMES = 2;

/**
 * Takes a suggestion behind the text away with Escape: a program may take it with Enter, in the name of the caller. A
 * program at work would take Escape as the wish to stop, and a shell's line editor sends only what was typed.
 */
export async function withoutGhost(
  talk: PaneTalk,
  delivery: Delivery,
  first: Look,
  options: WithoutGhostOptions,
): Promise<Look> {
  let look = first;
  for (let times = 0; hasGhost(look) && options.detectGhostText && !isWorking(look); times++) {
    if (times === MOST_TIMES && !isLineKind(look.agent.found) && talk.profile.name === 'generic')
      throw ghostError(talk, delivery, look);
    if (times === MOST_TIMES) break;
    const dismiss = keyCommands(talk.pane.id, talk.profile.keys.dismiss, talk.pane.tmux.version);
    await sendSafely(talk, dismiss, { look, ownText: delivery.text });
    await talk.wait(options.clearDelayMs);
    look = await talk.look();
  }
  return look;
}

function hasGhost({ agent }: Look): boolean {
  return (agent.input?.ghost ?? '') !== '';
}

function ghostError(talk: PaneTalk, delivery: Delivery, { agent }: Look): MuxError {
  const ghost = agent.input?.ghost.trim() ?? '';
  delivery.add('screen', `a suggestion stays behind the text: '${ghost}'`);
  return new MuxError(
    'TEXT_MIXED',
    `The program in pane ${talk.pane.id} suggests '${ghost}' behind the text, and Escape does not take that away.`,
    { suggestion: 'Turn its suggestions off, or send the text with detectGhostText: false.' },
  );
}
