import { deferred, formatHostAddress, onAbort, parseHostAddress } from '../../model/index.js';
import type { OperationContext } from '../operation.js';
import type { Runtime } from '../runtime.js';
import { cleanUpTour } from './clean-up-tour.js';
import { tourSteps } from './start-tour.js';
import { removeTourLogs, tourLogs } from './tour-logs.js';
import { readTourNote, removeTourNote, tourSocket, writeTourNote } from './tour-note.js';
import { TOUR_WORKER } from './tour-things.js';

/** What is told to whoever takes the tour. */
export type TourItem =
  | { readonly type: 'step'; readonly step: string }
  | { readonly type: 'ready'; readonly host: string; readonly run: string; readonly worker: string };

/**
 * The guided tour of a state folder: real things on a tmux server of their own. It lasts as long as somebody takes it,
 * and whoever comes next takes it from the one before.
 */
export class Tour {
  static readonly #known = new WeakMap<Runtime, Tour>();
  readonly #runtime: Runtime;
  readonly #stateFolder: string;
  #current: { readonly ending: AbortController; readonly done: Promise<void> } | undefined;

  /** The one of a runtime. */
  static async of(runtime: Runtime): Promise<Tour> {
    const stateFolder = await runtime.stateFolder();
    const tour = Tour.#known.get(runtime) ?? new Tour(runtime, stateFolder);
    Tour.#known.set(runtime, tour);
    return tour;
  }

  private constructor(runtime: Runtime, stateFolder: string) {
    this.#runtime = runtime;
    this.#stateFolder = stateFolder;
  }

  get going(): boolean {
    return this.#current !== undefined;
  }

  /** Starts it, and ends it when the signal says so, or nobody asks for the next item. */
  async *take(signal: AbortSignal): AsyncGenerator<TourItem, void, undefined> {
    while (this.#current) await this.end();
    const ending = new AbortController();
    const finished = deferred();
    this.#current = { ending, done: finished.promise };
    const over = AbortSignal.any([signal, ending.signal]);
    try {
      if (!(await readTourNote(this.#stateFolder))) await writeTourNote(this.#stateFolder);
      yield { type: 'step', step: 'Making room' };
      await this.#clear();
      await writeTourNote(this.#stateFolder);
      let run = '';
      for (const { step, start } of tourSteps) {
        if (over.aborted) return;
        yield { type: 'step', step };
        run = (await start({ host: this.#host, socket: this.#socket, context: this.#context() })) ?? run;
        await writeTourNote(this.#stateFolder, { logs: await this.#logs() });
      }
      if (over.aborted) return;
      yield { type: 'ready', host: this.#host, run, worker: TOUR_WORKER };
      await aborted(over);
    } finally {
      try {
        await this.#cleanUp();
      } finally {
        this.#current = undefined;
        finished.resolve();
      }
    }
  }

  /** Ends the one that goes on, and resolves when nothing of it is left. */
  async end(): Promise<void> {
    const current = this.#current;
    if (!current) return this.sweep();
    current.ending.abort();
    await current.done;
  }

  /** Cleans up after a server that was killed while a tour went on. */
  async sweep(): Promise<void> {
    if (!this.#current && (await readTourNote(this.#stateFolder))) await this.#cleanUp();
  }

  async #cleanUp(): Promise<void> {
    await this.#clear();
    await removeTourNote(this.#stateFolder);
  }

  async #clear(): Promise<void> {
    const { logs = [] } = (await readTourNote(this.#stateFolder)) ?? {};
    const all = new Set([...logs, ...(await this.#logs())]);
    await cleanUpTour(this.#host, this.#context());
    await removeTourLogs((await this.#runtime.connect(this.#host)).host, [...all]);
  }

  async #logs(): Promise<string[]> {
    return tourLogs(await this.#runtime.connect(this.#host));
  }

  /** What was begun is finished, whoever has had enough: else something would be left. */
  #context(): OperationContext {
    return { runtime: this.#runtime, signal: AbortSignal.timeout(LONGEST_MS), progress: () => {} };
  }

  get #socket(): string {
    return tourSocket(this.#stateFolder);
  }

  get #host(): string {
    return formatHostAddress({ ...parseHostAddress('local'), socket: this.#socket });
  }
}

/** For one step, on a machine that does much else. */
const LONGEST_MS = 180_000;

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => void onAbort(signal, resolve));
}
