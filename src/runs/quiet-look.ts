import type { TerminalVerdict } from '../hosts/waiting/terminal-facts.js';
import type { Screen } from '../screen/screen.js';
import { answeredScreen, answersOf } from './answered.js';
import { isWorthTelling, visiblePrompt, waitingStatus } from './look-at-run.js';
import { detectPrompt } from './prompt-detection.js';
import { restartRecorder } from './restart-recorder.js';
import { runDefaults } from './run-options.js';
import { stableVerdict } from './stable-verdict.js';
import type { WaitingStatus } from './status.js';
import type { WatchedRun } from './watched-run.js';

/** Asks the kernel what a watched run does when it has printed nothing for a moment. */
export class QuietLook {
  readonly #run: WatchedRun;
  readonly #readEnding: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #quietMs: number = runDefaults.quietMs;
  #restarts = 0;

  /** @param readEnding learns of an end that no output told */
  constructor(run: WatchedRun, readEnding: () => Promise<void>) {
    this.#run = run;
    this.#readEnding = readEnding;
  }

  /** Asks after so long, unless this is called again before. */
  askWhenQuiet(ms: number = runDefaults.quietMs): void {
    if (this.#run.closed || this.#run.ended) return;
    this.#quietMs = ms;
    this.stop();
    this.#timer = setTimeout(() => void this.#askKernel(), ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /**
   * Asks the kernel, and again after ever longer times: a program can begin to wait without printing anything. A
   * prompt that a detector has found stays one until the program prints again.
   */
  async #askKernel(): Promise<void> {
    const run = this.#run;
    const { pane, tmux } = run.place;
    if (run.sending > 0) return this.askWhenQuiet(this.#quietMs);
    const askedAt = performance.now();
    // The answers first: what is seen then is what followed them.
    const [answers, info] = await Promise.all([answersOf(run.place), pane?.info().catch(() => undefined)]);
    if (run.closed || run.ended) return;
    if (!info || !answers) return this.askWhenQuiet(this.#quietMs * 2);
    run.noticeAnswers(answers.count);
    // A shell that stays behind the command waits, too.
    await this.#readEnding();
    if (run.closed || run.ended) return;
    if (!info.piped) await this.#restartRecorder();
    const verdict = await stableVerdict(tmux.host, info.pid).catch(() => undefined);
    if (run.closed || run.ended) return;
    if (!verdict) return this.askWhenQuiet(this.#quietMs * 2);
    if (run.lastOutputAt > askedAt) return;
    const { state, confidence } = verdict;
    const seen = state === 'waiting' ? await answeredScreen(run.place) : undefined;
    const asks =
      state === 'waiting' && isWorthTelling(verdict, seen?.screen)
        ? await this.#asks(verdict, seen?.screen)
        : undefined;
    const leaving = state === 'waiting' && (await run.isLeaving());
    if (run.lastOutputAt > askedAt || run.ended || run.closed) return;
    if (leaving || run.sending > 0) return this.askWhenQuiet(this.#quietMs * 2);
    if (state === 'waiting' && seen?.answers.count !== answers.count) return this.askWhenQuiet(this.#quietMs);
    if (asks) {
      run.answered = false;
      run.become(asks, answers.count);
    } else if (run.status.state === 'waiting-for-input' && this.#isRefuted(run.status, verdict)) {
      run.become({ state: 'running', source: 'kernel', confidence }, answers.count);
    }
    await this.#guessFromSilence();
    this.askWhenQuiet(Math.min(this.#quietMs * 2, runDefaults.longestLookMs));
  }

  #asks(verdict: TerminalVerdict, screen: Screen | undefined): Promise<WaitingStatus> {
    const { place } = this.#run;
    const found = screen && detectPrompt(screen, place.detectors);
    const source = found === undefined ? 'kernel' : 'detector';
    const prompt = found ?? (screen && visiblePrompt(screen));
    const { confidence } = verdict;
    return waitingStatus(place, prompt, { source, confidence }, { kernel: verdict, screen });
  }

  /** What a detector has found is believed until the kernel is sure of something else; a guess stands until output. */
  #isRefuted({ source }: WaitingStatus, { state, confidence }: TerminalVerdict): boolean {
    if (source === 'kernel') return state !== 'unknown';
    return (
      source === 'detector' && state === 'running' && confidence === 'certain' && this.#quietMs >= DOUBT_MS
    );
  }

  /** The shell that looks after the recorder was killed with it. Whoever does that again and again gets his way. */
  async #restartRecorder(): Promise<void> {
    if (this.#restarts >= MOST_RESTARTS || this.#run.exitSeen) return;
    this.#restarts++;
    await restartRecorder(this.#run.place).catch(() => false);
  }

  async #guessFromSilence(): Promise<void> {
    const { place, status, lastOutputAt } = this.#run;
    if (place.silenceMs === 0 || !place.interactive || status.state !== 'running') return;
    if (performance.now() - lastOutputAt < place.silenceMs) return;
    this.#run.become(await waitingStatus(place, undefined, { source: 'silence', confidence: 'guess' }));
  }
}

const MOST_RESTARTS = 3;
/** A program may print its question a while before it reads. */
const DOUBT_MS = 1_000;
