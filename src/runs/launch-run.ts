import { isMuxError } from '../model/index.js';
import {
  type Argument,
  type Command,
  checkWindowName,
  forgetMessages,
  literalFormat,
  parseRecords,
  pipeCommand,
  recordFormat,
  type Session,
  type Tmux,
} from '../tmux/index.js';
import { RUN_OPTION } from './run-option.js';
import type { WrapperLaunch } from './wrapper.js';

export interface RunLaunch {
  readonly windowName: string;
  readonly cwd: string | undefined;
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly wrapper: WrapperLaunch;
  /** Shell command of the recorder, where the host has one. */
  readonly pipe: string | undefined;
  /** What is kept with the pane, so that a process with an empty store finds the run. */
  readonly note: string;
  /** What else is kept with the pane. */
  readonly paneOptions: Readonly<Record<string, string>>;
}

export interface LaunchedRun {
  readonly paneId: string;
  readonly windowId: string;
}

/**
 * Opens the window of a run and its recorder as one group of commands: tmux reads nothing of the pane in between, so
 * the first byte is recorded, and nobody else's window can take the place at the end, which is how the group finds its own.
 */
export async function launchRun(tmux: Tmux, session: Session, launch: RunLaunch): Promise<LaunchedRun> {
  const end = `${session.id}:{end}`;
  const commands: Command[] = [
    newWindow(end, launch),
    // The window is started with the nonces of the run, which its command must not read in the server's messages.
    ...forgetMessages,
    ...(launch.pipe === undefined ? [] : [pipeCommand(end, launch.pipe)]),
    ...Object.entries({ [RUN_OPTION]: launch.note, ...launch.paneOptions }).map(
      ([option, value]): Command => ['set-option', '-p', '-t', end, option, value],
    ),
    ...quietWindow.map(([option, value]): Command => ['set-option', '-w', '-t', end, option, value]),
  ];
  if (launch.size) {
    const { width, height } = launch.size;
    commands.push(['resize-window', '-t', end, '-x', String(width), '-y', String(height)]);
  }
  try {
    const [body] = await tmux.request(commands, { timeoutMs: LAUNCH_MS });
    const [paneId = '', windowId = ''] = (body ?? Buffer.alloc(0)).toString().trim().split(' ');
    return { paneId, windowId };
  } catch (error) {
    await tmux.request(forgetMessages).catch(() => {});
    // Where the connection broke the run may go on: it is found again by its note.
    if (!isMuxError(error, 'CONNECTION_LOST')) await removeWindow(tmux, session.id, launch);
    throw error;
  }
}

/** A busy machine may need a while to start a process. */
const LAUNCH_MS = 30_000;

/** People in the session hear and see nothing of the window but its name in the status line. */
const quietWindow = [
  ['monitor-activity', 'off'],
  ['monitor-bell', 'off'],
  ['monitor-silence', '0'],
  ['remain-on-exit', 'off'],
  ['allow-rename', 'off'],
  ['automatic-rename', 'off'],
] as const;

function newWindow(end: string, launch: RunLaunch): Command {
  const environment = Object.entries(launch.wrapper.env).flatMap(([name, value]): Argument[] => [
    '-e',
    typeof value === 'string' ? `${name}=${value}` : Buffer.concat([Buffer.from(`${name}=`), value]),
  ]);
  return [
    'new-window',
    '-a',
    '-d',
    '-P',
    '-F',
    '#{pane_id} #{window_id}',
    '-t',
    end,
    '-n',
    literalFormat(checkWindowName(launch.windowName)),
    '-c',
    // Without it a client that is not attached would give its own folder.
    launch.cwd === undefined ? '#{session_path}' : literalFormat(launch.cwd),
    ...environment,
    '--',
    ...launch.wrapper.argv,
  ];
}

/** A window of another run may have the same name; ours has our note, or none yet. */
async function removeWindow(tmux: Tmux, sessionId: string, launch: RunLaunch): Promise<void> {
  const fields = { id: 'pane_id', session: 'session_id', window: 'window_name', note: RUN_OPTION } as const;
  const panes = await tmux
    .request([['list-panes', '-a', '-F', recordFormat(fields)]])
    .then(([body]) => parseRecords(fields, body ?? Buffer.alloc(0)))
    .catch(() => []);
  const isUnnoted = ({ session, window, note }: (typeof panes)[number]): boolean =>
    session === sessionId && window === launch.windowName && note === '';
  const pane = panes.find(({ note }) => note === launch.note) ?? panes.find(isUnnoted);
  if (!pane) return;
  const killing = tmux.pane(pane.id).kill();
  await killing.catch(() => {});
}
