import { isMuxError } from '../model/index.js';
import { isProof, type SentinelPiece } from '../recorder/index.js';
import { Backoff, type PaneCloseReason, type PaneFeed } from '../tmux/index.js';
import { type AnswerAccount, answersOf, giveAnswer, type SendAnswer } from './answered.js';
import { finishedBy, finishedStatus } from './ending-status.js';
import { listenToRun } from './listen-to-run.js';
import { type LookOptions, lookAtRun } from './look-at-run.js';
import { PromptLook } from './prompt-look.js';
import { removePassingFiles } from './prune-host.js';
import { QuietLook } from './quiet-look.js';
import { readRunEnding } from './read-run-ending.js';
import { type RunListener, RunListeners } from './run-listeners.js';
import type { RunPlace } from './run-place.js';
import { type FinishedStatus, LOST_CODE, type Status } from './status.js';
import { RUNNING, WatchedRun } from './watched-run.js';
import { NOT_RUN_CODE } from './wrapper-script.js';

/**
 * Follows one run by what tmux tells: output wakes it, the sentinel ends it, a line that fits a detector is a prompt
 * at once, and when nothing was printed for a moment the kernel is asked. Shared by all who watch the run here.
 */
export class RunWatch {
  readonly #listeners = new RunListeners();
  readonly #run: WatchedRun;
  readonly #prompts: PromptLook;
  readonly #quiet: QuietLook;
  readonly #fresh: boolean;
  readonly #account: AnswerAccount | undefined;
  readonly #closing = new AbortController();
  #feed: PaneFeed | undefined;
  #over = false;
  #recordTimer: NodeJS.Timeout | undefined;
  #settleTimer: NodeJS.Timeout | undefined;
  /** Resolves when the log has all of the command. */
  readonly complete: Promise<void>;
  #setComplete: () => void = () => {};
  #started: Promise<void> | undefined;
  #isFollowing = false;

  /**
   * @param fresh whether the run was started just now, so that it begins as a running one
   * @param account is told of answers that are given here
   */
  constructor(place: RunPlace, fresh: boolean, account?: AnswerAccount) {
    this.#account = account;
    this.#run = new WatchedRun(place, this.#listeners);
    this.#prompts = new PromptLook(this.#run);
    this.#quiet = new QuietLook(this.#run, () => this.#readEnding());
    this.#fresh = fresh;
    this.complete = new Promise((resolve) => {
      this.#setComplete = () => {
        this.#over = true;
        clearTimeout(this.#recordTimer);
        resolve();
      };
    });
  }

  get place(): RunPlace {
    return this.#run.place;
  }

  get status(): Status {
    return this.#run.status;
  }

  /** What somebody who begins to listen now has to be told first. */
  history(): Status[] {
    return this.#fresh && !this.#started ? [this.status] : [];
  }

  get ended(): FinishedStatus | undefined {
    return this.#run.ended;
  }

