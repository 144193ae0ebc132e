import type {
  HarvestOptions,
  HarvestResult,
  Run,
  RunResult,
  RunsOptions,
  SendOptions,
  StartOptions,
  Status,
  StopOptions,
} from '../runs/index.js';
import { Runs } from '../runs/runs.js';
import { checkHost } from '../sessions/index.js';
import type { HostTarget } from '../tmux/index.js';
import type { RunOptions } from './automation-types.js';
import { SharedInstance } from './shared-instance.js';

/**
 * `Runs` with the host as the first argument of every method. The class itself has the six methods, too, on one instance
 * for the whole process, which does not keep the process running.
 *
 * @example
 * const { id, target } = await TmuxAutomation.run('sandbox', 'work', 'npm test');
 * const status = await TmuxAutomation.status('sandbox', target, id);
 */
export class TmuxAutomation implements AsyncDisposable {
  static readonly #shared = new SharedInstance(
    () => new TmuxAutomation({ config: { connect: { background: true } } }),
  );

  /** This and those below: as the method of an instance, on the instance of the whole process. */
  static ensureSession(...args: Parameters<TmuxAutomation['ensureSession']>): Promise<void> {
    return TmuxAutomation.#together((automation) => automation.ensureSession(...args));
  }

  static run(...args: Parameters<TmuxAutomation['run']>): Promise<RunResult> {
    return TmuxAutomation.#together((automation) => automation.run(...args));
  }

  static sendInput(...args: Parameters<TmuxAutomation['sendInput']>): Promise<void> {
    return TmuxAutomation.#together((automation) => automation.sendInput(...args));
  }

  static status(...args: Parameters<TmuxAutomation['status']>): Promise<Status> {
    return TmuxAutomation.#together((automation) => automation.status(...args));
  }

  static harvest(...args: Parameters<TmuxAutomation['harvest']>): Promise<HarvestResult> {
    return TmuxAutomation.#together((automation) => automation.harvest(...args));
  }

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
      work(automation).finally(() => automation.runs.settled()),
    );
  }

  /** The service that does the work, with all that it can do. */
  readonly runs: Runs;

  constructor(options: RunsOptions = {}) {
    this.runs = new Runs(options);
  }

  /** Creates a detached session of exactly this name, unless it exists. */
  async ensureSession(host: HostTarget, session: string, cwd?: string): Promise<void> {
    return this.runs.ensureSession(session, { host: checkHost(host), ...(cwd !== undefined && { cwd }) });
  }

  /** Runs a command in its own window in that session. */
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
    return this.runs.start(command, { ...options, host: checkHost(host) });
  }

  /** A handle for a run that was started before, also by another process. */
  async get(host: HostTarget, id: string): Promise<Run> {
    return this.runs.get(id, { host: checkHost(host) });
  }

  /** Types into a pane; with `pressEnter`, Enter follows as a separate key. */
  async sendInput(
    host: HostTarget,
    target: string,
    text: string,
    pressEnter = true,
    options: Pick<SendOptions, 'secret'> = {},
  ): Promise<void> {
    return this.runs.input(target, text, { ...options, enter: pressEnter, host: checkHost(host) });
  }

  /** What a run does now. */
  async status(
    host: HostTarget,
    _target: string,
    id: string,
    detectors: readonly RegExp[] = [],
  ): Promise<Status> {
    return this.runs.status(id, { promptDetectors: detectors, host: checkHost(host) });
  }

  /** The lines of the log since the cursor. */
  async harvest(
    host: HostTarget,
    id: string,
    cursor = 0,
    options: HarvestOptions = {},
  ): Promise<HarvestResult> {
    return this.runs.output(id, { ...options, cursor, host: checkHost(host) });
  }

  /** Stops recording. The command keeps running, unless its time is up or `end` is set. */
  async stop(host: HostTarget, _target: string, id: string, options: StopOptions = {}): Promise<void> {
    return this.runs.stop(id, { ...options, host: checkHost(host) });
  }

  /** Ends the connections and stops watching. The runs keep running. */
  close(): Promise<void> {
    return this.runs.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
