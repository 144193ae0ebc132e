import { type Context, type HeldContext, holdContext } from '../panes/index.js';
import type { RunFilter, RunListOptions, RunMetrics, RunRecord, Store } from '../store/index.js';
import type { HostTarget, Tmux } from '../tmux/index.js';
import { giveAnswer, type SendAnswer } from './answered.js';
import { findRun } from './find-run.js';
import type { Flow } from './flows/flow.js';
import type { FlowOptions, FlowResult } from './flows/flow-options.js';
import { runFlow } from './flows/run-flow.js';
import type { HarvestResult } from './harvest.js';
import { PendingWrites } from './pending-writes.js';
import { policyFor, policyOptions, type RunPolicy } from './policies.js';
import type { RetentionPolicy } from './prune-plan.js';
import { type PruneOptions, type PruneResult, pruneRuns } from './prune-runs.js';
import { type Recovery, recoverRuns } from './recover-runs.js';
import { Run } from './run.js';
import { type RunJournal, runJournal } from './run-journal.js';
import { runMetrics } from './run-metrics.js';
import { RUN_OPTION } from './run-option.js';
import { commandType, runDefaults } from './run-options.js';
import { parseRunNote } from './run-panes.js';
import { type PolicyResult, type PolicyRunOptions, runWithPolicy } from './run-with-policy.js';
import type {
  InputOptions,
  OutputOptions,
  RunPlace,
  RunsConfig,
  RunsOptions,
  StartOptions,
  StatusOptions,
  StopOptions,
} from './runs-options.js';
import { sendInput } from './send-input.js';
import { startRun } from './start-run.js';
import type { Status, StatusExplanation } from './status.js';
import { targetPane } from './target-pane.js';

/**
 * Runs commands in windows of their own, watches, logs and answers them. What it starts keeps running without it, and
 * the next process finds it again.
 *
 * @example
 * await using runs = new Runs({ host: 'docker://sandbox' });
 * const run = await runs.start('npm test', { cwd: '/workspace' });
 * const { code } = await run.finished({ timeoutMs: 60_000 });
 */
export class Runs implements AsyncDisposable {
  readonly #host: HostTarget;
  readonly #held: HeldContext;
  readonly #config: RunsConfig;
  readonly #runs = new Map<string, Run>();
  /** Others for runs that are in the map, which are closed with them. */
  readonly #replaced = new Set<Run>();
  readonly #writes = new PendingWrites();

  constructor(options: RunsOptions = {}) {
    const { host = 'local', context, store, clock, config = {} } = options;
    this.#host = host;
    this.#config = config;
    this.#held = holdContext(context, { connect: config.connect, store, clock });
  }

  /** Creates a detached session of exactly this name, unless it exists. */
  async ensureSession(session: string, options: RunPlace & { readonly cwd?: string } = {}): Promise<void> {
    const { cwd } = options;
    const tmux = await this.#connect(options);
    await tmux.ensureSession(session, cwd === undefined ? {} : { cwd });
  }

  /** Starts a command in a window of its own. */
  async start(command: string | readonly string[], options: StartOptions = {}): Promise<Run> {
    return this.#start(command, options, 1, undefined);
  }

  /** Runs a command to its end and, where the policy of its type says so, again. Resolves with how it ended at last. */
  complete(
    command: string | readonly string[],
    options: StartOptions & PolicyRunOptions = {},
  ): Promise<PolicyResult<Run>> {
    const { signal, wait, ...starting } = options;
    return runWithPolicy(
      (attempt, retryOf) => this.#start(command, { interactive: false, ...starting }, attempt, retryOf),
      this.#policy(command, starting),
      { signal, wait },
    );
  }

