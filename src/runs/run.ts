import { type CallOptions, Deadline, isMuxError, loadModule, MuxError } from '../model/index.js';
import type { LiveRedactor } from '../redaction/live-redactor.js';
import { matchesText } from '../screen/index.js';
import type { CaptureOptions, Tmux } from '../tmux/index.js';
import { giveAnswer, type SendAnswer } from './answered.js';
import { closePane, type LeftProcess, paneSession } from './close-pane.js';
import { isLeaving, seenBefore } from './ending-status.js';
import { type HarvestOptions, type HarvestResult, harvestRun } from './harvest.js';
import { journaledWatch } from './journaled-watch.js';
import { learnRunSecret } from './learned-secrets.js';
import { letGo, RunTerminal, type TerminalSink } from './live/run-terminal.js';
import { logSize } from './log-size.js';
import { lookAtRun } from './look-at-run.js';
import { readRunEnding } from './read-run-ending.js';
import type { RecordOptions } from './recordings/record-options.js';
import type { Recording } from './recordings/recording.js';
import { type RunEvent, type RunEventOptions, runEvents } from './run-events.js';
import type { RunJournal } from './run-journal.js';
import type { RunPlace } from './run-place.js';
import type { RunWatch } from './run-watch.js';
import { type ScrubResult, scrubRun } from './scrub-run.js';
import { type SendOptions, sendInput } from './send-input.js';
import type { FinishedStatus, Status, StatusExplanation, WaitingStatus } from './status.js';
import { endCommand, endRun, stopRecording } from './stop-run.js';
import { teachRecorder } from './teach-recorder.js';
import { tolerant } from './tolerant.js';
import { runEnded, takesNothing, waitForRun } from './wait-for-run.js';
import { waitForRunText } from './wait-for-run-text.js';

/** What is known of a run from its start. */
export interface RunResult {
  readonly id: string;
  /** Name of the tmux session. */
  readonly session: string;
  /** Names the run's pane; tmux takes it behind `-t`. */
  readonly target: string;
  readonly paneId: string;
  /** Path of the log on the run's host. */
  readonly logPath: string;
}

export interface EndRunOptions {
  /**
   * Milliseconds for each step: Ctrl-C, terminate, kill.
   * @default 2000
   */
  readonly graceMs?: number;
}

/** How a run ended that was ended. */
export interface EndedRun extends FinishedStatus {
  /** Processes that were started in its pane and outlive it: of another user, or in a session of their own. */
  readonly remains?: readonly LeftProcess[];
}

/**
 * A command in a window of its own.
 *
 * @example
 * const run = await automation.start('local', 'ssh-keygen -f /tmp/key');
 * await run.waitForPrompt();
 * await run.send('correct horse', { secret: true });
 * for await (const event of run) console.log(event);
 * const { code } = await run.finished();
 */
export class Run implements RunResult, AsyncIterable<RunEvent>, AsyncDisposable {
  readonly id: string;
  readonly session: string;
  readonly target: string;
  readonly paneId: string;
  readonly logPath: string;
  readonly #place: RunPlace;
  readonly #journal: RunJournal;
  readonly #fresh: boolean;
  #watch: RunWatch | undefined;
  #held = false;
  /** How it ended, where that was seen before its log was whole. */
  #leaving: FinishedStatus | undefined;
  /** Whether the log was not whole when somebody read it first of a run that had ended before. */
  #isBehind: boolean | undefined;

  /** @internal Use `automation.start()` or `automation.get()`. */
  constructor(result: RunResult, place: RunPlace, journal: RunJournal, fresh: boolean) {
    this.id = result.id;
    this.session = result.session;
    this.target = result.target;
    this.paneId = result.paneId;
    this.logPath = result.logPath;
    this.#place = place;
    this.#journal = journal;
    this.#fresh = fresh;
  }

  /** @internal Whether this is the run of a pane: ids are given again by every server. */
  isIn(tmux: Tmux, paneId: string): boolean {
    return this.#place.tmux === tmux && this.#place.pane?.id === paneId;
  }

  /** What the run does now. */
  async status(detectors: readonly RegExp[] = []): Promise<Status> {
    return (await this.explain(detectors)).status;
  }

