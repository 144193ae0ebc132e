import { isMuxError } from '../model/index.js';
import { interpret, QUEUE_OPTION, statePrefix, WOKEN_OPTION } from '../shells/index.js';
import { parseRecords, type RecordFields, recordFormat, type Tmux, type TmuxRecord } from '../tmux/index.js';
import { type ChatPair, parsePair } from './session-name.js';

/** A tmux session, as it is now. */
export interface SeenSession {
  readonly id: string;
  readonly name: string;
  /** People who are attached; our own clients do not count. */
  readonly attached: number;
  /** What is ours about it; `undefined` for a session of somebody else. */
  readonly chat: SeenChat | undefined;
}

export interface SeenChat extends ChatPair {
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  /** As it is kept with the session, to tell whether it was used since. */
  readonly used: string;
  /** Something waits to be run, or its shell said that it runs something. */
  readonly busy: boolean;
  /** First processes of panes in which something may run that was not reported. */
  readonly doubtful: readonly DoubtfulPane[];
  /** Buffers with commands that wait. */
  readonly queue: readonly string[];
  /** As it is kept with the session, to tell whether it was launched again since. */
  readonly launched: string;
  /** `undefined` where its shell has ended, or something else was started in its place. */
  readonly shell: { readonly pane: string; readonly nonce: string } | undefined;
}

/** A pane of which the first process, and the name of what is in front, are known. */
export type DoubtfulPane = Readonly<Record<'pid' | 'program', string>>;

/** A session that is a chat's. */
export type ChatSession = SeenSession & { readonly chat: SeenChat };

export function isChat(session: SeenSession): session is ChatSession {
  return session.chat !== undefined;
}

/** User options of a session that say whose it is. */
export const chatOptions = {
  pair: '@muxwright_chat',
  created: '@muxwright_created',
  used: '@muxwright_used',
  /** `NONCE PANE PID` of its shell. */
  shell: '@muxwright_chat_shell',
} as const;

/** All sessions of a host, by one round trip; none where no server runs. */
export async function surveySessions(tmux: Tmux): Promise<SeenSession[]> {
  try {
    const [sessions, panes] = await tmux.request([
      ['list-sessions', '-F', recordFormat(sessionFields)],
      ['list-panes', '-a', '-F', recordFormat(paneFields)],
    ]);
    const seen = parseRecords(paneFields, panes ?? Buffer.alloc(0));
    return parseRecords(sessionFields, sessions ?? Buffer.alloc(0))
      .filter(({ name }) => !name.startsWith(STARTER_PREFIX))
      .map((record) => toSeen(record, seen));
  } catch (error) {
    if (isMuxError(error, 'NO_SERVER')) return [];
    throw error;
  }
}

/** Sessions that are there only until a server has its first real one. */
export const STARTER_PREFIX = 'muxwright-starts-';

const sessionFields = {
  id: 'session_id',
  name: 'session_name',
  attached: 'session_attached_list',
  pair: chatOptions.pair,
  created: chatOptions.created,
  used: chatOptions.used,
  shell: chatOptions.shell,
  queue: QUEUE_OPTION,
  woken: WOKEN_OPTION,
} as const satisfies RecordFields;

const paneFields = {
  id: 'pane_id',
  sessionId: 'session_id',
  pid: 'pane_pid',
  dead: 'pane_dead',
  path: 'pane_path',
  program: 'pane_current_command',
} as const satisfies RecordFields;

type SessionRecord = TmuxRecord<typeof sessionFields>;
type PaneRecord = TmuxRecord<typeof paneFields>;

function toSeen(record: SessionRecord, allPanes: readonly PaneRecord[]): SeenSession {
  const { id, name } = record;
  // Control-mode clients have no terminal: their name is `client-PID`, a person's is a path.
  const attached = record.attached.split(',').filter((client) => client.startsWith('/')).length;
  const pair = parsePair(record.pair);
  const panes = allPanes.filter(({ sessionId }) => sessionId === id);
  return { id, name, attached, chat: pair && toChat(pair, record, panes) };
}

function toChat(pair: ChatPair, record: SessionRecord, panes: readonly PaneRecord[]): SeenChat {
  const [nonce = '', pane = '', pid = ''] = record.shell.split(' ');
  const own = panes.find((one) => one.id === pane && one.pid === pid && one.dead !== '1');
  const lives = own !== undefined && interpret({ ...own, row: '0' }, nonce, []).activity !== 'gone';
  const queue = record.queue.split(' ').filter((name) => name !== '');
  return {
    ...pair,
    createdAt: new Date(Number(record.created)),
    lastUsedAt: new Date(Number(record.used)),
    used: record.used,
    busy: queue.length > 0 || record.woken === '1' || panes.some((one) => whatItSays(one, nonce) === 'busy'),
    doubtful: panes.filter((one) => whatItSays(one, nonce) === undefined),
    queue,
    launched: record.shell,
    shell: lives ? { pane, nonce } : undefined,
  };
}

/** Shells with a line editor say whether they run something; of all others only the kernel knows. */
function whatItSays({ path, dead }: PaneRecord, nonce: string): 'busy' | 'idle' | undefined {
  const prefix = statePrefix(nonce);
  if (dead === '1') return 'idle';
  if (nonce === '' || !path.startsWith(prefix)) return undefined;
  const [word, , , kind] = path.slice(prefix.length).split(':');
  if (word === 'idle') return kind === 'sh' ? undefined : 'idle';
  return word === 'gone' ? 'idle' : 'busy';
}
