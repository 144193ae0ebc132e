import { Deadline, isMuxError, MuxError } from '../model/index.js';
import { checkSessionName, type Tmux } from '../tmux/index.js';
import { lookAtSession, startingSessions } from './close-session.js';
import { isAttended, killSessionAsSeen, type SessionPane, sessionPanes } from './session-panes.js';
import type { WorkerServices } from './worker-services.js';
import { workersDefaults } from './workers-defaults.js';

/** A session for workers in which no worker is. */
export interface OrphanedSession {
  /** Address of the host, its socket included. */
  readonly host: string;
  readonly session: string;
  readonly windows: number;
  readonly createdAt: Date;
  /** Whether a person is attached to it. */
  readonly attached: boolean;
  /** What would be lost with it, so that it goes only by force; ends the sentence "It stays, because …". */
  readonly why?: string;
}

export interface KillOrphanOptions {
  /** Also where a person is attached, has windows or programs there, or only gave it such a name. */
  readonly force?: boolean;
}

export interface KillOrphansOptions extends KillOrphanOptions {
  /** Hosts to look at, with their sockets. */
  readonly hosts?: readonly string[];
}

/**
 * Sessions that were made for workers, or are named as such, and have none in them any more: on the usual host, those
 * of known workers, and those that are named. Hosts that do not answer are left out.
 */
export async function orphanedSessions(
  services: WorkerServices,
  hosts: readonly string[] = [],
): Promise<OrphanedSession[]> {
  return (await findOrphans(services, hosts, 0)).map(({ orphan }) => orphan);
}

/** Ends orphaned sessions: all in which nothing of a person's is. Resolves with those that are gone. */
export async function killOrphans(
  services: WorkerServices,
  { force = false, hosts = [] }: KillOrphansOptions = {},
): Promise<OrphanedSession[]> {
  const gone: OrphanedSession[] = [];
  for (const { tmux, panes, orphan } of await findOrphans(services, hosts, services.shellStartMs)) {
    if (orphan.why !== undefined && !force) continue;
    if (await killSessionAsSeen(tmux, panes, { force })) gone.push(orphan);
  }
  return gone;
}

/**
 * Ends one session by its exact name. Fails with `SESSION_NOT_FOUND` where it is no orphan there, and with
 * `SESSION_IN_USE` where something of a person's is in it.
 */
export async function killOrphan(
  services: WorkerServices,
  host: string,
  session: string,
  { force = false }: KillOrphanOptions = {},
): Promise<void> {
  checkSessionName(session);
  const tmux = await services.tmux(host);
  const orphans = await orphansOn(services, tmux, services.shellStartMs);
  const found = orphans.find(({ orphan }) => orphan.session === session);
  if (!found) throw notAnOrphan(tmux, session, orphans);
  const { panes, orphan } = found;
  if (orphan.why !== undefined && !force) throw inUse(session, orphan.why);
  if (!(await killSessionAsSeen(tmux, panes, { force })))
    throw inUse(session, 'something was opened in it just now');
}

interface FoundOrphan {
  readonly tmux: Tmux;
  readonly panes: readonly SessionPane[];
  readonly orphan: OrphanedSession;
}

async function findOrphans(
  services: WorkerServices,
  hosts: readonly string[],
  patienceMs: number,
): Promise<FoundOrphan[]> {
  const records = await services.store.workers.list();
  const places = new Set([services.host, ...hosts, ...records.map(({ host }) => host)]);
  const lists = [...places].map(async (host) => {
    const timeoutMs = (services.config.answerMs ?? workersDefaults.answerMs) + patienceMs;
    using deadline = new Deadline({ what: `Asking ${host} for its sessions`, timeoutMs });
    try {
      const tmux = await deadline.race(services.tmux(host));
      return await deadline.race(orphansOn(services, tmux, patienceMs));
    } catch (error) {
      if (hosts.includes(host) || !isMuxError(error)) throw error;
      return [];
    }
  });
  return (await Promise.all(lists)).flat();
}

async function orphansOn(services: WorkerServices, tmux: Tmux, patienceMs: number): Promise<FoundOrphan[]> {
  // Before the panes: whoever has a pane by then is no longer starting.
  const starting = await startingSessions(services, tmux);
  const all = await sessionPanes(tmux);
  const sessions = [...new Set(all.map(({ session }) => session))];
  const candidates = sessions
    .map((id) => all.filter(({ session }) => session === id))
    .filter(
      (panes) =>
        panes.some(({ name, marked }) => marked !== '' || name.startsWith(`${services.prefix}-`)) &&
        panes.every(({ name, worker }) => worker === '' && !starting.has(name)),
    );
  return Promise.all(candidates.map((panes) => describe(services, tmux, panes, patienceMs)));
}

async function describe(
  { prefix }: WorkerServices,
  tmux: Tmux,
  found: readonly SessionPane[],
  patienceMs: number,
): Promise<FoundOrphan> {
  const { name = '', created = '', marked = '' } = found[0] ?? {};
  // Any other name a person may have given.
  const isOurs = marked !== '' || /^-[0-9a-f]{8}$/.test(name.slice(prefix.length));
  const { panes, why } = isOurs
    ? await lookAtSession(tmux, found, patienceMs)
    : { panes: found, why: 'it was not made for workers' };
  const orphan = {
    host: tmux.place,
    session: name,
    windows: new Set(panes.map(({ window }) => window)).size,
    createdAt: new Date(Number(created) * 1_000),
    attached: isAttended(panes),
    ...(why !== undefined && { why }),
  };
  return { tmux, panes, orphan };
}

function notAnOrphan(tmux: Tmux, session: string, orphans: readonly FoundOrphan[]): MuxError {
  return new MuxError('SESSION_NOT_FOUND', `'${session}' is not an orphaned session on ${tmux.place}.`, {
    suggestion:
      orphans.length === 0
        ? 'There are no orphaned sessions. A session with workers ends with the last of them.'
        : `There are: ${orphans.map(({ orphan }) => orphan.session).join(', ')}.`,
    details: { session },
  });
}

function inUse(session: string, why: string): MuxError {
  return new MuxError('SESSION_IN_USE', `The session '${session}' stays, because ${why}.`, {
    suggestion: 'Look at what is in it; with force it is ended all the same.',
    details: { session, why },
  });
}
