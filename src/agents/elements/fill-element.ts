import { checkText, squeeze } from '../../delivery/index.js';
import { isMuxError } from '../../model/index.js';
import { allNodes, type NodeQuery, type ScreenNode } from '../../screen/index.js';
import type { Command } from '../../tmux/index.js';
import { answerDefaults } from '../registry/answer/answer-defaults.js';
import { giveWords } from '../registry/answer/give-words.js';
import { moveFocus, requireRole } from './move-focus.js';
import { type ElementLook, notReached, type TreeTalk } from './tree-talk.js';

export interface FillElementOptions {
  /** Whether Enter follows when the text stands in the field. @default false */
  readonly enter?: boolean | undefined;
  /** Whether the program shows nothing, or other signs, of what is typed. @default false */
  readonly secret?: boolean | undefined;
}

export interface FilledElement {
  readonly node: ScreenNode;
  /** Whether the text was seen in the field. */
  readonly seen: boolean;
  readonly entered: boolean;
}

/** Puts text in the place of what a field has: brings the focus there, clears it, types, and sees the text come up. */
export async function fillElement(
  talk: TreeTalk,
  query: NodeQuery,
  text: string,
  { enter = false, secret = false }: FillElementOptions = {},
): Promise<FilledElement> {
  const words = checkText(text);
  const first = await talk.find(query);
  requireRole(first.node, ['textbox'], 'filled');
  const { seen: focused } = await moveFocus(talk, first);
  const empty = await clear(talk, focused);
  await type(talk, empty, words, secret);
  const isHidden = secret || empty.node.state.includes('password');
  const shown = isHidden ? undefined : await seeText(talk, empty, words);
  if (!isHidden && !shown) throw notReached(talk.talk, empty.node, 'the text does not come up in it');
  if (enter) await pressEnter(talk, shown ?? (await talk.again(empty)));
  return { node: (shown ?? empty).node, seen: shown !== undefined, entered: enter };
}

/** Takes away what stands in the field, from its end. */
async function clear(talk: TreeTalk, first: ElementLook): Promise<ElementLook> {
  let seen = first;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { value = '' } = seen.node;
    if (value === '') return seen;
    const back = Array.from({ length: [...value].length }, () => 'BSpace');
    const keys = isAtEnd(seen) ? back : ['End', ...back];
    const commands = keys.flatMap((key): Command[] => talk.talk.keys(key));
    const before = value;
    if (await talk.give(seen, commands))
      await talk.until(answerDefaults.echoMs, (now) => {
        const node = find(now.tree.children, seen.node.ref);
        return !node || node.value !== before || undefined;
      });
    seen = await talk.again(seen);
  }
  throw notReached(talk.talk, seen.node, 'what stands in it cannot be taken away');
}

/** The line of a terminal that edits it itself knows no key to go to its end: there the cursor is always at it. */
function isAtEnd({ look }: ElementLook): boolean {
  const { rows, cursor } = look.screen;
  return /^[\s│┃|_]*$/u.test((rows[cursor.y] ?? '').slice(cursor.x));
}

async function type(talk: TreeTalk, first: ElementLook, words: string, secret: boolean): Promise<void> {
  let seen = first;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (await giveWords(talk.talk, words, (commands) => talk.give(seen, commands), { secret })) return;
    seen = await talk.again(seen);
  }
  throw notReached(talk.talk, seen.node, 'the screen changes all the time');
}

function seeText(talk: TreeTalk, seen: ElementLook, words: string): Promise<ElementLook | undefined> {
  const wanted = squeeze(words);
  return talk.until(answerDefaults.echoMs, (now) => {
    const node = find(now.tree.children, seen.node.ref);
    // A field shows the end of a text that is longer than it.
    const value = squeeze(node?.value ?? '');
    const isThere = value === wanted || (value.length > 8 && wanted.endsWith(value));
    return node && isThere ? { ...now, node } : undefined;
  });
}

async function pressEnter(talk: TreeTalk, first: ElementLook): Promise<void> {
  let seen = first;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      if (await talk.press(seen, 'Enter')) return;
      seen = await talk.again(seen);
    } catch (error) {
      if (isMuxError(error, 'STALE_REF')) break;
      throw error;
    }
  }
  throw notReached(talk.talk, seen.node, 'the screen changed before Enter');
}

function find(nodes: readonly ScreenNode[], ref: string): ScreenNode | undefined {
  return [...allNodes({ children: nodes })].find((node) => node.ref === ref);
}

const MOST_TRIES = 6;