  /** The same, with everything that was looked at. */
  async explain(detectors: readonly RegExp[] = []): Promise<StatusExplanation> {
    const { status: seen, signals } = await lookAtRun(this.#place, { detectors, ...this.#watch?.output });
    // What the output told stays true where the files of the run are gone.
    const known = seen.state !== 'finished' || seen.lost ? this.#watch?.ended : undefined;
    const status = known ?? seen;
    if (status.state === 'finished') {
      if (status.source === 'sentinel') this.#leaving = status;
      await this.#journal.finished(status);
      if (status.source !== 'sentinel') this.#journal.completed();
    }
    return { status, signals: known ? [...signals, seenBefore(known)] : signals };
  }

  /** Reads on in the log. After `finished()` everything is in it. */
  async harvest(cursor = 0, options: HarvestOptions = {}): Promise<HarvestResult> {
    await this.wholeLog(options);
    const result = await harvestRun(this.#place, cursor, options);
    if (!result.snapshot) await this.#journal.harvested(result.cursor);
    return result;
  }

  /**
   * @internal Where the run has ended, resolves when everything is in its log, which may be a moment behind: also where
   * it was another process that saw the end.
   */
  async wholeLog(options: CallOptions = {}): Promise<void> {
    if (!this.#watch?.ended && !this.#leaving) {
      const { recorded } = this.#place;
      this.#isBehind ??= recorded !== undefined && isLeaving(await readRunEnding(this.#place));
      if (!this.#isBehind) return;
    }
    using deadline = new Deadline({ what: `Waiting for the log of run ${this.id}`, ...options });
    await deadline.race(this.#complete());
  }

  /** Bytes of its log up to now; 0 where there is none. */
  async logSize(): Promise<number> {
    await this.wholeLog();
    try {
      return await logSize(this.#place);
    } catch (error) {
      if (isMuxError(error, 'LOG_UNAVAILABLE')) return 0;
      throw error;
    }
  }

  /** What its pane shows now, and with `history` what scrolled away, without secrets. */
  async capture(options: CaptureOptions = {}): Promise<string> {
    if (!this.#place.pane) throw this.#gone();
    return this.redact(await this.#place.pane.capture(options));
  }

  /** A text that came from its screen, without its secrets. */
  redact(text: string): string {
    return this.#place.redactor.screen(text.split('\n')).join('\n');
  }

  /** @internal Hides its secrets, and goes on learning them. */
  get redactor(): LiveRedactor {
    return this.#place.redactor;
  }

  /** Hides texts from now on wherever they turn up, also in what is read of its log. */
  hide(secrets: readonly string[]): void {
    for (const secret of secrets) this.#place.redactor.hide(secret);
  }

  /**
   * Hides a text as `hide` does, and has the recorder hide it, too: what is printed from now on is never written. Who
   * follows the run sees that as output, and may be told of the same prompt again.
   */
  async learn(secret: string): Promise<void> {
    this.hide([secret]);
    await teachRecorder(this.#place, secret);
  }

  /** Types an answer. One that has ended takes none: the shell that may be left in its pane would carry it out. */
  async send(text: string, options: SendOptions = {}): Promise<void> {
    await this.#refuseIfEnded();
    await this.type(text, options);
  }

  /** @internal Types into its pane, whatever is in it now. */
  async type(text: string, options: SendOptions = {}): Promise<void> {
    if (options.secret) {
      const { store } = this.#journal;
      // An answer is given also where that cannot be written down.
      if (store) await tolerant(() => learnRunSecret(store, this.id, text), ['STORE_UNAVAILABLE', 'CLOSED']);
      await this.learn(text);
    }
    const send: SendAnswer = (behind) => sendInput(this.#place.tmux, this.#place.pane, text, options, behind);
    const isPart = options.enter === false && this.#watch?.status.state !== 'waiting-for-input';
    if (isPart) return send([]);
    if (this.#watch) return this.#watch.answer(send, options.question);
    await giveAnswer(this.#place, this.#journal, send, options.question);
  }

  /** @internal What watches it in this process, and writes down what happens. */
  get watcher(): RunWatch {
    this.#watch ??= journaledWatch(this.#place, this.#fresh, this.#journal);
    return this.#watch;
  }

  /** Presses keys by their tmux names: `C-c`, `Up`, `Enter`. */
  async sendKeys(...keys: string[]): Promise<void> {
    await this.#refuseIfEnded();
    const { pane } = this.#place;
    if (!pane) throw this.#gone();
    const send: SendAnswer = (behind) => pane.pressKeys(keys, { behind });
    await (this.#watch ? this.#watch.answer(send) : send([]));
  }

  /**
   * Takes the terminal of the run: its output as it comes, its keys, its size. A run that is `held` begins now.
   *
   * @param quietMs after so long without output what may be half a secret is shown; 0: never
   */
  terminal(sink: TerminalSink, quietMs = 0): Promise<RunTerminal> {
    const answer = (send: SendAnswer): Promise<void> => this.#watch?.answer(send) ?? send([]);
    return new RunTerminal(this.#place, sink, answer, quietMs).open(() => this.release());
  }

  /**
   * Records what its pane shows into a new file for players, without its secrets: its questions are markers, and its
   * exit is the last thing in it. A run that is `held` begins when nothing of it is missed any more. Fails with
   * `FILE_EXISTS` where the file is there.
   *
   * @example
   * const run = await automation.start('local', 'npm init', { held: true });
   * await using recording = await run.record('init.cast');
   */
  async record(path: string, options: RecordOptions = {}): Promise<Recording> {
    const { pane } = this.#place;
    if (!pane) throw this.#gone();
    const { beginRecording } = await loadModule(() => import('./recordings/begin-recording.js'));
    const release = (): Promise<void> => this.release();
    const recorded = { pane, run: this, rules: this, store: this.#journal.store, release };
    return beginRecording(recorded, path, options);
  }

  /** @internal Its command waits until somebody does not miss anything of it. */
  hold(): void {
    this.#held = true;
  }

  /** @internal Lets a command begin that was held; only once, for the key that does it would be one for the command. */
  async release(): Promise<void> {
    if (!this.#held) return;
    this.#held = false;
    await letGo(this.#place.pane);
  }

  /** Stops recording; the command goes on. */
  stop(): Promise<void> {
    return stopRecording(this.#place);
  }

  /**
   * Ends the command and its pane: Ctrl-C, then terminate, then kill; then what is left of its processes. Resolves with
   * how it ended, and with what remains all the same.
   */
  async end(options: EndRunOptions = {}): Promise<EndedRun> {
    const before = await this.status();
    const ended = before.state === 'finished' ? Promise.resolve(before) : this.finished({ timeoutMs: 0 });
    ended.catch(() => {});
    const remains =
      before.state === 'finished'
        ? await this.#closePane(before, options.graceMs)
        : await endRun(this.#place, { ...options, ended, complete: this.watcher.complete });
    return { ...(await ended), ...(remains.length > 0 && { remains }) };
  }

  /** Ends the command in the same steps, and leaves it to the run itself to complete its log and close its pane. */
  async endCommand(options: EndRunOptions = {}): Promise<void> {
    const ended = this.finished({ timeoutMs: 0 });
    ended.catch(() => {});
    await endCommand(this.#place, { ...options, ended });
  }

  /**
   * Overwrites secrets in everything that is left of the run: its log, the screen, history and names of its pane, and all
   * that the store and its folder keep, recordings included. Cursors stay true. What the command prints later is hidden.
   */
  async scrub(secrets: readonly string[], options: CallOptions = {}): Promise<ScrubResult> {
    const { store } = this.#journal;
    for (const secret of secrets) {
      if (store) await learnRunSecret(store, this.id, secret);
      await this.learn(secret);
    }
    return scrubRun(this.#place, secrets, { ...options, store });
  }

  /** Resolves when the command has ended. */
  async finished(options: CallOptions = {}): Promise<FinishedStatus> {
    return waitForRun(this.watcher, 'the end', options, (watch) => watch.ended);
  }

  /** Resolves when the run waits for an answer; rejects where it ends without asking. */
  async waitForPrompt(
    options: CallOptions & { readonly pattern?: string | RegExp } = {},
  ): Promise<WaitingStatus> {
    const { pattern } = options;
    return waitForRun(this.watcher, 'a prompt', options, ({ status }) => {
      if (status.state === 'finished')
        throw runEnded(this.id, status, pattern === undefined ? 'asked for input' : 'asked that');
      if (status.state !== 'waiting-for-input') return undefined;
      if (pattern !== undefined && !matchesText(status.prompt ?? '', pattern)) return undefined;
      return status;
    });
  }

  /** Resolves when the run waits for an answer or has ended, whichever comes first: the next thing that is up to you. */
  async settled(options: CallOptions = {}): Promise<WaitingStatus | FinishedStatus> {
    return waitForRun(this.watcher, 'a prompt or the end', options, ({ status }) =>
      status.state === 'running' ? undefined : status,
    );
  }

  /** Resolves with the line of output, or of the screen, that fits. */
  async waitForText(
    pattern: string | RegExp,
    options: CallOptions & { readonly cursor?: number } = {},
  ): Promise<string> {
    return waitForRunText(this.watcher, pattern, options);
  }

  /** Everything that happens, and what the log has from a cursor on. */
  async *events(options: RunEventOptions = {}): AsyncGenerator<RunEvent, void, undefined> {
    for await (const event of runEvents(this.watcher, options)) {
      yield event;
      // Who asks for the next one has done with this one; a crash in between must not skip it.
      if (event.type === 'output') await this.#journal.harvested(event.cursor);
    }
  }

  [Symbol.asyncIterator](): AsyncGenerator<RunEvent, void, undefined> {
    return this.events();
  }

  /** Stops watching. The run goes on. */
  async close(): Promise<void> {
    this.#watch?.close();
    this.#watch = undefined;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #refuseIfEnded(): Promise<void> {
    // Who follows it has heard of its end.
    const status = this.#watch?.isFollowing ? this.#watch.status : await this.status();
    if (status.state === 'finished') throw takesNothing(this.id, status);
  }

  /** A shell that was kept may go; but the wrapper must have had the time to write down how the command ended. */
  async #closePane(status: FinishedStatus, graceMs: number | undefined): Promise<LeftProcess[]> {
    const session = await paneSession(this.#place);
    if (status.source === 'sentinel') await this.#complete();
    return closePane(this.#place, session, graceMs);
  }

  /** Resolves when the log of a run that has ended is whole. */
  async #complete(): Promise<void> {
    const watch = this.watcher;
    await watch.start();
    await watch.complete;
  }

  #gone(): MuxError {
    return new MuxError('PANE_NOT_FOUND', `The pane of run ${this.id} is gone.`);
  }
}
