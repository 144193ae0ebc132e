import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isMuxError } from '../../model/index.js';
import type { JournalEvent } from '../../store/index.js';
import { Backoff, type Tmux } from '../../tmux/index.js';
import { KnownTree } from '../panes/known-tree.js';
import { TreeChanges } from '../panes/tree-changes.js';
import type { EventSource, SourceServices } from './event-source.js';
import { knownHosts } from './known-hosts.js';
import { UnderWay } from './under-way.js';

/** Changes that come faster than people look are one. */
const SETTLE_MS = 150;
const GONE = [
  'CONTAINER_NOT_FOUND',
  'CLOSED',
  'INVALID_ADDRESS',
  'POD_NOT_FOUND',
  'POD_ENDED',
  'KUBECONFIG_INVALID',
  'KUBECONFIG_COMMAND_REFUSED',
  'HOST_ELSEWHERE',
] as const;

/** Watches the sessions, windows and panes of every host that something is known to be on. */
export class TreeSource implements EventSource {
  readonly #services: SourceServices;
  readonly #hosts = new Set<string>();
  readonly #works = new UnderWay();

  constructor(services: SourceServices) {
    this.#services = services;
  }

  async start(): Promise<void> {
    for (const host of await knownHosts(this.#services.store)) this.add(host);
  }

  heard({ host }: JournalEvent): void {
    if (host !== undefined) this.add(host);
  }

  close(): Promise<void> {
    return this.#works.done();
  }

  /** Watches a host from now on. */
  add(host: string): void {
    if (this.#hosts.has(host)) return;
    this.#hosts.add(host);
    void this.#works.begin(() => this.#watch(host));
  }

  async #watch(host: string): Promise<void> {
    const { runtime, signal } = this.#services;
    const backoff = new Backoff();
    while (!signal.aborted) {
      try {
        await this.#follow(await runtime.connect(host));
      } catch (error) {
        // The next event that tells of it begins anew.
        if (isMuxError(error, ...GONE)) return void this.#hosts.delete(host);
      }
      await backoff.wait(signal);
    }
  }

  async #follow(tmux: Tmux): Promise<void> {
    const { signal } = this.#services;
    using changes = new TreeChanges(tmux, signal);
    while (await changes.next()) {
      await this.#look(tmux);
      await pause(SETTLE_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Also what changed while nobody watched is told, and once by all who watch. */
  async #look(tmux: Tmux): Promise<void> {
    const { store } = this.#services;
    const tree = await KnownTree.of(tmux)
      .read()
      .catch(() => undefined);
    if (!tree) return;
    const hash = createHash('sha256').update(JSON.stringify(tree)).digest('base64url');
    const event = { type: 'sessions', host: tmux.place, data: { sessions: tree.sessions.length } };
    const changed = await store.journal.appendChange('tree', hash, event);
    if (changed) await this.#settleChats(tmux, new Set(tree.sessions.map(({ name }) => name)));
  }

  /** The session of a chat that somebody else has ended. */
  async #settleChats(tmux: Tmux, names: ReadonlySet<string>): Promise<void> {
    const { runtime, store } = this.#services;
    const chats = await store.sessions.list(tmux.place);
    if (chats.every(({ name }) => names.has(name))) return;
    await (await runtime.sessions()).names({ host: tmux });
  }
}
