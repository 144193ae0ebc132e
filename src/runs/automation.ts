import { type Context, type HeldContext, holdContext } from '../panes/index.js';
import type { RunFilter, RunListOptions, RunMetrics, RunRecord, Store } from '../store/index.js';
import type { HostTarget } from '../tmux/index.js';
import { giveAnswer, type SendAnswer } from './answered.js';
import type { AutomationConfig, AutomationOptions, StartOptions, StopOptions } from './automation-options.js';
import { findRun } from './find-run.js';
import type { Flow } from './flows/flow.js';
import type { FlowOptions, FlowResult } from './flows/flow-options.js';
import { runFlow } from './flows/run-flow.js';
import type { HarvestOptions, HarvestResult } from './harvest.js';
import { PendingWrites } from './pending-writes.js';
import { policyFor, policyOptions, type RunPolicy } from './policies.js';
import type { RetentionPolicy } from './prune-plan.js';
import { type PruneOptions, type PruneResult, pruneRuns } from './prune-runs.js';
import { type Recovery, recoverRuns } from './recover-runs.js';
import { Run, type RunResult } from './run.js';
import { type RunJournal, runJournal } from './run-journal.js';
import { runMetrics } from './run-metrics.js';
import { RUN_OPTION } from './run-option.js';
import { commandType, type RunOptions, runDefaults } from './run-options.js';
import { parseRunNote } from './run-panes.js';
import { type PolicyResult, type PolicyRunOptions, runWithPolicy } from './run-with-policy.js';
import { type SendOptions, sendInput } from './send-input.js';
import { SharedInstance } from './shared-instance.js';
import { startRun } from './start-run.js';
import type { Status, StatusExplanation } from './status.js';
import { targetPane } from './target-pane.js';

/**
 * Runs commands in windows of their own, watches, logs and answers them. What it starts keeps running without it, and
 * the next process finds it again.
 *
 * The class itself has the six methods that take a host and an id, on one instance for the whole process, which does
 * not keep the process running.
 *
 * @example
 * await using automation = new TmuxAutomation();
 * const run = await automation.start('docker://sandbox', 'npm test', { cwd: '/workspace' });
 * const { code } = await run.finished({ timeoutMs: 60_000 });
 *
 * @example
 * const { id, target } = await TmuxAutomation.run('sandbox', 'work', 'npm test');
 * const status = await TmuxAutomation.status('sandbox', target, id);
 */
