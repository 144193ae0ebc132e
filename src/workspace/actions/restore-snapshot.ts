import { randomBytes } from 'node:crypto';
import { isMuxError, MuxError } from '../../model/index.js';
import { awaitShell } from '../../shells/index.js';
import { type Command, literalFormat } from '../../tmux/index.js';
import { emptyScreen } from '../../vt/index.js';
import type { ActionContext } from '../action-context.js';
import { createWorkspace, keepName } from '../panes/create-workspace.js';
import { endPanes } from '../panes/end-panes.js';
import { findPane } from '../panes/find-pane.js';
import { launchPane, type PaneLaunch } from '../panes/launch-pane.js';
import { paneTools } from '../panes/pane-recorder.js';
import { findWorkspace, type Survey, survey } from '../panes/survey.js';
import { typeCommand } from '../panes/type-command.js';
import { workspaceOptions } from '../panes/workspace-options.js';
import type { Snapshot, SnapshotPane, SnapshotWindow } from '../session-snapshot.js';
import { readSnapshot } from '../snapshot-file.js';
import { encodeReadState } from '../transcript/read-state.js';

export interface RestoreOptions {
  readonly restart: boolean;
  readonly replace: boolean;
}

/**
 * Builds a session again: windows, panes, their places, folders, titles, and what they had shown. It is built under
 * another name, and takes the place of one that is there in the last moment, when it is whole.
 */
export async function restoreSnapshot(
  workspace: ActionContext,
  file: string,
  { restart, replace }: RestoreOptions,
): Promise<Snapshot & { readonly restarted: readonly string[] }> {
  const { tmux, settings } = workspace;
  const snapshot = await readSnapshot(tmux.host, file);
  if (!replace && (await findWorkspace(workspace))) throw sessionThere(settings.session);
  const env = { ...settings.env, ...snapshot.environment };
  const session = `muxwright-restored-${randomBytes(6).toString('hex')}`;
  const unnamed: ActionContext = { ...workspace, settings: { ...settings, env, session } };
  try {
    const sessionId = await buildSession(unnamed, snapshot);
    await setEnvironment(unnamed, sessionId, snapshot);
    for (const window of snapshot.windows) await arrangeWindow(unnamed, window);
    await takeOver(workspace, sessionId, replace);
  } catch (error) {
    await endSession(unnamed).catch(() => {});
    throw error;
  }
  return { ...snapshot, restarted: restart ? await restartCommands(workspace, snapshot) : [] };
}

function sessionThere(session: string): MuxError {
  return new MuxError('INVALID_ARGUMENT', `Session '${session}' already exists.`, {
    suggestion: 'Write replace="true" to end it, with all that runs in it, and build it again.',
  });
}

/** Gives a session our name, and ends the one that had it. */
async function takeOver(workspace: ActionContext, sessionId: string, replace: boolean): Promise<void> {
  const { tmux, settings } = workspace;
  const old = await findWorkspace(workspace);
  if (old && !replace) throw sessionThere(settings.session);
  await tmux.request([
    ...(old ? nameCommands(old.sessionId, `muxwright-old-${randomBytes(6).toString('hex')}`) : []),
    ...nameCommands(sessionId, settings.session),
  ]);
  if (!old) return;
  await tmux.session(old.sessionId).kill();
  await endPanes(
    workspace,
    old.windows.flatMap(({ panes }) => panes),
  );
}

function nameCommands(sessionId: string, name: string): Command[] {
  return [
    ['rename-session', '-t', sessionId, '--', literalFormat(name)],
    ['set-option', '-t', sessionId, workspaceOptions.session, name],
  ];
}

/** Ends what was built of a session that is not to be. */
async function endSession(workspace: ActionContext): Promise<void> {
  const built = await findWorkspace(workspace);
  if (!built) return;
  await workspace.tmux.session(built.sessionId).kill();
  await endPanes(
    workspace,
    built.windows.flatMap(({ panes }) => panes),
  );
}

/** Makes all windows and panes; each gets the numbers that it had. */
async function buildSession(workspace: ActionContext, { windows }: Snapshot): Promise<string> {
  let sessionId: string | undefined;
  for (const window of windows) {
    const [first, ...others] = window.panes;
    if (!first) continue;
    if (sessionId === undefined) sessionId = await firstWindow(workspace, window, first);
    else await nextWindow(workspace, sessionId, window, first);
    for (const pane of others) await nextPane(workspace, `${sessionId}:{end}`, window, pane);
  }
  return sessionId ?? '';
}

async function firstWindow(
  workspace: ActionContext,
  window: SnapshotWindow,
  pane: SnapshotPane,
): Promise<string> {
  const { title, created } = pane;
  const { name: windowName, width, height } = window;
  const printed = await printedFile(workspace, pane);
  try {
    const id = await createWorkspace(workspace, {
      ...{ title, cwd: folderOf(workspace, pane), created, windowName, size: { width, height }, printed },
      read: readBefore(window, pane),
      numbers: { window: window.number, address: pane.address },
    });
    if (id !== undefined) return id;
    throw sessionThere(workspace.settings.session);
  } catch (error) {
    if (printed !== undefined) await workspace.tmux.host.files.remove(printed);
    throw error;
  }
}

