import { isMuxError } from '../model/index.js';
import { commandLine, parseRecords, recordFormat, type Tmux, type TmuxRecord } from '../tmux/index.js';
import { WORKER_OPTION, WORKERS_OPTION } from './worker-note.js';

const fields = {
  session: 'session_id',
  name: 'session_name',
  created: 'session_created',
  marked: WORKERS_OPTION,
  attached: 'session_attached_list',
  window: 'window_id',
  pane: 'pane_id',
  pid: 'pane_pid',
  worker: WORKER_OPTION,
  program: 'pane_current_command',
  shell: 'default-shell',
  column: 'cursor_x',
  row: 'cursor_y',
} as const;

/** A pane, with what its session tells. */
export type SessionPane = TmuxRecord<typeof fields>;

/** All panes of a server, session by session; none where no server runs. */
export async function sessionPanes(tmux: Tmux): Promise<SessionPane[]> {
  try {
    const [body] = await tmux.request([['list-panes', '-a', '-F', recordFormat(fields)]]);
    return parseRecords(fields, body ?? Buffer.alloc(0));
  } catch (error) {
    if (isMuxError(error, 'NO_SERVER')) return [];
    throw error;
  }
}

/** Whether a person is attached: the names of their clients are paths, those of control mode, ours among them, not. */
export function isAttended(panes: readonly SessionPane[]): boolean {
  return panes.some(({ attached }) => attached.split(',').some((client) => client.startsWith('/')));
}

/**
 * Ends a session where it still is what was seen: the same panes with the same programs in them, and, unless `force` is
 * given, nobody attached. tmux itself looks in the moment of the kill. Whether the session is gone is the answer.
 */
export async function killSessionAsSeen(
  tmux: Tmux,
  panes: readonly SessionPane[],
  { force = false }: { readonly force?: boolean } = {},
): Promise<boolean> {
  const [first] = panes;
  if (!first) return true;
  const id = first.session;
  // A name with other characters in it would be taken for a part of the format.
  const exact = !force && panes.every(({ program }) => /^[\w.-]+$/.test(program));
  const what = `#{pane_id}.#{pane_pid}${exact ? '.#{pane_current_command}' : ''} `;
  const seen = panes.map(({ pane, pid, program }) => `${pane}.${pid}${exact ? `.${program}` : ''} `).join('');
  const same = `#{==:#{W:#{P:${what}}},${seen}}`;
  const alone = '#{?#{m:*/*,#{session_attached_list}},0,1}';
  const condition = force ? same : `#{&&:${same},${alone}}`;
  await tmux
    .request([['if-shell', '-F', '-t', `${id}:`, condition, commandLine([['kill-session', '-t', id]])]])
    .catch((error: unknown) => {
      if (!isMuxError(error, 'SESSION_NOT_FOUND', 'NO_SERVER', 'CONNECTION_LOST')) throw error;
    });
  return (await sessionPanes(tmux)).every(({ session }) => session !== id);
}