export class TmuxAutomation implements AsyncDisposable {
  static readonly #shared = new SharedInstance(
    () => new TmuxAutomation({ config: { connect: { background: true } } }),
  );

  /** As the method of an instance, on the instance of the whole process. */
  static ensureSession(...args: Parameters<TmuxAutomation['ensureSession']>): Promise<void> {
    return TmuxAutomation.#together((automation) => automation.ensureSession(...args));
  }

  /** As the method of an instance, on the instance of the whole process. */
  static run(...args: Parameters<TmuxAutomation['run']>): Promise<RunResult> {
    return TmuxAutomation.#together((automation) => automation.run(...args));
  }

  /** As the method of an instance, on the instance of the whole process. */
  static sendInput(...args: Parameters<TmuxAutomation['sendInput']>): Promise<void> {
    return TmuxAutomation.#together((automation) => automation.sendInput(...args));
  }

  /** As the method of an instance, on the instance of the whole process. */
  static status(...args: Parameters<TmuxAutomation['status']>): Promise<Status> {
    return TmuxAutomation.#together((automation) => automation.status(...args));
  }

  /** As the method of an instance, on the instance of the whole process. */
  static harvest(...args: Parameters<TmuxAutomation['harvest']>): Promise<HarvestResult> {
    return TmuxAutomation.#together((automation) => automation.harvest(...args));
  }

  /** As the method of an instance, on the instance of the whole process. */
  static stop(...args: Parameters<TmuxAutomation['stop']>): Promise<void> {
    return TmuxAutomation.#together((automation) => automation.stop(...args));
  }

  /** Closes the connections of the instance of the whole process. The next call opens what it needs. */
  static close(): Promise<void> {
    return TmuxAutomation.#shared.close();
  }

  /** Until its writes have settled: nothing else keeps the process running for them. */
  static #together<T>(work: (automation: TmuxAutomation) => Promise<T>): Promise<T> {
    return TmuxAutomation.#shared.call((automation) =>
      work(automation).finally(() => automation.#writes.settled()),
    );
  }

  readonly #held: HeldContext;
  readonly #config: AutomationConfig;
  readonly #runs = new Map<string, Run>();
  /** Others for runs that are in the map, which are closed with them. */
  readonly #replaced = new Set<Run>();
  readonly #writes = new PendingWrites();

  constructor(options: AutomationOptions = {}) {
    const { context, store, clock, config = {} } = options;
    this.#config = config;
    this.#held = holdContext(context, { connect: config.connect, store, clock });
  }

  /** Makes sure that a session of exactly this name exists, detached; one that exists is left as it is. */
  async ensureSession(host: HostTarget, session: string, cwd?: string): Promise<void> {
    const tmux = await this.#context.connect(host);
    await tmux.ensureSession(session, cwd === undefined ? {} : { cwd });
  }

  /** Runs a command in a window of its own in that session. */
  async run(
    host: HostTarget,
    session: string,
    command: string | readonly string[],
    options: RunOptions = {},
  ): Promise<RunResult> {
    const { id, target, paneId, logPath } = await this.start(host, command, { ...options, session });
    return { id, session, target, paneId, logPath };
  }

  /** The same, with a handle to follow and drive the run. */
  async start(
    host: HostTarget,
    command: string | readonly string[],
    options: StartOptions = {},
  ): Promise<Run> {
    return this.#start(host, command, options, 1, undefined);
  }

  /** Runs a command to its end and, where the policy of its type says so, again. Resolves with how it ended at last. */
  complete(
    host: HostTarget,
    command: string | readonly string[],
    options: StartOptions & PolicyRunOptions = {},
  ): Promise<PolicyResult<Run>> {
    const { signal, wait, ...starting } = options;
    return runWithPolicy(
      (attempt, retryOf) => this.#start(host, command, { interactive: false, ...starting }, attempt, retryOf),
      this.#policy(command, starting),
      { signal, wait },
    );
  }

  async #start(
    host: HostTarget,
    command: string | readonly string[],
    options: StartOptions,
    attempt: number,
    retryOf: string | undefined,
  ): Promise<Run> {
    const { session, recording = true, ...runOptions } = options;
    const recorder = recording ? await this.#config.recorder?.() : undefined;
    const [tmux, store] = await Promise.all([this.#context.connect(host), this.#context.store()]);
    const waits = runOptions.held || runOptions.pipedInput;
    const held = recorder ? { held: true } : {};
    const { result, place } = await startRun({
      tmux,
      sessionName: session ?? this.#config.session ?? runDefaults.session,
      command,
      options: { ...policyOptions(this.#policy(command, options)), ...runOptions, ...held },
      store,
      folder: this.#config.logFolder,
      clock: this.#context.givenClock,
      attempt,
      ...(retryOf !== undefined && { retryOf }),
    });
    const run = this.#keep(new Run(result, place, this.#journal(result.id, store), true));
    await recorder?.(run).catch(() => {});
    // One that is held for somebody else begins when that one misses nothing of it.
    if (recorder || waits) run.hold();
    if (!waits) await run.release();
    return run;
  }

  /** A handle for a run that was started before, also by another process. */
  async get(host: HostTarget, id: string): Promise<Run> {
    const known = this.#runs.get(id);
    if (known) return known;
    const [tmux, store] = await Promise.all([this.#context.connect(host), this.#context.store()]);
    const { result, place, record } = await findRun(tmux, id, store, this.#config.logFolder);
    const run = new Run(result, place, this.#journal(id, record && store), false);
    // Another call may have found it meanwhile: two would watch it, and only one of them would be closed.
    return record?.finishedAt ? run : (this.#runs.get(id) ?? this.#keep(run));
  }

  /** Types into a pane; with `pressEnter`, Enter follows as a key of its own. */
  async sendInput(
    host: HostTarget,
    target: string,
    text: string,
    pressEnter = true,
    options: Pick<SendOptions, 'secret'> = {},
  ): Promise<void> {
    const tmux = await this.#context.connect(host);
    const pane = await targetPane(tmux, target);
    const sending = { ...options, enter: pressEnter };
    const run = [...this.#runs.values()].find((one) => one.isIn(tmux, pane.id));
    if (run && !options.secret) return run.type(text, sending);
    const note = parseRunNote((await pane.options.get(RUN_OPTION).catch(() => undefined)) ?? '');
    // The shell that a run leaves behind may be typed into, but it would show a secret, and keep it.
    if (note && options.secret) return (await this.get(tmux, note.id)).send(text, sending);
    const send: SendAnswer = (behind) => sendInput(tmux, pane, text, sending, behind);
    const isRun = pressEnter && note !== undefined;
    await (isRun ? giveAnswer({ tmux, pane }, undefined, send) : send([]));
  }

  /** What a run does now. */
  async status(
    host: HostTarget,
    _target: string,
    id: string,
    detectors: readonly RegExp[] = [],
  ): Promise<Status> {
    return (await this.get(host, id)).status(detectors);
  }

  /** The same, with everything that was looked at. */
  async explain(host: HostTarget, id: string, detectors: readonly RegExp[] = []): Promise<StatusExplanation> {
    return (await this.get(host, id)).explain(detectors);
  }

  /** The lines of the log since the cursor. */
  async harvest(
    host: HostTarget,
    id: string,
    cursor = 0,
    options: HarvestOptions = {},
  ): Promise<HarvestResult> {
    return (await this.get(host, id)).harvest(cursor, options);
  }

  /** Stops recording. The command goes on, unless its time is up or `end` says otherwise. */
  async stop(host: HostTarget, _target: string, id: string, options: StopOptions = {}): Promise<void> {
    const run = await this.get(host, id);
    const { end = false, ...ending } = options;
    await run.stop();
    if (end || (await this.#isOverdue(host, id))) await run.end(ending);
  }

  /** Runs a command that asks questions and gives a credential, from its first prompt to the scrubbed log. */
  async runFlow(host: HostTarget, flow: Flow, options: FlowOptions = {}): Promise<FlowResult> {
    const [tmux, store] = await Promise.all([this.#context.connect(host), this.#context.store()]);
    return runFlow({ automation: this, tmux, store }, flow, options);
  }

  /**
   * Brings the store up to date with a host, for instance after a restart: what ended meanwhile, what goes on, what was
   * lost, and runs that the store did not know of.
   */
  async recover(host: HostTarget): Promise<Recovery> {
    const [tmux, store] = await Promise.all([this.#context.connect(host), this.#context.requireStore()]);
    return recoverRuns(tmux, store, this.#looking());
  }

  /** Whether this process hears of all that happens to a run, so that the store has what is known of it. */
  follows(id: string): boolean {
    return this.#runs.get(id)?.watcher.isFollowing ?? false;
  }

  /** Removes what is no longer wanted of runs that have ended, and windows of theirs that died. */
  async prune(
    host: HostTarget,
    policy: RetentionPolicy,
    options: Pick<PruneOptions, 'dryRun' | 'keepPanes'> = {},
  ): Promise<PruneResult> {
    const [tmux, store] = await Promise.all([this.#context.connect(host), this.#context.requireStore()]);
    const result = await pruneRuns(tmux, store, policy, { ...this.#looking(), ...options });
    if (!options.dryRun) for (const { id } of result.runs) this.#forget(id);
    return result;
  }

  /** Numbers about runs by the type of their command: durations, success, exit codes, prompts. */
  async metrics(filter: RunFilter = {}): Promise<RunMetrics> {
    return runMetrics(await this.#context.requireStore(), filter);
  }

  /** Runs by the time they started, with state and times, as the store has them; `recover` brings it up to date. */
  async list(options: RunListOptions = {}): Promise<readonly RunRecord[]> {
    const store = await this.#context.store();
    return store ? (await store.runs.list(options)).runs : [];
  }

  /** Ends the connections and stops watching. The runs go on. */
  async close(): Promise<void> {
    for (const run of [...this.#runs.values(), ...this.#replaced]) await run.close();
    this.#runs.clear();
    this.#replaced.clear();
    await this.#writes.settled();
    await this.#held.release();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  get #context(): Context {
    return this.#held.context;
  }

  #policy(command: string | readonly string[], { type }: StartOptions): RunPolicy | undefined {
    return policyFor(this.#config.policies ?? [], type ?? commandType(command));
  }

  #looking(): Pick<PruneOptions, 'folder' | 'clock'> {
    return { folder: this.#config.logFolder, clock: this.#context.givenClock };
  }

  async #isOverdue(host: HostTarget, id: string): Promise<boolean> {
    const record = await (await this.#context.store())?.runs.get(id);
    if (!record?.timeoutMs || record.finishedAt) return false;
    const now = await this.#context.now(await this.#context.connect(host));
    return now.getTime() - record.startedAt.getTime() > record.timeoutMs;
  }

  /** A run whose log is whole is found again in no time, and need not be kept. */
  #journal(id: string, store: Store | undefined): RunJournal {
    return runJournal(id, store, () => this.#forget(id), this.#writes);
  }

  /** One that is starting may have been found by another call before it is given to its starter. */
  #keep(run: Run): Run {
    const known = this.#runs.get(run.id);
    if (known) this.#replaced.add(known);
    this.#runs.set(run.id, run);
    return run;
  }

  #forget(id: string): void {
    this.#runs.delete(id);
    for (const run of this.#replaced) if (run.id === id) this.#replaced.delete(run);
  }
}
