import type { Screen, StyledScreen } from '../screen/index.js';
import { type Command, parseRecord, recordFormat } from '../tmux/index.js';
import { ANSWERED_OPTION, ANSWERS_OPTION, SENT_OPTION } from './run-option.js';
import type { RunPlace } from './run-place.js';

/** Who keeps account of the answers to a run, where others can see it. */
export interface AnswerAccount {
  /** The answer of this number is about to be sent. */
  answered(answers: number): Promise<void>;
  /** It could not be sent. */
  takenBack(answers: number): Promise<void>;
}

/** Sends an answer, and what tmux does behind it. */
export type SendAnswer = (behind: readonly Command[]) => Promise<void>;

type Place = Pick<RunPlace, 'tmux' | 'pane'>;

/**
 * Sends what answers a prompt. A prompt that was answered stays on the screen, and where the answer is not shown even
 * the cursor stays behind it; and several processes may look, each at its own pace. So two things are kept with the
 * pane: the row of the prompt that was answered last, which does not count by its looks alone any more, and the number
 * of answers, which tmux counts together with the last key. Who reads a number and then looks has seen what is behind
 * that answer, and who has seen a smaller one is late.
 *
 * @param fingerprint of the question that is answered, where the caller has read it
 * @returns the number of this answer; `undefined` where the pane is gone
 */
export async function giveAnswer(
  place: Place,
  account: AnswerAccount | undefined,
  send: SendAnswer,
  fingerprint = UNKNOWN,
): Promise<number | undefined> {
  const before = await rememberRow(place);
  if (!place.pane || !before) {
    // Whoever sends is told of what fails.
    await send([]);
    return undefined;
  }
  const answers = before.count + 1;
  // Before it is sent: the end of the program may be the next thing that somebody writes down. Who cannot write sends.
  await account?.answered(answers).catch(() => {});
  try {
    const target = ['-t', place.pane.id];
    await send([
      ['set-option', '-p', '-q', '-F', ...target, ANSWERS_OPTION, NEXT],
      ['set-option', '-p', '-q', '-F', ...target, SENT_OPTION, `${ROW} ${fingerprint}`],
    ]);
  } catch (error) {
    await account?.takenBack(answers).catch(() => {});
    throw error;
  }
  return answers;
}

/** What a pane knows of the answers to its run. */
export interface Answers {
  readonly count: number;
  /** Of the prompt that was answered last; counted from the first line of the history, so that scrolling changes nothing. */
  readonly row: number | undefined;
  /** Where the last answer was sent, set by tmux together with its keys. */
  readonly sent: { readonly row: number; readonly fingerprint: string } | undefined;
}

/** Whether the last answer went to this question, which a program may not have reacted to yet. */
export function wasSentTo({ sent }: Answers, { historySize, cursor }: Screen, fingerprint: string): boolean {
  if (sent?.row !== historySize + cursor.y) return false;
  return sent.fingerprint === UNKNOWN || sent.fingerprint === fingerprint;
}

/** Stands for a missing fingerprint. */
const UNKNOWN = '-';

export async function answersOf({ tmux, pane }: Place): Promise<Answers | undefined> {
  if (!pane) return undefined;
  const [body] = await tmux.request([tellAnswers(pane.id)]).catch(() => []);
  return body && readAnswers(body, pane.id);
}

/** A screen, and the answers that had been given when it looked like this. `undefined` where one came in between. */
export async function answeredScreen(
  place: Place,
): Promise<{ readonly screen: StyledScreen; readonly answers: Answers } | undefined> {
  // Sent at once, so that a connection costs one round trip, and the screen is captured between the two.
  const [before, screen, after] = await Promise.all([
    answersOf(place),
    place.pane?.styledScreen().catch(() => undefined),
    answersOf(place),
  ]);
  if (!before || !screen || before.count !== after?.count) return undefined;
  return { screen, answers: before };
}

/** Whether the cursor is where it was at the last answer. */
export function isInAnsweredRow({ row }: Answers, { historySize, cursor }: Screen): boolean {
  return row === historySize + cursor.y;
}

async function rememberRow({ tmux, pane }: Place): Promise<Answers | undefined> {
  if (!pane) return undefined;
  const remember: Command = ['set-option', '-p', '-F', '-t', pane.id, ANSWERED_OPTION, ROW];
  const bodies = await tmux.request([remember, tellAnswers(pane.id)]).catch(() => []);
  const body = bodies.at(-1);
  return body && readAnswers(body, pane.id);
}

/** tmux itself adds: a program may print between two questions of ours. */
const ROW = '#{e|+:#{history_size},#{cursor_y}}';
const NEXT = `#{e|+:#{${ANSWERS_OPTION}},1}`;
const FIELDS = {
  paneId: 'pane_id',
  count: ANSWERS_OPTION,
  row: ANSWERED_OPTION,
  sent: SENT_OPTION,
} as const;

function tellAnswers(paneId: string): Command {
  return ['display-message', '-p', '-t', paneId, recordFormat(FIELDS)];
}

function readAnswers(body: Buffer, pane: string): Answers | undefined {
  const { paneId, count, row, sent } = parseRecord(FIELDS, body);
  // For a pane that is gone tmux may answer with another one.
  if (paneId !== pane) return undefined;
  const [sentRow = '', fingerprint = UNKNOWN] = sent.split(' ');
  return {
    count: Number(count) || 0,
    row: row === '' ? undefined : Number(row),
    sent: sentRow === '' ? undefined : { row: Number(sentRow), fingerprint },
  };
}
