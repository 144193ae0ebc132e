import { MuxError } from '../../model/index.js';
import { focusOf, nodeText, type ScreenNode, siblingsOf } from '../../screen/index.js';
import { answerDefaults } from '../registry/answer/answer-defaults.js';
import { type ElementLook, notReached, type TreeTalk } from './tree-talk.js';

/**
 * Moves the focus to an element, one key at a time, and reads the screen after each. Arrows where one of its siblings has
 * the focus, else Tab.
 *
 * @returns the keys that it took, and the screen with the focus there
 */
export async function moveFocus(
  talk: TreeTalk,
  first: ElementLook,
): Promise<{ readonly seen: ElementLook; readonly keys: readonly string[] }> {
  let seen = first;
  const keys: string[] = [];
  const most = 2 * siblingsOf(first.tree, first.node).length + MOST_TABS;
  // A key that has changed nothing in this place is not tried there again.
  const useless = new Set<string>();
  for (let tries = 0; keys.length < most && tries < most * 2; tries++) {
    if (seen.node.state.includes('focused')) return { seen, keys };
    const place = focusOf(seen.tree);
    const key = nextKeys(seen).find((one) => !useless.has(`${place} ${one}`));
    if (key === undefined) break;
    if (await talk.press(seen, key)) {
      keys.push(key);
      const moved = await talk.until(
        answerDefaults.moveMs,
        (now) => focusOf(now.tree) !== place || undefined,
      );
      if (!moved) useless.add(`${place} ${key}`);
    }
    seen = await talk.again(seen);
  }
  throw notReached(talk.talk, seen.node, 'the focus does not get there');
}

const MOST_TABS = 24;

/** Which keys may bring the focus nearer, the best first. */
function nextKeys({ tree, node }: ElementLook): string[] {
  const siblings = siblingsOf(tree, node);
  const at = siblings.find(({ state }) => state.includes('focused'));
  if (!at) return ['Tab'];
  const isBefore = siblings.indexOf(node) < siblings.indexOf(at);
  const beside = at.bounds.row === node.bounds.row;
  const arrow = beside ? (isBefore ? 'Left' : 'Right') : isBefore ? 'Up' : 'Down';
  return [arrow, 'Tab'];
}

/** Fails where an element is not one that is chosen or filled. */
export function requireRole(node: ScreenNode, roles: readonly string[], what: string): void {
  if (roles.includes(node.role)) return;
  throw new MuxError('INVALID_ARGUMENT', `${nodeText(node)} cannot be ${what}.`, {
    suggestion: `Name one of the roles ${roles.join(', ')}.`,
    details: { ref: node.ref, role: node.role },
  });
}
