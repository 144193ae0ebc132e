import { questionChanged } from '../../agents/bridge/question-changed.js';
import { lockPane } from '../../agents/lock/pane-lock.js';
import { Deadline } from '../../model/deadline.js';
import { isMuxError } from '../../model/mux-error.js';
import { sendInput } from '../../runs/send-input.js';
import { namedQuestion, type Question } from '../../screen/question.js';
import type { Screen } from '../../screen/screen.js';
import { allOf, rowConditions } from '../../tmux/row-guard.js';
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
    const screen = await deadline.race(pane.styledScreen());
    const question = namedQuestion(screen, fingerprint, { exactly: true });
    if (!question) throw questionChanged(pane.id, { screen });
    // Copy mode would take the keys.
    if (screen.inMode) await tmux.request([['copy-mode', '-q', '-t', pane.id]]);
    const options = { enter, secret, onlyIf: unchanged(screen, question) };
    try {
      // A run knows then that its question was answered.
      return await (run ? run.type(text, options) : sendInput(tmux, pane, text, options));
    } catch (error) {
      if (tries === MOST_TRIES || !isMuxError(error, 'SCREEN_CHANGED')) throw error;
    }
  }
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