async function nextWindow(
  workspace: ActionContext,
  sessionId: string,
  window: SnapshotWindow,
  pane: SnapshotPane,
): Promise<void> {
  const target = `${sessionId}:{end}`;
  await launchPane(workspace, {
    open: ['new-window', '-d', '-a', '-t', target, '-n', literalFormat(window.name)],
    target,
    also: keepName(target),
    ...(await paneOf(workspace, window, pane)),
  });
}

/** Panes are made in the order of their places; between two of them all get an equal share, so that there is room. */
async function nextPane(
  workspace: ActionContext,
  target: string,
  window: SnapshotWindow,
  pane: SnapshotPane,
): Promise<void> {
  await workspace.tmux.request([['select-layout', '-t', target, 'tiled']]);
  await launchPane(workspace, {
    open: ['split-window', '-t', `${target}.{bottom-right}`],
    target,
    ...(await paneOf(workspace, window, pane)),
  });
}

async function paneOf(
  workspace: ActionContext,
  window: SnapshotWindow,
  pane: SnapshotPane,
): Promise<Pick<PaneLaunch, 'title' | 'cwd' | 'created' | 'printed' | 'read' | 'numbers'>> {
  const { title, created, address } = pane;
  return {
    ...{ title, cwd: folderOf(workspace, pane), created },
    printed: await printedFile(workspace, pane),
    read: readBefore(window, pane),
    numbers: { window: window.number, address },
  };
}

/** A file of an earlier version may have none. */
function folderOf({ settings }: ActionContext, { cwd }: SnapshotPane): string {
  return cwd || settings.folder;
}

/** Of what the pane shows again, only what was not read is new. */
function readBefore(
  { width, height }: SnapshotWindow,
  { scrollback, unread }: SnapshotPane,
): string | undefined {
  const lines = scrollback === '' ? 0 : scrollback.split('\n').length;
  const read = Math.max(0, lines - unread);
  if (read === 0) return undefined;
  const terminal = emptyScreen(width, height);
  const nothing = { position: 0, seen: [], lastText: '', screen: '', timestamp: '' };
  return encodeReadState({ ...nothing, terminal, lastLineRead: read, sealed: read });
}

/** What the pane had shown goes into a file, which the pane prints before its shell starts. */
async function printedFile(
  workspace: ActionContext,
  { scrollback }: SnapshotPane,
): Promise<string | undefined> {
  if (scrollback === '') return undefined;
  const { folder } = await paneTools(workspace);
  const path = `${folder}/shown-${randomBytes(8).toString('hex')}`;
  await workspace.tmux.host.files.write(path, `${scrollback}\n`);
  return path;
}

async function setEnvironment(
  { tmux }: ActionContext,
  sessionId: string,
  { environment }: Snapshot,
): Promise<void> {
  const set = Object.entries(environment).map(
    ([name, value]): Command => ['set-environment', '-t', sessionId, '--', name, value],
  );
  if (set.length > 0) await tmux.request(set);
}

async function arrangeWindow(
  workspace: ActionContext,
  { number, layout, panes, active }: SnapshotWindow,
): Promise<void> {
  const { windows } = await builtSurvey(workspace);
  const window = windows.find((one) => one.number === number);
  const front = window?.panes.find(({ address }) =>
    panes.some((pane) => pane.active && pane.address === address),
  );
  if (!window) return;
  await workspace.tmux.request([
    ['select-layout', '-t', window.id, layout],
    ...(front ? [['select-pane', '-t', front.id] as const] : []),
    ...(active ? [['select-window', '-t', window.id] as const] : []),
  ]);
}

/** What was built; it may have gone again, where no shell can be started. */
async function builtSurvey(workspace: ActionContext): Promise<Survey> {
  const built = await findWorkspace(workspace);
  if (built) return built;
  throw new MuxError('SESSION_NOT_FOUND', 'The session ended while it was being rebuilt.', {
    suggestion: 'Check whether a shell can be started on the host.',
  });
}

/** Typed when the shells are at their prompts. A pane whose shell does not come to one stays as it is. */
async function restartCommands(workspace: ActionContext, { windows }: Snapshot): Promise<string[]> {
  const found = await survey(workspace);
  const restarted: string[] = [];
  for (const { address, running } of windows.flatMap(({ panes }) => panes)) {
    if (running === null) continue;
    try {
      const pane = findPane(found, address);
      await using _shell = await awaitShell(workspace.tmux.pane(pane.id), pane.shell);
      await typeCommand(workspace, pane, running);
      restarted.push(address);
    } catch (error) {
      if (!isMuxError(error, 'SHELL_NOT_INTEGRATED', 'PROGRAM_NOT_FOUND', 'PANE_NOT_FOUND')) throw error;
    }
  }
  return restarted;
}