  /** What is known of its output: for how long there was none, and whether a timer makes it print. */
  get output(): Pick<LookOptions, 'quietMs' | 'driven' | 'woke'> | undefined {
    if (!this.#isFollowing) return undefined;
    const { period: driven, woke } = this.#run.timer;
    return { quietMs: performance.now() - this.#run.lastOutputAt, driven, woke };
  }

  /** Whether it hears of all that happens, so that the status is that of this moment. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Resolves when nothing is missed any more, and the status is that of this moment. */
  start(): Promise<void> {
    this.#started ??= this.#start().catch((error: unknown) => {
      // The next one who asks tries again.
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  listen(listener: RunListener): () => void {
    return this.#listeners.add(listener);
  }

  /** Whether nothing more will be told. */
  get over(): boolean {
    return this.#over;
  }

  /** Sends an answer. Until it is sent the program waits as before, which is no news; what follows is its doing. */
  async answer(send: SendAnswer, question?: string): Promise<void> {
    this.#run.sending++;
    try {
      this.#run.goOn();
      const answers = await giveAnswer(this.place, this.#account, send, question);
      if (answers !== undefined) this.#run.gave(answers);
    } finally {
      this.#run.sending--;
      // A look that is under way saw what was before the answer.
      this.#run.lastOutputAt = performance.now();
      if (this.#started !== undefined) this.#quiet.askAfterInput();
    }
  }

  /** Another process may have sent an answer: the next look comes soon, also where nothing is printed. */
  lookSoon(): void {
    if (this.#started !== undefined) this.#quiet.askAfterInput();
  }

  close(): void {
    this.#isFollowing = false;
    this.#run.closed = true;
    this.#closing.abort();
    this.#release();
  }

  async #start(): Promise<void> {
    try {
      this.#feed = await listenToRun(this.place, {
        output: (data, pieces) => this.#output(data, pieces),
        gap: () => void this.#gap(),
        lost: () => {
          this.#isFollowing = false;
        },
        closed: (reason) => void this.#paneClosed(reason),
      });
    } catch (error) {
      if (!isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER')) throw error;
    }
    if (this.#run.closed) this.#feed?.close();
    if (this.#fresh && this.#feed) await this.#lookAtFresh();
    else await this.#lookAtAll();
    this.#isFollowing = !this.#run.closed;
    this.#quiet.askWhenQuiet();
  }

  /** A run that has just begun and whose pane is there: it may have ended or asked before we could hear of it. */
  async #lookAtFresh(): Promise<void> {
    await Promise.all([this.#readEnding(), this.#prompts.look()]);
  }

  async #lookAtAll(): Promise<void> {
    const answers = await answersOf(this.place);
    const { status, signals } = await lookAtRun(this.place);
    // What came in between is newer.
    if (!this.ended) this.#set(status, answers?.count);
    if (status.state !== 'finished') return;
    const paneGone = signals.some(({ source, says }) => source === 'pane' && says === 'finished');
    if (status.source !== 'sentinel' || paneGone || !this.#feed) return this.#completed();
    // The wrapper is about to leave its record, and then its pane, or a shell that greets.
    this.#run.exitSeen = true;
    this.#expectRecord(status.code);
    await this.#readEnding();
    if (!this.#over) this.#wake();
  }

  #output(data: Buffer, pieces: readonly SentinelPiece[]): void {
    const run = this.#run;
    const now = performance.now();
    run.timer.printed(now - run.lastOutputAt);
    run.lastOutputAt = now;
    if (run.answered && data.includes(NEWLINE)) run.answered = false;
    for (const sentinel of pieces) {
      if (Buffer.isBuffer(sentinel) || sentinel.type !== 'exit') continue;
      const { commitment } = this.place;
      // Only the wrapper can prove an end: what looks like one without proof makes its record be read, and no more.
      if (sentinel.proof === undefined || commitment === undefined || !isProof(sentinel.proof, commitment)) {
        void this.#readEnding();
        continue;
      }
      run.exitSeen = true;
      this.#expectRecord(sentinel.code);
      // May be the command's own code: the wrapper's record tells whether its time was up, or it was not run.
      if (sentinel.code === TIMED_OUT || sentinel.code === NOT_RUN_CODE) continue;
      this.#set(finishedStatus(sentinel.code, { source: 'sentinel', confidence: 'certain' }));
    }
    if (run.status.state === 'waiting-for-input' && run.status.source === 'silence') this.#set(RUNNING);
    this.#wake();
    if (run.exitSeen) return;
    void this.#prompts.look();
    this.#quiet.askSoon();
  }

  /** Where the wrapper cannot leave its record, because its folder is gone, nobody shall wait for it for ever. */
  #expectRecord(code: number): void {
    const end = async (): Promise<void> => {
      const ending = await readRunEnding(this.place).catch(() => undefined);
      const told = ending && finishedBy(ending);
      const seen = { source: 'sentinel', confidence: 'certain' } as const;
      if (!this.ended) this.#set(told ?? finishedStatus(code, seen));
      this.#completed();
    };
    this.#recordTimer ??= setTimeout(() => void end(), RECORD_MS);
  }

  async #gap(): Promise<void> {
    this.#wake();
    await Promise.all([this.#readEnding(), this.#prompts.look()]);
    this.#isFollowing = !this.#run.closed;
  }

  async #paneClosed(reason: PaneCloseReason): Promise<void> {
    this.#feed = undefined;
    if (reason === 'closed' || this.#run.closed) return this.#setComplete();
    const status = await this.#lookAtLast();
    if (this.#run.closed) return;
    if (status?.state === 'finished' && !(this.ended && status.lost)) this.#set(status);
    // A wrapper that was killed with its pane could not do it.
    if (this.ended) await removePassingFiles(this.place).catch(() => {});
    this.#completed();
  }

  /** A host that does not answer in time says nothing about the run: only one that is gone has lost it. */
  async #lookAtLast(): Promise<Status | undefined> {
    const backoff = new Backoff();
    while (!this.#run.closed) {
      try {
        return (await lookAtRun(this.place)).status;
      } catch (error) {
        if (isMuxError(error, ...GONE)) {
          return { ...finishedStatus(LOST_CODE, { source: 'screen', confidence: 'guess' }), lost: true };
        }
        if (this.ended || isMuxError(error, 'CLOSED')) return undefined;
        await backoff.wait(this.#closing.signal);
      }
    }
    return undefined;
  }

  /** Looks whether the wrapper has left its record, which means that the log is whole. */
  async #readEnding(): Promise<void> {
    const ending = await readRunEnding(this.place).catch(() => undefined);
    if (ending) this.#listeners.tellTrouble(ending);
    const finished = ending && finishedBy(ending);
    if (!finished || ending.exitCode === undefined) return;
    if (!this.ended) this.#set(finished);
    this.#completed();
  }

  /** Nothing more will come of this run; a shell that stays in its pane is another matter. */
  #completed(): void {
    this.#release();
    this.#listeners.tellOutput();
  }

  #release(): void {
    this.#setComplete();
    this.#quiet.stop();
    clearTimeout(this.#settleTimer);
    this.#feed?.close();
    this.#feed = undefined;
  }

  #set(status: Status, answers?: number): void {
    if (status.state === 'finished') this.#quiet.stop();
    this.#run.become(status, answers);
  }

  /**
   * Tells of output, and again later: the recorder writes a line to the log at about the moment in which tmux tells of
   * it here, and sometimes after, on a machine that is very busy by seconds.
   */
  #wake(step = 0): void {
    this.#listeners.tellOutput();
    if (this.#run.exitSeen) void this.#readEnding();
    clearTimeout(this.#settleTimer);
    const pause = SETTLE_MS[step];
    if (pause === undefined || this.#run.closed || this.#listeners.none) return;
    this.#settleTimer = setTimeout(() => this.#wake(step + 1), pause);
  }
}

/** What a host says whose programs have all ended. */
const GONE = ['CONTAINER_NOT_FOUND', 'CONTAINER_NOT_RUNNING', 'POD_NOT_FOUND', 'POD_ENDED'] as const;
const NEWLINE = 0x0a;
const TIMED_OUT = 124;
/** A little longer than the wrapper waits for its recorder. */
const RECORD_MS = 35_000;
const SETTLE_MS = [4, 16, 80, 400, 2_000, 8_000];