  async #start(
    command: string | readonly string[],
    options: StartOptions,
    attempt: number,
    retryOf: string | undefined,
  ): Promise<Run> {
    const { host, session, recording = true, ...runOptions } = options;
    const recorder = recording ? await this.#config.recorder?.() : undefined;
    const [tmux, store] = await Promise.all([this.#connect({ host }), this.#context.store()]);
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
  async get(id: string, options: RunPlace = {}): Promise<Run> {
    const known = this.#runs.get(id);
    if (known) return known;
    const [tmux, store] = await Promise.all([this.#connect(options), this.#context.store()]);
    const { result, place, record } = await findRun(tmux, id, store, this.#config.logFolder);
    const run = new Run(result, place, this.#journal(id, record && store), false);
    // Another call may have found it meanwhile: two would watch it, and only one of them would be closed.
    return record?.finishedAt ? run : (this.#runs.get(id) ?? this.#keep(run));
  }

  /** Types into a pane; by default Enter follows as a key of its own. */
  async input(target: string, text: string, options: InputOptions = {}): Promise<void> {
    const { host, enter = true, ...others } = options;
    const tmux = await this.#connect({ host });
    const pane = await targetPane(tmux, target);
    const sending = { ...others, enter };
    const run = [...this.#runs.values()].find((one) => one.isIn(tmux, pane.id));
    if (run && !sending.secret) return run.type(text, sending);
    const note = parseRunNote((await pane.options.get(RUN_OPTION).catch(() => undefined)) ?? '');
    // The shell that a run leaves behind may be typed into, but it would show a secret, and keep it.
    if (note && sending.secret) return (await this.get(note.id, { host: tmux })).send(text, sending);
    const send: SendAnswer = (behind) => sendInput(tmux, pane, text, sending, behind);
    const isRun = enter && note !== undefined;
    await (isRun ? giveAnswer({ tmux, pane }, undefined, send) : send([]));
  }

  /** What a run does now. */
  async status(id: string, { promptDetectors, ...place }: StatusOptions = {}): Promise<Status> {
    return (await this.get(id, place)).status(promptDetectors);
  }

  /** The same, with everything that was looked at. */
  async explain(id: string, { promptDetectors, ...place }: StatusOptions = {}): Promise<StatusExplanation> {
    return (await this.get(id, place)).explain(promptDetectors);
  }

  /** The lines of the log since the cursor. */
  async output(id: string, { host, cursor = 0, ...options }: OutputOptions = {}): Promise<HarvestResult> {
    return (await this.get(id, { host })).harvest(cursor, options);
  }

  /** Stops recording. The command keeps running, unless its time is up or `end` is set. */
  async stop(id: string, { host, end = false, ...ending }: StopOptions = {}): Promise<void> {
    const run = await this.get(id, { host });
    await run.stop();
    if (end || (await this.#isOverdue(id, { host }))) await run.end(ending);
  }

  /** Runs a command that asks questions and gives a credential, from its first prompt to the scrubbed log. */
  async runFlow(flow: Flow, { host, ...options }: FlowOptions & RunPlace = {}): Promise<FlowResult> {
    const [tmux, store] = await Promise.all([this.#connect({ host }), this.#context.store()]);
    return runFlow({ runs: this, tmux, store }, flow, options);
  }

  /**
   * Brings the store up to date with a host, for instance after a restart: what ended meanwhile, what still runs, what
   * was lost, and runs that the store did not know of.
   */
  async recover(options: RunPlace = {}): Promise<Recovery> {
    const [tmux, store] = await Promise.all([this.#connect(options), this.#context.requireStore()]);
    return recoverRuns(tmux, store, this.#looking());
  }

  /** Whether this process hears of all that happens to a run, so that the store has what is known of it. */
  follows(id: string): boolean {
    return this.#runs.get(id)?.watcher.isFollowing ?? false;
  }

  /** Resolves when all that this process has to write down about its runs is written. */
  settled(): Promise<void> {
    return this.#writes.settled();
  }

  /** Removes what is no longer wanted of runs that have ended, and windows of theirs that died. */
  async prune(
    policy: RetentionPolicy,
    { host, ...options }: RunPlace & Pick<PruneOptions, 'dryRun' | 'keepPanes'> = {},
  ): Promise<PruneResult> {
    const [tmux, store] = await Promise.all([this.#connect({ host }), this.#context.requireStore()]);
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

  #connect({ host = this.#host }: RunPlace): Promise<Tmux> {
    return this.#context.connect(host);
  }

  async #isOverdue(id: string, place: RunPlace): Promise<boolean> {
    const record = await (await this.#context.store())?.runs.get(id);
    if (!record?.timeoutMs || record.finishedAt) return false;
    const now = await this.#context.now(await this.#connect(place));
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
