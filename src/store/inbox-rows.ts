import { type Kysely, sql } from 'kysely';
import type { AgentQuestion } from './agent-record.js';
import { knownQuestion } from './run-question.js';
import type { RunQuestion } from './run-record.js';
import type { Tables } from './tables.js';
import type { WaitingItem } from './waiting-item.js';

/** A run or an agent that may be in the inbox. */
export interface InboxRow {
  readonly id: string;
  readonly kind: 'run' | 'agent';
  readonly host: string;
  readonly paneId: string | null;
  /** A hash of the item in its last event; null if that said it was removed, or there was none. */
  readonly inbox: string | null;
  /** What it is in the inbox, if it waits for a person. */
  readonly item: WaitingItem | undefined;
}

/**
 * What asks, and what was in the inbox when it was told last.
 *
 * @param id one more run or agent, whatever it does
 */
export async function inboxRows(db: Kysely<Tables>, id = ''): Promise<readonly InboxRow[]> {
  return [...(await runRows(db, id)), ...(await agentRows(db, id))];
}

/** What waits for a person. The run that an agent is in may seem to wait, too: both are one thing. */
export function waitingItems(rows: readonly InboxRow[]): ReadonlyMap<string, WaitingItem> {
  const place = ({ host, paneId }: InboxRow): string => `${host} ${paneId}`;
  const agents = new Set(rows.filter(({ kind, item }) => kind === 'agent' && item).map(place));
  const shown = rows.filter((row) => row.kind === 'agent' || row.paneId === null || !agents.has(place(row)));
  return new Map(shown.flatMap(({ id, item }) => (item ? [[id, item] as const] : [])));
}

async function runRows(db: Kysely<Tables>, id: string): Promise<InboxRow[]> {
  const rows = await db
    .selectFrom('automation_runs')
    .select(['id', 'host', 'pane_id', 'command', 'state', 'asks', 'status_since', 'inbox'])
    .select(
      sql<string | null>`(select min(name) from workers where run_id = automation_runs.id)`.as('worker'),
    )
    .where(({ eb, and, or }) =>
      or([
        eb('id', '=', id),
        and([eb('state', '=', 'running'), or([eb('asks', 'is not', null), eb('inbox', 'is not', null)])]),
      ]),
    )
    .execute();
  return rows.map(({ host, command, state, asks, worker, pane_id: paneId, status_since: since, ...row }) => {
    const question = state === 'running' ? knownQuestion(asks) : undefined;
    const about = { id: row.id, kind: 'run', host } as const;
    const item = question &&
      isForPerson(question) && {
        ...about,
        ...where(paneId),
        ...called(worker),
        command,
        ...askedBy(question),
        since: since ?? '',
      };
    return { ...about, paneId, inbox: row.inbox, item: item || undefined };
  });
}

async function agentRows(db: Kysely<Tables>, id: string): Promise<InboxRow[]> {
  const rows = await db
    .selectFrom('agents')
    .select([
      'id',
      'host',
      'tmux_pane_id',
      'name',
      'profile',
      'state',
      'asks',
      'state_since',
      'ended_at',
      'inbox',
    ])
    .where(({ eb, and, or }) =>
      or([
        eb('id', '=', id),
        eb('inbox', 'is not', null),
        and([eb('state', '=', 'AWAITING_INPUT'), eb('ended_at', 'is', null)]),
      ]),
    )
    .execute();
  return rows.map(
    ({ host, name, profile, state, asks, tmux_pane_id: paneId, state_since: since, ...row }) => {
      const waits = state === 'AWAITING_INPUT' && row.ended_at === null;
      const about = { id: row.id, kind: 'agent', host } as const;
      const question: Partial<AgentQuestion> = asks === null ? {} : JSON.parse(asks);
      const item = { ...about, ...where(paneId), ...called(name ?? profile), ...question, since };
      return { ...about, paneId, inbox: row.inbox, item: waits ? item : undefined };
    },
  );
}

/** A guess is not worth a person's time: a monitor, a server or a watcher could take a key as well. */
function isForPerson({ idle, confidence }: RunQuestion): boolean {
  return idle !== true && confidence !== 'guess';
}

function askedBy({ prompt, title, question, fingerprint, options, kind }: RunQuestion): Partial<WaitingItem> {
  const sentence = title ?? prompt;
  return {
    ...(sentence !== undefined && { prompt: sentence }),
    ...(question !== undefined && { question }),
    ...(fingerprint !== undefined && { fingerprint }),
    ...(options !== undefined && { options }),
    ...(kind !== undefined && { promptKind: kind }),
  };
}

function where(paneId: string | null): Pick<WaitingItem, 'paneId'> {
  return paneId === null ? {} : { paneId };
}

function called(name: string | null): Pick<WaitingItem, 'name'> {
  return name === null ? {} : { name };
}
