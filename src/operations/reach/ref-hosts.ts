import type { AgentRecord, Store } from '../../store/index.js';
import { type NamedPane, namedPanes } from '../targets/named-panes.js';
import type { PlaceRef } from './place.js';
import { addressText } from './reach.js';

/**
 * The hosts on which the work of a reference is done, in the order in which the operations look for it: by what is
 * remembered, else on the host that is named. None for what nobody knows.
 */
export async function refHosts(store: Store, ref: PlaceRef): Promise<readonly string[]> {
  if ('on' in ref) return [addressText(ref.on)];
  if ('all' in ref) return [addressText(ref.all)];
  if ('everything' in ref) return [];
  if ('session' in ref) return [addressText(ref.host)];
  if ('run' in ref) return [(await store.runs.get(ref.run))?.host ?? addressText(ref.host ?? 'local')];
  if ('worker' in ref) return hostOf(await store.workers.get(ref.worker));
  if ('agent' in ref) return hostOf(await agentNamed(store, ref.agent));
  if ('recording' in ref) return hostOf(await recordedAt(store, ref.recording));
  const meant = await panesMeant(store, ref);
  return meant.length > 0 ? meant.map(({ host }) => host) : [addressText(ref.host ?? 'local')];
}

/** The panes that a target names, each once; none where only tmux can tell what it is. */
export async function panesMeant(
  store: Store,
  { target, host }: { readonly target: string; readonly host?: string | undefined },
): Promise<NamedPane[]> {
  if (/^%\d+$/.test(target) || /[:.]/.test(target)) return [];
  const named = await namedPanes(store, target, undefined);
  const meant = named.filter((one) => host === undefined || one.host === addressText(host));
  return [...new Map(meant.map((one) => [`${one.host} ${one.paneId}`, one])).values()];
}

export async function agentNamed({ agents }: Store, idOrName: string): Promise<AgentRecord | undefined> {
  return (await agents.get(idOrName)) ?? (await agents.list({ name: idOrName, live: true, limit: 1 }))[0];
}

/** What is known of the place of a recording. */
export interface RecordedAt {
  readonly host: string;
  readonly server?: string | undefined;
  readonly paneId?: string | undefined;
  readonly runId?: string | undefined;
}

/** As recordings are found: by their id, by that of their run, or made of the log of a run. */
export async function recordedAt(store: Store, id: string): Promise<RecordedAt | undefined> {
  const known = (await store.recordings.get(id)) ?? (await store.recordings.list({ runId: id }))[0];
  if (known) return known;
  const run = await store.runs.get(id);
  return run && { host: run.host, runId: run.id };
}

function hostOf(thing: { readonly host: string } | undefined): string[] {
  return thing ? [thing.host] : [];
}
