import { waitingStatus } from './look-at-run.js';
import { detectPrompt } from './prompt-detection.js';
import { RUNNING, type WatchedRun } from './watched-run.js';

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
      const screen = await place.pane?.screen().catch(() => undefined);
      if (!screen || run.ended || run.closed) break;
      const prompt = run.answered ? undefined : detectPrompt(screen, place.detectors);
      if (prompt !== undefined) {
        if (!this.#isSamePrompt(prompt)) {
          if (await run.isLeaving()) break;
          // It was answered meanwhile.
          if (run.answered) continue;
          run.become(waitingStatus(place, prompt, { source: 'detector', confidence: 'likely' }));
        }
      } else if (run.status.state === 'waiting-for-input' && run.status.source === 'detector') {
        run.become(RUNNING);
      }
    } while (this.#lookAgain);
    this.#looking = false;
  }

  /** What is typed behind a prompt does not make another prompt of it. */
  #isSamePrompt(prompt: string): boolean {
    const { status: now, place } = this.#run;
    if (now.state !== 'waiting-for-input' || now.source !== 'detector') return false;
    return place.redactor.prompt(prompt).startsWith(now.prompt ?? '');
  }
}
