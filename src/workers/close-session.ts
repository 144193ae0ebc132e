import type { Tmux } from '../tmux/index.js';
import { isBeingStarted } from './claim.js';
import { becomesIdle } from './idle-shell.js';
import { isAttended, killSessionAsSeen, type SessionPane, sessionPanes } from './session-panes.js';
import type { Worker } from './worker.js';
import type { WorkerServices } from './worker-services.js';

/** What became of a worker's session. */
export type SessionEnd =
  | { readonly killed: true }
  /** `why` ends the sentence "The session stays, because …". */
  | { readonly killed: false; readonly why: string };

/**
 * Ends the session of a worker that has ended, where nothing else is in it: no other worker, no window and no program
 * of a person's, nobody who looks at it. A session that was not made for workers stays in any case.
 */
export async function closeSession(
  services: WorkerServices,
  tmux: Tmux,
  worker: Pick<Worker, 'name' | 'tmux'>,
): Promise<SessionEnd> {
  const { session } = worker.tmux;
  const starting = await startingSessions(services, tmux, worker.name);
  if (starting.has(session)) return kept('other workers are in it');
  const found = (await sessionPanes(tmux)).filter(({ name }) => name === session);
  if (found.length === 0) return { killed: true };
  if (found.some(({ marked }) => marked === '')) return kept('it was not made for workers');
  const { panes, why } = await lookAtSession(tmux, found, services.shellStartMs);
  if (why !== undefined) return kept(why);
  return (await killSessionAsSeen(tmux, panes)) ? { killed: true } : kept('something was opened in it');
}

/** Sessions that somebody is starting a worker in, who has no pane there yet. Of all others the panes tell. */
export async function startingSessions(
  { store, now }: WorkerServices,
  tmux: Tmux,
  except?: string,
): Promise<Set<string>> {
  const records = await store.workers.list({ host: tmux.place, state: 'starting' });
  if (records.length === 0) return new Set();
  const time = await now(tmux.place);
  const others = records.filter((record) => record.name !== except && isBeingStarted(record, time));
  return new Set(others.map((record) => record.tmux.session));
}

/** What was in a session when it was found out whether it is to stay. */
export interface SessionLook {
  readonly panes: readonly SessionPane[];
  readonly why: string | undefined;
}

/**
 * Why a session is to stay, and what is in it then: a shell that was waited for is another program by now than the one
 * that was seen at first, a copy of tmux or of the shell that started it.
 */
export async function lookAtSession(
  tmux: Tmux,
  panes: readonly SessionPane[],
  patienceMs: number,
): Promise<SessionLook> {
  const id = panes[0]?.session;
  for (let seen = panes; ; ) {
    const why = await whyKept(tmux, seen, patienceMs);
    if (why !== undefined) return { panes: seen, why };
    const now = (await sessionPanes(tmux)).filter(({ session }) => session === id);
    if (shown(now) === shown(seen)) return { panes: now, why };
    seen = now;
  }
}

/** What decides whether a session stays. */
function shown(panes: readonly SessionPane[]): string {
  return panes.map((pane) => `${pane.pane} ${pane.pid} ${pane.program} ${isBlank(pane)}`).join('\n');
}

function isBlank({ column, row }: SessionPane): boolean {
  return column === '0' && row === '0';
}

/**
 * Why a session with these panes is to stay.
 *
 * @param patienceMs for a shell that has just been started: it reads its files first, and runs programs for that
 */
export async function whyKept(
  tmux: Tmux,
  panes: readonly SessionPane[],
  patienceMs = 0,
): Promise<string | undefined> {
  if (panes.some(({ worker }) => worker !== '')) return 'other workers are in it';
  if (isAttended(panes)) return 'somebody is attached to it';
  const [only, ...more] = panes;
  if (more.length > 0) return 'it has windows of somebody else';
  if (!only) return undefined;
  const { pid, program, shell, created } = only;
  const since = new Date(Number(created) * 1_000);
  const pane = { pid: Number(pid), program, shell, since, blank: isBlank(only) };
  const isIdle = await becomesIdle(tmux.host, pane, patienceMs);
  return isIdle ? undefined : 'a program runs in its first window';
}

function kept(why: string): SessionEnd {
  return { killed: false, why };
}
