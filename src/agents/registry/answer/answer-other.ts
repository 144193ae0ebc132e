import { checkText, type Evidence } from '../../../delivery/index.js';
import { answerDefaults } from './answer-defaults.js';
import { answerInEditor, seeEditor } from './answer-in-editor.js';
import { type Chosen, highlight, seeMenuGo } from './choose-option.js';
import { findOther, optionText } from './find-option.js';
import { giveWords } from './give-words.js';
import { isSameQuestion, type MenuLook, type MenuTalk, menuIn, notChosen } from './menu-talk.js';

/** How far an answer in one's own words came. */
export type OtherAnswer =
  /** It was written into the option itself, and taken. */
  | ({ readonly kind: 'answered' } & Chosen)
  /** The option was taken, and a place for text should be there now. */
  | { readonly kind: 'opened'; readonly evidence: readonly Evidence[] };

/**
 * Goes to the option that takes words of one's own. Where that is a line to write on, they are written there, before
 * Enter: an empty line would decline the question. Where Enter opens a place for them, it is opened.
 */
export async function answerOther(talk: MenuTalk, text: string): Promise<OtherAnswer> {
  const words = checkText(text);
  const begin = performance.now();
  const noticed = (detail: string): Evidence => ({
    source: 'screen',
    detail,
    atMs: Math.round(performance.now() - begin),
  });
  const first = await talk.firstMenu();
  const index = findOther(first.menu);
  let current = first;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (tries > 0) current = await talk.sameMenu(first);
    const seen = await highlight(talk, current, index);
    const evidence = [noticed(`'${optionText(seen.highlighted)}' was highlighted`)];
    if (!isLineToWriteOn(seen)) {
      if (!(await talk.press(seen, 'Enter'))) continue;
      const editor = await seeEditor(talk, seen);
      if (editor) {
        evidence.push(noticed('a place for text came up in the menu'));
        const asksAgain = await answerInEditor(talk, seen, editor, words);
        evidence.push(noticed(`the words stood there, and "${seen.menu.title}" was gone after Enter`));
        return { kind: 'answered', label: optionText(seen.highlighted), evidence, asksAgain };
      }
      return {
        kind: 'opened',
        evidence: [...evidence, noticed(`"${seen.menu.title}" was gone after Enter`)],
      };
    }
    if (!(await write(talk, seen, words))) continue;
    const written = await talk.until(answerDefaults.echoMs, (look) => {
      const now = menuIn(look);
      return now && isSameQuestion(now, seen, index) && showsWords(now, words) ? now : undefined;
    });
    if (!written) throw notChosen(talk, 'what was written is not seen in the option');
    evidence.push(noticed('the words stand in the option'));
    const asksAgain = await enter(talk, written, words, index);
    evidence.push(noticed(`"${seen.menu.title}" was gone after Enter`));
    return { kind: 'answered', label: optionText(seen.highlighted), evidence, asksAgain };
  }
  throw notChosen(talk, 'the screen changed all the time');
}

const MOST_TRIES = 6;

/** Whether the caret is in the option, drawn by the terminal or by the program. */
function isLineToWriteOn({ look, highlighted }: MenuLook): boolean {
  const { cursor, styledRows, rows } = look.screen;
  if (cursor.y !== highlighted.row) return false;
  const firstWord = highlighted.label.split(/\s/)[0] ?? '';
  const labelColumn = (rows[cursor.y] ?? '').indexOf(firstWord);
  if (labelColumn < 0 || cursor.x < labelColumn) return false;
  if (cursor.visible) return true;
  let column = 0;
  for (const run of styledRows[cursor.y] ?? []) {
    const end = column + run.text.length;
    if (cursor.x >= column && cursor.x < end) return run.reverse;
    column = end;
  }
  return false;
}

function write(talk: MenuTalk, seen: MenuLook, words: string): Promise<boolean> {
  return giveWords(talk, words, (commands) => talk.give(seen, commands));
}

/** The beginning of the words, as far as blanks can be compared, or what stands for a long paste. */
function showsWords({ highlighted }: MenuLook, words: string): boolean {
  const squeezed = (text: string): string => text.replace(/\s+/g, '');
  const shown = squeezed(highlighted.label);
  return (
    shown.startsWith(squeezed(words).slice(0, 24)) || /\[Pasted (?:text|Content)/i.test(highlighted.label)
  );
}

/** Enter goes only to the option with our words in it. */
async function enter(talk: MenuTalk, written: MenuLook, words: string, index: number): Promise<boolean> {
  let seen = written;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (await talk.press(seen, 'Enter')) return seeMenuGo(talk, seen);
    const now = await talk.sameMenu(written, index);
    if (!showsWords(now, words)) break;
    seen = now;
  }
  throw notChosen(talk, 'the screen changed before Enter');
}
