import { isSamePrompt } from '../model/same-prompt.js';
import type { Screen } from '../screen/screen.js';
import { type Answers, answeredScreen, isInAnsweredRow } from './answered.js';
import { waitingStatus } from './look-at-run.js';
import { detectPrompt } from './prompt-detection.js';
import { RUNNING, rowOf, type WatchedRun } from './watched-run.js';

/** Looks for a prompt on the screen of a watched run whenever it has printed. */
export class PromptLook {
  readonly #run: WatchedRun;
  #looking = false;
  #lookAgain = false;

  constructor(run: WatchedRun) {
    this.#run = run;
  }

  /** A line that fits a detector is a prompt at once; while one look is under way more output makes one more. */
  async look(): Promise<void> {
    const run = this.#run;
    const { place } = run;
    if (place.detectors.length === 0 && run.status.state === 'running') return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = true;
    do {
      this.#lookAgain = false;
      const seen = await answeredScreen(place);
      if (run.ended || run.closed) break;
      // An answer came in between, or the pane is gone: the look after the next quiet moment tells.
      if (!seen) continue;
      const { screen, answers } = seen;
      run.noticeAnswers(answers.count);
      const prompt = this.#isAnswered(seen) ? undefined : detectPrompt(screen, place.detectors);
      if (prompt !== undefined) {
        if (!this.#isKnown(prompt)) {
          const verdict = { source: 'detector', confidence: 'likely' } as const;
          const status = await waitingStatus(place, verdict, { screen, prompt });
          if (await run.isLeaving()) break;
          // It was answered meanwhile.
          if (run.answered) continue;
          run.become(status, answers.count, { row: rowOf(screen) });
        }
      } else if (run.status.state === 'waiting-for-input' && run.status.source === 'detector') {
        run.become(RUNNING, answers.count);
      }
    } while (this.#lookAgain);
    this.#looking = false;
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
