import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isMuxError, MuxError } from '../../model/index.js';
import { type Command, checkWindowName, literalFormat } from '../../tmux/index.js';
import type { ActionContext } from '../action-context.js';
import { launchPane, type PaneLaunch } from './launch-pane.js';
import { paneTools } from './pane-recorder.js';
import { sweepLogs } from './sweep-logs.js';
import { workspaceOptions } from './workspace-options.js';

/** What the first pane of a session is to be, where it is not the usual one. */
export interface FirstPane
  extends Partial<Pick<PaneLaunch, 'title' | 'cwd' | 'printed' | 'created' | 'read' | 'numbers'>> {
  readonly windowName?: string;
  readonly size?: { readonly width: number; readonly height: number };
}

/**
 * Makes the session with its first window and pane. It is made under another name and gets its own when it is whole:
 * whoever sees it sees all of it, and of several processes at the same moment one is first. Resolves with its id, or with
 * `undefined` where somebody else was first.
 */
export async function createWorkspace(
  workspace: ActionContext,
  first: FirstPane = {},
): Promise<string | undefined> {
  const { tmux, settings } = workspace;
  const { session, folder, historyLimit } = settings;
  const {
    title = settings.title,
    cwd = folder,
    windowName = settings.windowName,
    size = settings.size,
  } = first;
  await makeFolder(workspace);
  const id = await placeholder(workspace, size);
  const target = `${id}:^`;
  try {
    await tmux.request([['set-option', '-t', id, 'history-limit', String(historyLimit)]]);
    await launchPane(workspace, {
      open: ['new-window', '-k', '-t', target, '-n', literalFormat(checkWindowName(windowName))],
      target,
      title,
      cwd,
      printed: first.printed,
      created: first.created,
      read: first.read,
      numbers: first.numbers,
      also: [
        ...keepName(target),
        ['rename-session', '-t', id, '--', literalFormat(session)],
        ['set-option', '-t', id, workspaceOptions.session, session],
      ],
    });
  } catch (error) {
    await tmux.request([['kill-session', '-t', id]]).catch(() => {});
    // The session that our client was in may have been that of somebody who was not first either.
    if (/duplicate session/.test(String(error)) || isMuxError(error, 'CONNECTION_LOST')) return undefined;
    throw error;
  }
  await sweepLogs(tmux.host, (await paneTools(workspace)).folder).catch(() => {});
  return id;
}

/** A name that was given is not changed by what runs in the window. */
export function keepName(target: string): Command[] {
  return [
    ['set-option', '-w', '-t', target, 'automatic-rename', 'off'],
    ['set-option', '-w', '-t', target, 'allow-rename', 'off'],
  ];
}

async function makeFolder({ tmux, settings }: ActionContext): Promise<void> {
  const { folder } = settings;
  const { code, stderr } = await tmux.host.script('mkdir -p -- "$1" && cd -- "$1"', [folder]);
  if (code === 0) return;
  const said = stderr.toString().trim().split('\n').at(-1) ?? '';
  throw new MuxError(
    'PERMISSION_DENIED',
    `The working folder '${folder}' cannot be made or entered: ${said}`,
    {
      suggestion: 'Make it yourself for this user, or configure another `folder`.',
      details: { folder },
    },
  );
}

/**
 * A pane keeps the history limit that was in force when it was made, and a session has a limit of its own only once it
 * exists. So it begins with a window that does nothing, whose place is then taken.
 */
async function placeholder(workspace: ActionContext, size: WorkspaceSize): Promise<string> {
  const { tmux } = workspace;
  for (let tries = 1; ; tries++) {
    const name = `muxwright-new-${randomBytes(6).toString('hex')}`;
    try {
      const [body] = await tmux.request([newSession(name, workspace.settings.folder, size)]);
      return (body ?? Buffer.alloc(0)).toString().trim();
    } catch (error) {
      // An old server on the socket may just be going away, and our connection with it.
      if (tries === 5 || !isMuxError(error, 'NO_SERVER', 'CONNECTION_LOST')) throw error;
      await tmux.request([['kill-session', '-t', `=${name}`]]).catch(() => {});
      await delay(tries * 20);
    }
  }
}

type WorkspaceSize = ActionContext['settings']['size'];

function newSession(name: string, folder: string, { width, height }: WorkspaceSize): Command {
  return [
    'new-session',
    '-d',
    '-P',
    '-F',
    '#{session_id}',
    '-s',
    name,
    '-c',
    literalFormat(folder),
    '-x',
    String(width),
    '-y',
    String(height),
    '--',
    'exec cat',
  ];
}
