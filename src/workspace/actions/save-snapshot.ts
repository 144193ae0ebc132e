import { type Command, captureCommand } from '../../tmux/index.js';
import { type ActionContext, timestamp } from '../action-context.js';
import { restartCommand } from '../panes/running-command.js';
import { survey, type WorkspacePane } from '../panes/survey.js';
import type { Snapshot, SnapshotPane } from '../session-snapshot.js';
import { writeSnapshot } from '../snapshot-file.js';
import { foregroundOf } from './list.js';
import { unreadLines } from './unread-lines.js';

/** Writes down all that is needed to build the session again. */
export async function saveSnapshot(workspace: ActionContext, file: string): Promise<Snapshot> {
  const { tmux, settings, redactor } = workspace;
  const found = await survey(workspace);
  const panes = found.windows.flatMap((window) => window.panes);
  const foreground = await foregroundOf(workspace, panes);
  const scrollback = await scrollbacks(workspace, panes);
  const unread = new Map<string, number>();
  for (const pane of panes) unread.set(pane.id, await unreadLines(workspace, pane));
  const hidden: string[] = [];
  const toPane = (pane: WorkspacePane): SnapshotPane => {
    const { address, title, cwd, created, active } = pane;
    const command = restartCommand(pane, foreground(pane));
    // Half a command, or one without its secret, would be another command.
    const isKnown = command === null || (command !== undefined && redactor.text(command) === command);
    if (!isKnown) hidden.push(`what runs in pane ${address}`);
    return {
      address,
      title,
      cwd,
      created,
      active,
      running: isKnown ? command : null,
      unread: unread.get(pane.id) ?? 0,
      scrollback: scrollback.get(pane.id) ?? '',
    };
  };
  const windows = found.windows.map(({ number, name, active, layout, width, height, panes: inside }) => ({
    ...{ number, name, active, layout, width, height },
    panes: inside.map(toPane),
  }));
  const { environment, left_out } = await environmentOf(workspace, found.sessionId);
  const snapshot: Snapshot = {
    version: 1,
    session: settings.session,
    saved_at: timestamp(workspace),
    environment,
    left_out: [...left_out, ...hidden],
    windows,
  };
  await writeSnapshot(tmux.host, file, snapshot);
  return snapshot;
}

/** What all panes show and have shown, of one moment. A program's own screen would mean nothing without the program. */
async function scrollbacks(
  { tmux, redactor }: ActionContext,
  panes: readonly WorkspacePane[],
): Promise<Map<string, string>> {
  const bodies = await tmux.request(panes.map(capture), { timeoutMs: 60_000 });
  return new Map(
    panes.map(({ id }, index) => [id, trimmed(redactor.text((bodies[index] ?? '').toString()))]),
  );
}

function capture({ id, alternate }: WorkspacePane): Command {
  const command = captureCommand(id, { history: 'all', ansi: true, joined: true });
  return alternate ? [...command, '-E', '-1'] : command;
}

function trimmed(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
}

/** A value that looks like a secret is not written to a file; nobody could use it hidden. */
async function environmentOf(
  { tmux, redactor }: ActionContext,
  sessionId: string,
): Promise<Pick<Snapshot, 'environment' | 'left_out'>> {
  // tmux takes names that no shell could use.
  const variables = [...(await tmux.session(sessionId).environment.all())];
  const all = variables.filter(([name]) => /^[A-Za-z_]\w*$/.test(name));
  const harmless = all.filter(([name, value]) => redactor.text(`${name}=${value}`) === `${name}=${value}`);
  const kept = new Set(harmless.map(([name]) => name));
  return {
    environment: Object.fromEntries(harmless),
    left_out: all.map(([name]) => name).filter((name) => !kept.has(name)),
  };
}
