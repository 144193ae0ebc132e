import type { PlaceRef } from '../place.js';
import type { Fields, ReachRule, Viewer } from '../reach-rule.js';

/** Of an optional field. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** It works on nothing that is on a host, or shows only what is in reach. */
export const nowhere: ReachRule = { at: () => [] };

export const target: ReachRule = {
  at: ({ target: name, host }) => [{ target: String(name), host: text(host) }],
};

export const run: ReachRule = { at: ({ run: id, host }) => [{ run: String(id), host: text(host) }] };

export const worker: ReachRule = { at: ({ name }) => [{ worker: String(name) }] };

export const agent: ReachRule = { at: ({ agent: name }) => [{ agent: String(name) }] };

export const recording: ReachRule = { at: ({ id }) => [{ recording: String(id) }] };

export const everything: ReachRule = { at: () => [{ everything: true }] };

/** It works on all that is on a host. */
export const allOfHost: ReachRule = { at: ({ host }) => [{ all: text(host) ?? 'local' }] };

/** It is about this machine. */
export const allOfThisMachine: ReachRule = { at: () => [{ all: 'local' }] };

/** It starts something in a session. */
export const started: ReachRule = {
  at: ({ host, session, tags }) => [
    { session: text(session), host: text(host) ?? 'local', tags: texts(tags) },
  ],
};

export const chat: ReachRule = {
  at: ({ host, sessionName }) => [{ session: String(sessionName), host: text(host) ?? 'local' }],
};

/** It shows something of the hosts that are named, if any are. */
export function onHosts({ host, hosts }: Fields): readonly PlaceRef[] {
  const named = text(host);
  return [...texts(hosts), ...(named === undefined ? [] : [named])].map((on) => ({ on }));
}

/** Whether a row is in reach: by its host, and by where it really is if that matters. */
export async function isShown(
  { confinement, places }: Viewer,
  host: unknown,
  ref: PlaceRef | undefined,
): Promise<boolean> {
  if (!(await confinement.allowsHost(String(host)))) return false;
  if (!confinement.narrow) return true;
  return ref !== undefined && confinement.holds(await places.of(ref).catch(() => undefined));
}

type Shows = NonNullable<ReachRule['shows']>;

/** Leaves out the rows of a list that are outside; the answer itself where none is. */
export function rows(list: string, keep: (row: Fields, viewer: Viewer) => Promise<boolean>): Shows {
  return async (answer, viewer) => {
    const all = answer[list] as readonly Fields[];
    const kept = await Promise.all(all.map((row) => keep(row, viewer)));
    if (kept.every(Boolean)) return answer;
    return { ...answer, [list]: all.filter((_, index) => kept[index]) };
  };
}
