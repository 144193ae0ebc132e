import { formatHostAddress, parseHostAddress } from '../../model/index.js';
import type { JournalEvent, JournalFilter } from '../../store/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { resolveTarget } from '../targets/resolve-target.js';

export interface EventSelection {
  readonly types?: readonly string[] | undefined;
  readonly host?: string | undefined;
  readonly target?: string | undefined;
}

/** Which events somebody wants. A worker that is started again has another run and another pane, and stays meant. */
export class EventFilter {
  readonly #types: ReadonlySet<string> | undefined;
  readonly #host: string | undefined;
  readonly #targets: Set<string> | undefined;
  #paneId: string | undefined;

  constructor({ types, host, targets, paneId }: JournalFilter = {}) {
    this.#types = types && new Set(types);
    this.#host = host;
    this.#targets = targets && new Set(targets);
    this.#paneId = paneId;
  }

  /** The same for the store. */
  get query(): JournalFilter {
    return {
      types: this.#types && [...this.#types],
      host: this.#host,
      targets: this.#targets && [...this.#targets],
      paneId: this.#paneId,
    };
  }

  matches(event: JournalEvent): boolean {
    const { type, host, target, paneId, data } = event;
    if (this.#host !== undefined && host !== this.#host) return false;
    if (this.#targets) {
      const isMeant = target !== undefined && this.#targets.has(target);
      if (!isMeant && (paneId === undefined || paneId !== this.#paneId)) return false;
      if (isMeant && type === 'worker_changed') this.#follow(paneId, data.run);
    }
    return this.#types === undefined || this.#types.has(type);
  }

  #follow(paneId: string | undefined, run: unknown): void {
    if (typeof run === 'string') this.#targets?.add(run);
    if (paneId !== undefined) this.#paneId = paneId;
  }
}

/**
 * Understands what somebody wants to hear of. Fails as `resolveTarget` does where the target names nothing: who follows
 * that would wait for ever.
 */
export async function eventFilter(runtime: BaseRuntime, selection: EventSelection): Promise<EventFilter> {
  const { types, target } = selection;
  const host = selection.host && formatHostAddress(parseHostAddress(selection.host));
  if (target === undefined) return new EventFilter({ types, host });
  const named = await namesOf(runtime, target, host);
  if (named.targets.length > 0) return new EventFilter({ types, host, ...named });
  const found = await resolveTarget(runtime, target, host);
  return new EventFilter({ types, host: found.host, targets: [found.name], paneId: found.pane.id });
}

/** What is remembered under a name, also of what has ended: its events may still be there. */
async function namesOf(
  runtime: BaseRuntime,
  target: string,
  host: string | undefined,
): Promise<{ readonly targets: string[]; readonly paneId?: string | undefined }> {
  const store = await runtime.store();
  const [worker, run, agent, agents, sessions] = await Promise.all([
    store.workers.get(target),
    store.runs.get(target),
    store.agents.get(target),
    store.agents.list({ name: target, live: true, limit: 1 }),
    store.sessions.list(),
  ]);
  const called = agent ?? agents[0];
  const session = sessions.find(({ name }) => name === target);
  const known = [worker, run, called, session].filter(
    (one) => one !== undefined && (host === undefined || one.host === host),
  );
  if (known.length === 0) return { targets: [] };
  const targets = [target, ...(worker?.runId ? [worker.runId] : []), ...(called ? [called.id] : [])];
  // Only with a worker or an agent: in the pane of a run nobody else can be.
  return { targets, paneId: worker?.paneId ?? called?.tmuxPaneId ?? undefined };
}
