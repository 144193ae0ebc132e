import { isMuxError } from '../../model/index.js';
import { targetPane } from '../../runs/index.js';
import type { RunRecord, Store, WorkerRecord } from '../../store/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { type PanePlace, panePlaces, runTags } from './pane-places.js';
import type { Place, PlaceRef } from './place.js';
import { agentNamed, panesMeant, type RecordedAt, recordedAt } from './ref-hosts.js';

/**
 * Tells where things really are, at one moment: panes by what tmux says, and what has no pane any more by what is
 * remembered. `undefined` means that it cannot be told.
 */
export class Places {
  readonly #runtime: BaseRuntime;
  readonly #panes = new Map<string, Promise<ReadonlyMap<string, PanePlace>>>();
  #workers: Promise<readonly WorkerRecord[]> | undefined;

  constructor(runtime: BaseRuntime) {
    this.#runtime = runtime;
  }

  async of(ref: PlaceRef): Promise<Place | undefined> {
    const store = await this.#runtime.store();
    if ('session' in ref) {
      const { host, session, tags = [] } = ref;
      return { host, sessions: session === undefined ? [] : [session], tags };
    }
    if ('run' in ref) return this.run(await store.runs.get(ref.run));
    if ('worker' in ref) return this.worker(await store.workers.get(ref.worker));
    if ('agent' in ref) return this.agent(ref.agent);
    if ('recording' in ref) return this.#recording(store, await recordedAt(store, ref.recording));
    return 'target' in ref ? this.#target(store, ref) : undefined;
  }

  /** All panes of a host, by their ids. */
  panes(host: string): Promise<ReadonlyMap<string, PanePlace>> {
    const known = this.#panes.get(host) ?? this.#ask(host);
    this.#panes.set(host, known);
    return known;
  }

  /** A run that is still running is where its pane is: somebody may have moved that. */
  async run(run: RunRecord | undefined): Promise<Place | undefined> {
    if (!run) return undefined;
    const { host, state, paneId, sessionId } = run;
    const tags = runTags(run, await this.#allWorkers());
    const live = state === 'running' ? await this.#livePane(host, paneId) : undefined;
    return { host, sessions: live?.sessions ?? [sessionId], tags };
  }

  async worker(worker: WorkerRecord | undefined): Promise<Place | undefined> {
    if (!worker) return undefined;
    const { host, state, paneId, tags, tmux } = worker;
    const live = state === 'running' ? await this.#livePane(host, paneId) : undefined;
    return { host, sessions: live?.sessions ?? [tmux.session], tags };
  }

  async agent(idOrName: string): Promise<Place | undefined> {
    const agent = await agentNamed(await this.#runtime.store(), idOrName);
    return agent?.tmuxPaneId ? (await this.panes(agent.host)).get(agent.tmuxPaneId) : undefined;
  }

  async #target(
    store: Store,
    ref: { readonly target: string; readonly host?: string | undefined },
  ): Promise<Place | undefined> {
    const [named, second] = await panesMeant(store, ref);
    if (second) return undefined;
    if (named) return (await this.panes(named.host)).get(named.paneId);
    try {
      const tmux = await this.#runtime.connect(ref.host ?? 'local');
      const pane = await targetPane(tmux, ref.target);
      return (await this.panes(tmux.place)).get(pane.id);
    } catch (error) {
      if (isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER')) return undefined;
      throw error;
    }
  }

  /** A recording of a run is where the run was; another one where its pane is, as long as that is there. */
  async #recording(store: Store, found: RecordedAt | undefined): Promise<Place | undefined> {
    if (found?.runId !== undefined) return this.run(await store.runs.get(found.runId));
    if (found?.paneId === undefined) return undefined;
    const { server } = await this.#runtime.connect(found.host);
    const isSame = server !== undefined && found.server === `${server.pid}:${server.startTime}`;
    return isSame ? (await this.panes(found.host)).get(found.paneId) : undefined;
  }

  async #livePane(host: string, paneId: string | undefined): Promise<PanePlace | undefined> {
    if (paneId === undefined) return undefined;
    const panes = await this.panes(host).catch(() => undefined);
    return panes?.get(paneId);
  }

  async #ask(host: string): Promise<ReadonlyMap<string, PanePlace>> {
    const [store, tmux] = await Promise.all([this.#runtime.store(), this.#runtime.connect(host)]);
    return panePlaces(store, tmux, await this.#allWorkers());
  }

  /** Read once: each run of a list may be that of a worker. */
  async #allWorkers(): Promise<readonly WorkerRecord[]> {
    const store = await this.#runtime.store();
    this.#workers ??= store.workers.list();
    return this.#workers;
  }
}
