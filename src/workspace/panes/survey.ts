import { exclusive } from '../../hosts/index.js';
import { isMuxError, MuxError } from '../../model/index.js';
import {
  type Command,
  parseRecords,
  type RecordFields,
  recordFormat,
  type Tmux,
  type TmuxRecord,
} from '../../tmux/index.js';
import type { ActionContext } from '../action-context.js';
import { createWorkspace } from './create-workspace.js';
import { comparable, numberCommands, workspaceOptions } from './workspace-options.js';

export interface WorkspacePane {
  /** As tmux names it: `%3`. */
  readonly id: string;
  /** As the workspace names it: `0.1`. */
  readonly address: string;
  readonly windowId: string;
  /** Its place in its window, as tmux counts. */
  readonly index: number;
  /** The active pane of its window. */
  readonly active: boolean;
  readonly title: string;
  readonly cwd: string;
  readonly created: string;
  readonly pid: number;
  readonly dead: boolean;
  readonly alternate: boolean;
  readonly synchronized: boolean;
  /** The program in the foreground, by its name. */
  readonly program: string;
  /** What the program told of where it is: shells that we opened tell their state. */
  readonly path: string;
  /** Id and folder of the log that its recorder writes; empty where it has none. */
  readonly log: string;
  readonly piped: boolean;
  /** The nonce of the shell that we opened in it; empty where we did not. */
  readonly shell: string;
  /** What was sent, see `sentCommand()`. */
  readonly sent: string;
  readonly started: string;
}

export interface WorkspaceWindow {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly active: boolean;
  readonly layout: string;
  readonly width: number;
  readonly height: number;
  readonly zoomed: boolean;
  /** In the order of their places. */
  readonly panes: readonly WorkspacePane[];
}

/** All of a workspace, by one query. */
export interface Survey {
  readonly sessionId: string;
  /** In the order of their numbers. */
  readonly windows: readonly WorkspaceWindow[];
}

/**
 * Looks at the workspace, and makes it where it is missing. Windows and panes that somebody else made get the next
 * numbers.
 */
export async function survey(workspace: ActionContext): Promise<Survey> {
  const { tmux, settings } = workspace;
  const { session } = settings;
  for (let tries = 0; tries < 5; tries++) {
    const found = await findWorkspace(workspace);
    if (found) return found;
    // One at a time: who was first is found by the others.
    await exclusive(
      `workspace ${tmux.place} ${session}`,
      async () => {
        if (!(await findWorkspace(workspace))) await createWorkspace(workspace);
      },
      { maxWaitMs: 30_000 },
    );
  }
  throw new MuxError('SESSION_NOT_FOUND', `Session '${session}' goes away as soon as it is made.`, {
    suggestion: 'Look at the configuration of tmux there: destroy-unattached, or hooks that end sessions.',
  });
}

/** The workspace where it is there. */
export async function findWorkspace(workspace: ActionContext): Promise<Survey | undefined> {
  const { tmux } = workspace;
  for (let records = await list(workspace); records.length > 0; records = await list(workspace)) {
    const unseen = records.filter(({ window, address }) => window === '' || address === '');
    if (unseen.length === 0) return toSurvey(records);
    await tmux
      .request(unseen.flatMap((record) => numberCommands(targetOf(record))))
      .catch((error: unknown) => {
        // A pane that is gone meanwhile needs no number.
        if (!isMuxError(error, 'PANE_NOT_FOUND', 'WINDOW_NOT_FOUND', 'SESSION_NOT_FOUND')) throw error;
      });
  }
  return undefined;
}

const FIELDS = {
  sessionId: 'session_id',
  sessionTag: workspaceOptions.session,
  windowId: 'window_id',
  window: workspaceOptions.window,
  windowName: 'window_name',
  windowActive: 'window_active',
  layout: 'window_layout',
  width: 'window_width',
  height: 'window_height',
  zoomed: 'window_zoomed_flag',
  id: 'pane_id',
  address: workspaceOptions.address,
  index: 'pane_index',
  active: 'pane_active',
  title: 'pane_title',
  givenTitle: workspaceOptions.title,
  cwd: 'pane_current_path',
  startFolder: 'pane_start_path',
  created: workspaceOptions.created,
  pid: 'pane_pid',
  dead: 'pane_dead',
  alternate: 'alternate_on',
  synchronized: 'pane_synchronized',
  program: 'pane_current_command',
  path: 'pane_path',
  log: workspaceOptions.log,
  piped: 'pane_pipe',
  shell: workspaceOptions.shell,
  sent: workspaceOptions.sent,
  started: workspaceOptions.started,
} as const satisfies RecordFields;

type PaneRecord = TmuxRecord<typeof FIELDS>;

/** The panes of our session: the one that has our mark, whatever its name is now, else the one that has its name. */
async function list({ tmux, settings }: ActionContext): Promise<PaneRecord[]> {
  const { session } = settings;
  const name = comparable(session);
  const filter = `#{||:#{==:#{${workspaceOptions.session}},${name}},#{==:#{session_name},${name}}}`;
  const command: Command = ['list-panes', '-a', '-f', filter, '-F', recordFormat(FIELDS)];
  const records = await request(tmux, command);
  const ours = records.find(({ sessionTag }) => sessionTag === session) ?? records[0];
  // A window that is linked twice has its panes twice.
  const panes = new Map(records.map((record) => [`${record.sessionId} ${record.id}`, record]));
  return [...panes.values()].filter(({ sessionId }) => sessionId === ours?.sessionId);
}

/** To look again costs nothing: where a server has just ended, that may be seen only by a connection that breaks. */
async function request(tmux: Tmux, command: Command, again = true): Promise<PaneRecord[]> {
  try {
    const [body] = await tmux.request([command]);
    return parseRecords(FIELDS, body ?? Buffer.alloc(0));
  } catch (error) {
    if (isMuxError(error, 'NO_SERVER')) return [];
    if (again && isMuxError(error, 'CONNECTION_LOST')) return request(tmux, command, false);
    throw error;
  }
}

function targetOf({ sessionId, windowId, id }: PaneRecord): string {
  return `${sessionId}:${windowId}.${id}`;
}

function toSurvey(records: readonly PaneRecord[]): Survey {
  const windows = new Map<string, PaneRecord[]>();
  for (const record of records)
    windows.set(record.windowId, [...(windows.get(record.windowId) ?? []), record]);
  return {
    sessionId: records[0]?.sessionId ?? '',
    windows: [...windows.values()].map(toWindow).sort((a, b) => a.number - b.number),
  };
}

function toWindow(records: readonly PaneRecord[]): WorkspaceWindow {
  const [first] = records;
  return {
    id: first?.windowId ?? '',
    number: Number(first?.window),
    name: first?.windowName ?? '',
    active: first?.windowActive === '1',
    layout: first?.layout ?? '',
    width: Number(first?.width),
    height: Number(first?.height),
    zoomed: first?.zoomed === '1',
    panes: records.map(toPane),
  };
}

function toPane(record: PaneRecord): WorkspacePane {
  const { id, address, windowId, created, program, path, log, shell, sent, started } = record;
  return {
    ...{ id, address, windowId, created, program, path, log, shell, sent, started },
    // While its program is just being started, tmux knows no folder of it.
    cwd: record.cwd || record.startFolder,
    title: record.givenTitle || record.title,
    index: Number(record.index),
    active: record.active === '1',
    pid: Number(record.pid),
    dead: record.dead === '1',
    alternate: record.alternate === '1',
    synchronized: record.synchronized === '1',
    piped: record.piped === '1',
  };
}
