import { isDialog, type Look, squeeze } from '../../../delivery/index.js';
import { steadyRow } from '../../../screen/index.js';
import { answerDefaults } from './answer-defaults.js';
import { giveWords } from './give-words.js';
import { isSameQuestion, type MenuLook, type MenuTalk, menuIn, notChosen, rowsAbove } from './menu-talk.js';

/** How long a place for text must be there before it is one: a screen may be half painted. */
const STABLE_MS = 150;

/**
 * What Enter on the option for own words has led to: a place for text in the midst of the menu, or `undefined` where the
 * menu is gone, and an input box is there instead.
 */
export async function seeEditor(talk: MenuTalk, seen: MenuLook): Promise<Look | undefined> {
  const before = caretOf(seen.look);
  let since: { readonly at: number; readonly place: string } | undefined;
  const came = await talk.until(
    answerDefaults.chosenMs,
    (look) => {
      const isGone =
        !look.agent.menu && (look.agent.input !== undefined || !isDialog(look)) && !showsQuestion(look, seen);
      if (isGone) return 'gone' as const;
      const caret = caretOf(look);
      if (caret === undefined || caret === before) {
        since = undefined;
        return undefined;
      }
      if (since?.place !== caret) since = { at: look.at, place: caret };
      return look.at - since.at >= STABLE_MS ? look : undefined;
    },
    () => STABLE_MS / 2,
  );
  if (came === undefined) throw notChosen(talk, `"${seen.menu.title}" is still there after Enter`);
  return came === 'gone' ? undefined : came;
}

/** Writes the words where the caret is, and presses Enter when they stand there. Whether another question follows. */
export async function answerInEditor(
  talk: MenuTalk,
  seen: MenuLook,
  editor: Look,
  words: string,
): Promise<boolean> {
  const question = rowsAbove(seen).filter((row) => SAYS_SOMETHING.test(row));
  const asked = rowsShowing(editor, question);
  if (!asked || !(await giveWords(talk, words, (commands) => talk.giveAt(editor, asked, commands))))
    throw notChosen(talk, 'the screen changed before the words were written');
  const written = await talk.until(answerDefaults.echoMs, (look) =>
    endsAtCaret(look, words) ? look : undefined,
  );
  if (!written) throw notChosen(talk, 'what was written is not seen in the place for text');
  const still = rowsShowing(written, question);
  const isGiven =
    still && (await talk.giveAt(written, [...still, written.screen.cursor.y], talk.keys('Enter')));
  if (!isGiven)
    throw notChosen(talk, 'the screen changed before Enter; the words stand in the place for text');
  const asksAgain = await talk.until(answerDefaults.chosenMs, (look) => {
    if (endsAtCaret(look, words)) return undefined;
    const now = menuIn(look);
    if (now) return isSameQuestion(now, seen) ? undefined : true;
    return showsQuestion(look, seen) ? undefined : isDialog(look);
  });
  if (asksAgain !== undefined) return asksAgain;
  throw notChosen(talk, `"${seen.menu.title}" is still there after Enter`);
}

const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/** Where these rows of a question stand on a screen; `undefined` where one of them is missing. */
function rowsShowing({ screen }: Look, question: readonly string[]): number[] | undefined {
  const shown = screen.rows.map(steadyRow);
  const rows = question.map((row) => shown.indexOf(row));
  return rows.includes(-1) ? undefined : rows;
}

/** Whether the options are still on the screen, in whatever form. */
function showsQuestion({ screen }: Look, { menu }: MenuLook): boolean {
  const labels = menu.options.slice(0, 2).map(({ label }) => squeeze(label));
  return labels.every((label) => screen.rows.some((row) => squeeze(row).includes(label)));
}

/** Where a caret can be seen: the cursor of the terminal, or a cell in reverse video at its place. */
function caretOf({ screen: { cursor, styledRows } }: Look): string | undefined {
  const place = `${cursor.x} ${cursor.y}`;
  if (cursor.visible) return place;
  let column = 0;
  for (const run of styledRows[cursor.y] ?? []) {
    const end = column + run.text.length;
    if (cursor.x >= column && cursor.x < end) return run.reverse ? place : undefined;
    column = end;
  }
  return undefined;
}

/** The end of the words right before the caret, over as many rows as they take, or what stands for a long paste. */
function endsAtCaret({ screen: { rows, cursor } }: Look, words: string): boolean {
  const last = [...(rows[cursor.y] ?? '')].slice(0, cursor.x).join('');
  const shown = squeeze([...rows.slice(Math.max(0, cursor.y - MOST_ROWS), cursor.y), last].join(''));
  return (
    shown.endsWith(squeeze(words).slice(-LONGEST_END)) ||
    /\[Pasted (?:text|Content)[^\]]*\]$/i.test(last.trim())
  );
}

const MOST_ROWS = 8;
const LONGEST_END = 40;
