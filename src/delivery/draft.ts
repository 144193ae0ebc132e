import { MuxError } from '../model/index.js';
import { type Command, keyCommands } from '../tmux/index.js';
import type { Delivery } from './delivery.js';
import { findEcho } from './echo.js';
import { giveText } from './give-text.js';
import { isDialog } from './judge-enter.js';
import type { PaneTalk } from './pane-talk.js';
import type { Look } from './pane-view.js';
import { sendSafely } from './send-safely.js';
import { squeeze } from './text-match.js';

/** Deals with what a person has left in the input box. Resolves with the look at a box that is ready for text. */
export async function prepareBox(
  talk: PaneTalk,
  delivery: Delivery,
  look: Look,
  ifNotEmpty: 'refuse' | 'clear' | 'append' | 'keep',
): Promise<Look> {
  if (isEmpty(look)) return look;
  if (ifNotEmpty === 'append') return toTheEnd(talk, look);
  if (ifNotEmpty === 'refuse') {
    // Unless it was only half painted.
    const empty = await talk.lookUntil(KEY_MS / 2, (now) =>
      isEmpty(now) && !isDialog(now) ? now : undefined,
    );
    if (empty) return empty;
    throw notEmpty(talk, 'already holds text', 'Choose with ifNotEmpty what happens to it.');
  }
  const box = look.agent.input;
  if (ifNotEmpty === 'keep') {
    if (box?.pasteMarkers.length) {
      throw notEmpty(talk, 'holds pasted text that the screen does not show', 'It could not be put back.');
    }
    delivery.draft = box?.text;
  }
  return emptyBox(talk, look);
}

/** Puts the draft back into the empty box, where that can be done. */
export async function putDraftBack(talk: PaneTalk, delivery: Delivery): Promise<void> {
  const { draft } = delivery;
  if (draft === undefined) return;
  const isReady = (look: Look): boolean => !isDialog(look) && look.agent.input !== undefined && isEmpty(look);
  const empty = await talk.lookUntil(PUT_BACK_MS, (look) => (isReady(look) ? look : undefined));
  if (!empty) return;
  await giveText(talk, draft, { look: empty });
  if (await talk.lookUntil(PUT_BACK_MS, (look) => findEcho(draft, empty, look))) delivery.draft = undefined;
}

/** Takes a text that the program refused out of its box again, unless something else stands there, too. */
export async function takeBack(talk: PaneTalk, { text }: Delivery): Promise<boolean> {
  const isAlone = (look: Look): boolean =>
    isEmpty(look) || squeeze(look.agent.input?.text ?? '') === squeeze(text);
  const alone = await talk.lookUntil(KEY_MS, (look) => (isAlone(look) ? look : undefined));
  if (!alone) return false;
  await emptyBox(talk, alone);
  return true;
}

const PUT_BACK_MS = 2_000;
/** How long a key is given to change the box. */
const KEY_MS = 250;
const MOST_ROUNDS = 40;

function isEmpty(look: Look): boolean {
  return squeeze(look.agent.input?.text ?? '') === '';
}

async function toTheEnd(talk: PaneTalk, look: Look): Promise<Look> {
  await sendSafely(talk, keys(talk, ['End']), { look });
  const { x, y } = look.screen.cursor;
  const moved = await talk.lookUntil(KEY_MS / 5, (now) =>
    now.screen.cursor.x !== x || now.screen.cursor.y !== y ? now : undefined,
  );
  return moved ?? talk.look();
}

/** Deletes line by line, from the end, and looks after each key; at last character by character on both sides. */
async function emptyBox(talk: PaneTalk, first: Look): Promise<Look> {
  let look = first;
  const { clear } = talk.profile.keys;
  const rounds: (readonly string[])[] = [['End', ...clear]];
  for (let round = 0; round < MOST_ROUNDS && !isEmpty(look); round++) {
    const before = squeeze(look.agent.input?.text ?? '');
    await sendSafely(talk, keys(talk, rounds[round] ?? clear), { look });
    const changed = await talk.lookUntil(KEY_MS, (now) =>
      squeeze(now.agent.input?.text ?? '') !== before ? now : undefined,
    );
    look = changed ?? (await talk.look());
    if (isEmpty(look)) break;
    // Deleting a line stops at its beginning: the line break before it is a separate character.
    if (changed) continue;
    if (rounds[round]?.[0] === 'BSpace') break;
    rounds[round + 1] = ['BSpace'];
  }
  if (isEmpty(look)) return look;
  const count = String([...(look.agent.input?.text ?? '')].length + 8);
  const all: Command[] = ['BSpace', 'DC'].map((key) => ['send-keys', '-t', talk.pane.id, '-N', count, key]);
  await sendSafely(talk, all, { look });
  const empty = await talk.lookUntil(KEY_MS * 4, (now) => (isEmpty(now) ? now : undefined));
  if (empty) return empty;
  throw notEmpty(talk, 'could not be emptied', 'Empty it by hand.');
}

function keys(talk: PaneTalk, names: readonly string[]): Command[] {
  return keyCommands(talk.pane.id, names, talk.pane.tmux.version);
}

function notEmpty(talk: PaneTalk, what: string, suggestion: string): MuxError {
  return new MuxError('INPUT_NOT_EMPTY', `The input box in pane ${talk.pane.id} ${what}.`, { suggestion });
}
