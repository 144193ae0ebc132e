import { callOf, MuxError, type Phrase, phrase } from '../model/index.js';
import { isLineKind } from '../screen/index.js';
import { type Command, fillBuffer, pasteCommand } from '../tmux/index.js';
import { bridgeDefaults } from './bridge-options.js';
import { isWorking } from './judge-enter.js';
import type { PaneTalk } from './pane-talk.js';
import type { Look } from './pane-view.js';
import { type SendSafelyOptions, sendSafely } from './send-safely.js';
import { squeeze } from './text-match.js';

export interface GiveTextOptions extends SendSafelyOptions {
  readonly look: Look;
  /** Never typed, as tmux remembers what it is told to type. */
  readonly secret?: boolean;
  /** Whether Enter follows. */
  readonly enter?: boolean;
  /** Carried out together with it, or not at all. */
  readonly together?: readonly Command[];
}

/**
 * Gives text to the program: typed if it is short, else pasted, in brackets where the program asked for them. It goes
 * only to the input field that was seen: a person may have begun to type there since.
 */
export async function giveText(talk: PaneTalk, text: string, options: GiveTextOptions): Promise<Look> {
  let { look } = options;
  const held = squeeze(look.agent.input?.text ?? '');
  for (let tries = 1; ; tries++) {
    const check = (now: Look): void => {
      if (squeeze(now.agent.input?.text ?? '') !== held) throw new FieldChanged();
    };
    try {
      return await give(talk, text, { ...options, look, check });
    } catch (error) {
      if (!(error instanceof FieldChanged)) throw error;
      if (tries === MOST_TRIES) throw changedField(talk);
      // It may have been half painted.
      await talk.wait(REPAINT_MS);
      look = await talk.look();
    }
  }
}

const MOST_TRIES = 4;
const REPAINT_MS = 40;

class FieldChanged extends Error {}

function changedField({ pane }: PaneTalk): MuxError {
  const message = `Something was typed into the input field of pane ${pane.id} before the text was.`;
  return new MuxError('INPUT_NOT_EMPTY', message, {
    suggestion: 'A person may be typing there: try again, or choose with ifNotEmpty what happens to it.',
  });
}

async function give(talk: PaneTalk, text: string, options: GiveTextOptions): Promise<Look> {
  const { look, together = [] } = options;
  const { pane } = talk;
  // A busy program may ask a question at any moment: single keys could be the answer, a paste is not.
  if (isFewWords(text) && !options.secret && !isWorking(look)) {
    return sendSafely(talk, [...together, ['send-keys', '-t', pane.id, '-l', '--', text]], options);
  }
  const { tmux } = pane;
  const request = (commands: readonly Command[]): Promise<Buffer[]> => talk.request(commands);
  await using buffer = await talk.deadline.race(
    fillBuffer(Buffer.from(asPasted(talk, text, options)), tmux, request),
  );
  const sentUpon = await sendSafely(
    talk,
    [...together, pasteCommand(pane.id, buffer.name, {}, tmux)],
    options,
  );
  buffer.isUsed();
  return sentUpon;
}

/** A few plain words. What begins with a sign such as `?`, `/` or `!` may be a command to an empty box. */
export function isFewWords(text: string): boolean {
  return text.length <= bridgeDefaults.typedCharacters && /^[\p{L}\p{N}][\p{L}\p{N} ,.'-]*$/u.test(text);
}

/** A program that reads lines would take the blank as a part of the text. */
function asPasted({ profile }: PaneTalk, text: string, { look, enter = true }: GiveTextOptions): string {
  return enter && !isLineKind(look.agent.found) && profile.spaceBehind?.test(text) ? `${text} ` : text;
}

/** Text as it is given to programs; throws for what cannot be sent. */
export function checkText(text: string): string {
  if (text.trim() === '') {
    throw invalid(
      text === '' ? 'The text is empty.' : 'The text contains only white space.',
      phrase`To press Enter or Space alone use ${callOf('pane.keys', {}, 'sendKeys()')}.`,
    );
  }
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const control = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/.exec(lines)?.[0];
  if (control !== undefined) {
    const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    throw invalid(
      `The text has the control character U+${code} in it.`,
      phrase`Keys go through ${callOf('pane.keys', {}, 'sendKeys()')}.`,
    );
  }
  if (/\p{Cs}/u.test(lines))
    throw invalid('The text is not valid Unicode.', 'It contains an unpaired surrogate.');
  const bytes = Buffer.byteLength(lines);
  if (bytes > bridgeDefaults.maxTextBytes) {
    throw new MuxError(
      'TEXT_TOO_LONG',
      `The text has ${bytes} bytes; ${bridgeDefaults.maxTextBytes} is the maximum.`,
      {
        suggestion: 'Write it to a file and tell the program to read that.',
        details: { bytes, limit: bridgeDefaults.maxTextBytes },
      },
    );
  }
  return lines;
}

function invalid(message: string, suggestion: string | Phrase): MuxError {
  return new MuxError('INVALID_ARGUMENT', message, { suggestion });
}
