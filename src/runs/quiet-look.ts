import { stillWaits, type TerminalVerdict } from '../hosts/index.js';
import type { StyledScreen } from '../screen/index.js';
import { type Answers, answersOf } from './answered.js';
import { isListening, knownAfterMs } from './listening.js';
import { isWorthTelling, runningStatus, waitingStatus } from './look-at-run.js';
import { isPiped } from './piped-panes.js';
import { detectPrompt } from './prompt-detection.js';
import { readMoment } from './read-moment.js';
import { restartRecorder } from './restart-recorder.js';
import { runDefaults } from './run-options.js';
import type { WaitingStatus } from './status.js';
import { rowOf, type WatchedRun } from './watched-run.js';

/** Asks the kernel what a watched run does when it has printed nothing for a moment. */
export class QuietLook {
  readonly #run: WatchedRun;
  readonly #readEnding: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #quietMs: number = runDefaults.quietMs;
  #restarts = 0;
  #lastSoon = Number.NEGATIVE_INFINITY;
  /** The wait that the last whole look has found, where nothing but input ends it. */
  #wait: { readonly id: string; readonly seenAt: number } | undefined;
  #inputAt = Number.NEGATIVE_INFINITY;

  /** @param readEnding learns of an end that no output told */
  constructor(run: WatchedRun, readEnding: () => Promise<void>) {
    this.#run = run;
    this.#readEnding = readEnding;
  }

  /** Asks after so long, unless this is called again before. */
  askWhenQuiet(ms: number = runDefaults.quietMs): void {
    if (this.#run.closed || this.#run.ended) return;
    this.#quietMs = Math.min(ms, runDefaults.longestLookMs);
    this.stop();
    this.#timer = setTimeout(() => void this.#askKernel(), this.#quietMs);
  }

  /** Something was sent to the run: the next look is a whole one, also where the program has not run since. */
  askAfterInput(): void {
    this.#inputAt = performance.now();
    this.askWhenQuiet();
  }

  /** The run has printed: asks soon, but not for each piece of a longer output. */
  askSoon(): void {
    const now = performance.now();
    const early = now - this.#lastSoon > SOON_EVERY_MS;
    if (early) this.#lastSoon = now;
    this.askWhenQuiet(early ? runDefaults.soonMs : runDefaults.quietMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** After a look that came too early the next one is a whole one. */
  #askAgain(ms: number): void {
    this.stop();
    this.#quietMs = runDefaults.quietMs;
    this.#timer = setTimeout(() => void this.#askKernel(), ms);
  }

  /**
   * Asks the kernel, and again after ever longer times: a program can begin to wait without printing anything. A
   * prompt that a detector has found stays one until the program prints again.
   */
  async #askKernel(): Promise<void> {
    const run = this.#run;
    const { pane } = run.place;
    const early = this.#quietMs < runDefaults.quietMs;
    if (run.sending > 0) return this.askWhenQuiet(this.#quietMs);
    if (await this.#isSameWait()) return this.#askLater();
    this.#wait = undefined;
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
    const moment = await readMoment(run.place, info.pid, askedAt - run.lastOutputAt).catch(() => undefined);
    if (run.closed || run.ended) return;
    if (!moment) return this.askWhenQuiet(this.#quietMs * 2);
    if (run.lastOutputAt > askedAt) return;
    const { verdict, screen } = moment;
    // A short silence tells enough only where nothing else is possible.
    if (early && verdict.confidence !== 'certain') return this.#askAgain(runDefaults.quietMs - this.#quietMs);
    const quietMs = performance.now() - run.lastOutputAt;
    if (verdict.state === 'waiting') run.timer.sawWaiting(verdict);
    const { period: driven, woke } = run.timer;
    const listens = isListening(verdict, { screen, quietMs, driven, woke });
    const asks = listens ? undefined : await this.#asks(verdict, screen, answers);
    const [leaving, now] = asks
      ? await Promise.all([run.isLeaving(), answersOf(run.place)])
      : [false, answers];
    if (run.lastOutputAt > askedAt || run.ended || run.closed) return;
    if (leaving || run.sending > 0) return this.askWhenQuiet(this.#quietMs * 2);
    if (now?.count !== answers.count) return this.askWhenQuiet(this.#quietMs);
    if (asks) {
      run.answered = false;
      run.become(asks, answers.count, { kernel: verdict.wait, row: screen && rowOf(screen) });
      if (verdict.confidence === 'certain' && verdict.timeoutMs === undefined && verdict.wait !== undefined)
        this.#wait = { id: verdict.wait, seenAt: askedAt };
    } else if (run.status.state === 'waiting-for-input' && this.#isRefuted(run.status, verdict, listens)) {
      run.become(runningStatus(verdict, listens), answers.count);
    }
    await this.#guessFromSilence(screen);
    const next = this.#nextMs();
    this.askWhenQuiet(listens ? Math.min(next, Math.max(knownAfterMs(verdict) - quietMs, SOON_MS)) : next);
  }

  #nextMs(): number {
    return Math.min(Math.max(this.#quietMs, runDefaults.quietMs) * 1.5, runDefaults.longestLookMs);
  }

  #askLater(): void {
    if (!this.#run.closed && !this.#run.ended) this.askWhenQuiet(this.#nextMs());
  }

  /**
   * Whether the program has printed nothing and not even run since a whole look found it waiting: then there is nothing
   * to find out. That costs next to nothing, where a whole look takes milliseconds, and most of many runs wait.
   */
  async #isSameWait(): Promise<boolean> {
    const { place, status, lastOutputAt } = this.#run;
    const wait = this.#wait;
    if (!wait || !place.pane || status.state !== 'waiting-for-input') return false;
    // Also what came while that look was in flight.
    if (Math.max(lastOutputAt, this.#inputAt) > wait.seenAt) return false;
    if (performance.now() - wait.seenAt > WHOLE_LOOK_MS || !stillWaits(place.tmux.host, wait.id))
      return false;
    return place.recording === undefined || isPiped(place.tmux, place.pane.id).catch(() => false);
  }

  async #asks(
    verdict: TerminalVerdict,
    screen: StyledScreen | undefined,
    answers: Answers,
  ): Promise<WaitingStatus | undefined> {
    if (!isWorthTelling(verdict, screen)) return undefined;
    const { place } = this.#run;
    const prompt = screen && detectPrompt(screen, place.detectors, { kernel: verdict, answers });
    const source = prompt === undefined ? 'kernel' : 'detector';
    const { confidence } = verdict;
    return waitingStatus(place, { source, confidence }, { kernel: verdict, screen, prompt });
  }

  /** What a detector has found is believed until the kernel is sure of something else; a guess stands until output. */
  #isRefuted({ source }: WaitingStatus, { state, confidence }: TerminalVerdict, listens: boolean): boolean {
    if (source === 'kernel') return listens || state !== 'unknown';
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

  async #guessFromSilence(screen: StyledScreen | undefined): Promise<void> {
    const { place, status, lastOutputAt } = this.#run;
    if (place.silenceMs === 0 || !place.interactive || status.state !== 'running') return;
    if (performance.now() - lastOutputAt < place.silenceMs) return;
    this.#run.become(await waitingStatus(place, { source: 'silence', confidence: 'guess' }, { screen }));
  }
}

const MOST_RESTARTS = 3;
/** After so long a whole look is taken also at a program that has not run. */
const WHOLE_LOOK_MS = 600_000;
/** A program that prints all the time is looked at early only so often. */
const SOON_EVERY_MS = 500;
const SOON_MS = 20;
/** A program may print its question a while before it reads. */
const DOUBT_MS = 1_000;
