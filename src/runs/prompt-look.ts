import { Coalesced, isSamePrompt } from '../model/index.js';
import type { Screen } from '../screen/index.js';
import { type Answers, answeredScreen, isInAnsweredRow } from './answered.js';
import { waitingStatus } from './look-at-run.js';
import { detectPrompt } from './prompt-detection.js';
import { RUNNING, rowOf, type WatchedRun } from './watched-run.js';

/** Looks for a prompt on the screen of a watched run whenever it has printed. */
export class PromptLook {
  readonly #run: WatchedRun;
  readonly #looks = new Coalesced(() => this.#lookOnce());

  constructor(run: WatchedRun) {
    this.#run = run;
  }

  /** A line that fits a detector is a prompt at once; while one look is under way more output makes one more. */
  async look(): Promise<void> {
    const { place, status } = this.#run;
    if (place.detectors.length === 0 && status.state === 'running') return;
    await this.#looks.run();
  }

  async #lookOnce(): Promise<void> {
    const run = this.#run;
    const { place } = run;
    if (run.ended || run.closed) return;
    const seen = await answeredScreen(place);
    // Where an answer came in between, or the pane is gone, the look after the next quiet moment tells.
    if (!seen || run.ended || run.closed) return;
    const { screen, answers } = seen;
    run.noticeAnswers(answers.count);
    const prompt = this.#isAnswered(seen) ? undefined : detectPrompt(screen, place.detectors);
    if (prompt === undefined) {
      const wasPrompt = run.status.state === 'waiting-for-input' && run.status.source === 'detector';
      if (wasPrompt) run.become(RUNNING, answers.count);
      return;
    }
    if (this.#isKnown(prompt)) return;
    const verdict = { source: 'detector', confidence: 'likely' } as const;
    const status = await waitingStatus(place, verdict, { screen, prompt });
    // It may have been answered meanwhile.
    if ((await run.isLeaving()) || run.answered) return;
    run.become(status, answers.count, { row: rowOf(screen) });
  }

  /** By its looks alone a prompt in the row that was answered last is that one. */
  #isAnswered({ screen, answers }: { readonly screen: Screen; readonly answers: Answers }): boolean {
    const { answered, status } = this.#run;
    return answered || (status.state === 'running' && isInAnsweredRow(answers, screen));
  }

  #isKnown(prompt: string): boolean {
    const { status: now, place } = this.#run;
    if (now.state !== 'waiting-for-input' || now.source !== 'detector') return false;
    return isSamePrompt(now.prompt, place.redactor.prompt(prompt));
  }
}
