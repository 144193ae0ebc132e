import { setImmediate } from 'node:timers/promises';
import { isMuxError, loadModule, type MuxError } from '../model/index.js';
import type { AttachCommand, AttachOptions } from './attach-command.js';
import { checkSelection, checkText } from './check-input.js';
import type { CleanOptions, CleanResult } from './clean-workers.js';
import type { KillOptions, KillResult } from './kill-worker.js';
import type { Activity } from './look-at-activity.js';
import { OpenServices } from './open-services.js';
import type { KillOrphanOptions, KillOrphansOptions, OrphanedSession } from './orphaned-sessions.js';
import type { RespawnOptions } from './respawn-worker.js';
import type { WorkerSendOptions, WorkerSendResult } from './send-to-worker.js';
import { type SurveyOptions, surveyWorkers } from './survey-workers.js';
import type { WaitOptions, WaitResult } from './wait-for-worker.js';
import type { Worker } from './worker.js';
import type { LogsOptions, WorkerLines } from './worker-logs.js';
import { placeOf, type WorkerPlace } from './worker-place.js';
import type { ReadyWait, SpawnOptions, WorkersOptions } from './workers-options.js';

/** Loaded when one is first needed: a list is what people ask for most, and needs little. */
const actions = () => loadModule(() => import('./worker-actions.js'));

/** A worker with what its program does. */
export interface WorkerStatus extends Worker {
  /** Of one that runs. */
  readonly activity?: Activity;
}

/** Which workers: all that run, or those that have a tag. */
export type WorkerSelection = { readonly all: true } | { readonly tag: string };

export type BroadcastResult =
  | WorkerSendResult
  | { readonly name: string; readonly status: 'failed'; readonly error: MuxError };

export interface PeekOptions {
  /** The last so many lines, also of what scrolled away; those on the screen without it. */
  readonly lines?: number;
  /** With the escape sequences for colours. */
  readonly ansi?: boolean;
}

/**
 * Programs with names, each in a window of its own, for people at a shell. They go on when this process ends, and every
 * other process of the same state folder finds them.
 *
 * @example
 * await using workers = new Workers();
 * await workers.spawn('api', ['claude'], { worktree: true, readyWait: true });
 * await workers.send('api', 'Add a test for the login');
 * await workers.wait('api', { until: 'idle', timeoutMs: 600_000 });
 * console.log(await workers.peek('api'));
 */
export class Workers implements AsyncDisposable {
  readonly #open: OpenServices;

  constructor(options: WorkersOptions = {}) {
    this.#open = new OpenServices(options);
  }

  /** Starts a worker. Fails with `WORKER_EXISTS` where the name is taken. A failed start leaves nothing behind. */
  async spawn(
    name: string,
    command: string | readonly string[],
    options: SpawnOptions = {},
  ): Promise<Worker> {
    const services = await this.#open.services();
    const { spawnWorker } = await actions();
    const { worker } = await spawnWorker(services, name, command, options);
    return this.#whenReady(worker, options.readyWait, options.signal);
  }

