import { lockPane, questionChanged } from '../../delivery/index.js';
import { untilRead } from '../../hosts/index.js';
import { Deadline, isMuxError, MuxError } from '../../model/index.js';
import { observerOf } from '../../panes/index.js';
import {
  answersOf,
  giveAnswer,
  readMoment,
  type SendAnswer,
  type SendOptions,
  sendInput,
  wasSentTo,
} from '../../runs/index.js';
import { namedQuestion, type Question, type Screen, type StyledScreen } from '../../screen/index.js';
import { allOf, rowConditions } from '../../tmux/index.js';
import type { OpenPane } from '../panes/open-pane.js';

export interface PaneAnswer {
  /** Of the question that is answered. */
  readonly fingerprint: string;
  readonly enter: boolean;
  readonly secret: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Types the answer to a question into a pane. tmux compares the question in the step in which it sends text and Enter.
 * Fails with `QUESTION_CHANGED`, and sends nothing, where another question is there.
 */
export async function answerPane(open: OpenPane, text: string, answer: PaneAnswer): Promise<void> {
  const { tmux, pane, run } = open;
  const { fingerprint, enter, secret, timeoutMs, signal } = answer;
  using deadline = new Deadline({ what: `Answering in pane ${pane.id}`, timeoutMs, signal });
  await using _lock = await lockPane(tmux, pane.id, { deadline });
  for (let tries = 1; ; tries++) {
    const screen = await askingScreen(open, answer, deadline);
    const question = namedQuestion(screen, fingerprint, { exactly: true });
    if (!question) throw questionChanged(pane.id, { screen });
    // Copy mode would take the keys.
    if (screen.inMode) await tmux.request([['copy-mode', '-q', '-t', pane.id]]);
    const options = { enter, secret, onlyIf: unchanged(screen, question), question: fingerprint };
    try {
      // A run knows then that its question was answered.
      if (run) await run.type(text, options);
      else await typeAnswer(open, text, options);
      return;
    } catch (error) {
      if (tries === MOST_TRIES || !isMuxError(error, 'SCREEN_CHANGED')) throw error;
    }
  }
}

async function typeAnswer({ tmux, pane }: OpenPane, text: string, options: SendOptions): Promise<void> {
  const send: SendAnswer = (behind) => sendInput(tmux, pane, text, options, behind);
  await giveAnswer({ tmux, pane }, undefined, send, options.question);
}

/**
 * The screen, when it is sure that its question still waits. A program that was just answered may show the question for a
 * while longer, above all one that asks for a password: then it asks again only when it has read the answer and reads once
 * more. tmux shows what it printed before that in the second picture at the latest.
 */
async function askingScreen(
  { tmux, pane }: OpenPane,
  { fingerprint, signal }: PaneAnswer,
  deadline: Deadline,
): Promise<StyledScreen> {
  const answers = await deadline.race(answersOf({ tmux, pane }));
  const screen = await deadline.race(observerOf(pane).screen());
  if (!answers || !wasSentTo(answers, screen, fingerprint)) return screen;
  const info = await deadline.race(pane.info());
  await untilRead(tmux.host, info, { timeoutMs: deadline.remainingMs, signal });
  const { verdict } = await deadline.race(readMoment({ tmux, pane }, info.pid));
  if (verdict.state !== 'waiting') throw answeredBefore(pane.id, screen);
  return deadline.race(observerOf(pane).screen());
}

function answeredBefore(paneId: string, screen: StyledScreen): MuxError {
  const { code, details } = questionChanged(paneId, { screen });
  return new MuxError(code, `The question in pane ${paneId} has already been answered.`, {
    suggestion: 'Nothing was sent. Wait until the program asks again.',
    details,
  });
}

/** A spinner or a clock may change the screen between the look and the answer. */
const MOST_TRIES = 12;

function unchanged(screen: Screen, { rows }: Question): string {
  const { x, y } = screen.cursor;
  return allOf([
    '#{==:#{pane_in_mode},0}',
    '#{==:#{pane_dead},0}',
    `#{==:#{cursor_x} #{cursor_y},${x} ${y}}`,
    ...rowConditions(screen, rows),
  ]);
}