  /** All workers as they are now, the oldest first. */
  async ls(options: SurveyOptions = {}): Promise<Worker[]> {
    const asked = this.#open.askEarly();
    // By then the question is out, and tmux answers while the store is being opened.
    if (asked) await setImmediate();
    return surveyWorkers(await this.#open.services(), options, asked);
  }

  /** One worker as it is now, and what its program does. Fails with `WORKER_NOT_FOUND`, as all that follow. */
  async status(name: string): Promise<WorkerStatus> {
    const services = await this.#open.services();
    const { findWorker, liveWorker, lookAtActivity } = await actions();
    const { worker } = await findWorker(services, name);
    if (worker.state !== 'running') return worker;
    try {
      const { activity } = await lookAtActivity(services, await liveWorker(services, name));
      return { ...worker, activity };
    } catch (error) {
      // It has ended since.
      if (!isMuxError(error, 'WORKER_STOPPED', 'PANE_NOT_FOUND', 'NO_SERVER')) throw error;
      return (await findWorker(services, name)).worker;
    }
  }

  /** What its window shows, without secrets. Fails with `WORKER_STOPPED` where there is none. */
  async peek(name: string, { lines, ansi = false }: PeekOptions = {}): Promise<string> {
    const services = await this.#open.services();
    const { withLiveWorker } = await actions();
    const text = await withLiveWorker(services, name, ({ run }) =>
      run.capture({ ansi, history: lines ?? 0 }),
    );
    if (lines === undefined || text === '') return text;
    return `${text.trimEnd().split('\n').slice(-lines).join('\n')}\n`;
  }

  /** Gives it text, and Enter. */
  async send(name: string, text: string, options: WorkerSendOptions = {}): Promise<WorkerSendResult> {
    const { sendToWorker } = await actions();
    return sendToWorker(await this.#open.services(), name, text, options);
  }

  /** Gives the same text to all workers that run, or to those with a tag; one that cannot take it is told among them. */
  async broadcast(
    text: string,
    selection: WorkerSelection,
    options: WorkerSendOptions = {},
  ): Promise<BroadcastResult[]> {
    checkText(text);
    checkSelection(selection);
    const running = (await this.ls('tag' in selection ? { tag: selection.tag } : {})).filter(
      ({ state }) => state === 'running',
    );
    return Promise.all(
      running.map(({ name }) =>
        this.send(name, text, { ...options, ...keyFor(name, options) }).catch(
          (error: unknown): BroadcastResult => {
            if (!isMuxError(error)) throw error;
            return { name, status: 'failed', error };
          },
        ),
      ),
    );
  }

  /** Presses keys by their tmux names: `Down`, `Enter`, `C-c`. */
  async sendKeys(name: string, ...keys: string[]): Promise<void> {
    for (const key of keys) checkText(key, 'The key');
    const services = await this.#open.services();
    const { withLiveWorker } = await actions();
    await withLiveWorker(services, name, ({ run }) => run.sendKeys(...keys));
  }

  /**
   * What it printed, redacted, line by line; with `follow` to its end, as it comes.
   *
   * @example
   * for await (const { lines, cursor } of workers.logs('api', { tail: 10, follow: true })) { … }
   */
  async *logs(name: string, options: LogsOptions = {}): AsyncGenerator<WorkerLines, void, undefined> {
    const { workerLogs } = await actions();
    yield* workerLogs(await this.#open.services(), name, options);
  }

  /** The command for a terminal that puts a person into its window. */
  async attach(name: string, options: AttachOptions = {}): Promise<AttachCommand> {
    const { attachCommand } = await actions();
    return attachCommand(await this.#open.services(), name, options);
  }

  /** Resolves when its program has ended, takes input, is quiet, or has printed something. */
  async wait(name: string, options: WaitOptions = {}): Promise<WaitResult> {
    const { waitForWorker } = await actions();
    return waitForWorker(await this.#open.services(), name, options);
  }

  /** Stops what its program is doing: Ctrl-C, or what the program knows in its place, such as Escape. */
  async interrupt(name: string): Promise<{ readonly keys: readonly string[] }> {
    const { interruptWorker } = await actions();
    return interruptWorker(await this.#open.services(), name);
  }

  /** Ends its input: Ctrl-D. */
  async eof(name: string): Promise<void> {
    await this.sendKeys(name, 'C-d');
  }

  /** Starts one again that has stopped, as it was started before. */
  async respawn(name: string, options: RespawnOptions = {}): Promise<Worker> {
    const services = await this.#open.services();
    const { respawnWorker } = await actions();
    const { worker } = await respawnWorker(services, name, options);
    return this.#whenReady(worker, options.readyWait, options.signal);
  }

  /** Ends it: Ctrl-C, then terminate, then kill. It stays known, with its log. No error where it has ended already. */
  async kill(name: string, options: KillOptions = {}): Promise<KillResult> {
    const { killWorker } = await actions();
    return killWorker(await this.#open.services(), name, options);
  }

  /**
   * Forgets workers that have stopped: one by its name, all, or those with a tag. A worktree goes with its worker where
   * nothing is lost by that; where something would be, the worker is kept, and the error says what.
   */
  async clean(which: string | WorkerSelection, options: CleanOptions = {}): Promise<CleanResult> {
    const services = await this.#open.services();
    const { cleanWorker, cleanWorkers } = await actions();
    if (typeof which !== 'string') {
      checkSelection(which);
      return cleanWorkers(services, 'tag' in which ? { tag: which.tag } : {}, options);
    }
    await cleanWorker(services, which, options);
    return { cleaned: [which], kept: [] };
  }

  /** Sessions for workers in which none is any more. */
  async orphans(options: { readonly hosts?: readonly string[] } = {}): Promise<OrphanedSession[]> {
    const { orphanedSessions } = await actions();
    return orphanedSessions(await this.#open.services(), options.hosts);
  }

  /** Ends one of them, by its exact name. Fails with `SESSION_IN_USE` where something of a person's is in it. */
  async killOrphan(session: string, options: WorkerPlace & KillOrphanOptions = {}): Promise<void> {
    const services = await this.#open.services();
    const { killOrphan } = await actions();
    await killOrphan(services, placeOf(services, options), session, options);
  }

  /** Ends all of them in which nothing of a person's is. Resolves with those that are gone. */
  async killOrphans(options: KillOrphansOptions = {}): Promise<OrphanedSession[]> {
    const { killOrphans } = await actions();
    return killOrphans(await this.#open.services(), options);
  }

  /** Ends the connections. The workers go on. */
  close(): Promise<void> {
    return this.#open.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #whenReady(
    worker: Worker,
    ready: boolean | ReadyWait | undefined,
    signal?: AbortSignal,
  ): Promise<Worker> {
    if (!ready) return worker;
    const services = await this.#open.services();
    const { findWorker, readyWait } = await actions();
    await readyWait(services, worker.name, ready === true ? {} : ready, signal);
    return (await findWorker(services, worker.name)).worker;
  }
}

/** A key is for one target: each worker gets one that is made of it. */
function keyFor(name: string, { idempotencyKey: key }: WorkerSendOptions): WorkerSendOptions {
  return key === undefined ? {} : { idempotencyKey: `${key} for ${name}` };
}
