import { isMuxError } from '../../model/index.js';
import { type Command, commandLine, parseScreen, pipeCommand, screenCommands } from '../../tmux/index.js';
import { emptyScreen, type ScreenState } from '../../vt/index.js';
import { type ActionContext, timestamp } from '../action-context.js';
import { encodeReadState } from '../transcript/read-state.js';
import { setPane } from './launch-pane.js';
import { logFiles, type PaneRecorder, preparePaneRecorder } from './pane-recorder.js';
import type { WorkspacePane } from './survey.js';
import { comparable, workspaceOptions } from './workspace-options.js';

/**
 * The log of a pane. One that somebody else made, or whose recorder was ended, gets a recorder now; its log begins with
 * what it shows. `undefined` where there can be none: the pane has a pipe of somebody else, or the host no filter.
 */
export async function recordedPane(
  workspace: ActionContext,
  pane: WorkspacePane,
): Promise<{ readonly id: string; readonly folder: string } | undefined> {
  const files = logFiles(pane.log);
  if (pane.piped) return files;
  try {
    return logFiles(await beginRecording(workspace, pane, await preparePaneRecorder(workspace)));
  } catch (error) {
    if (isMuxError(error, 'PROGRAM_NOT_FOUND', 'LOG_FOLDER_UNUSABLE', 'PATTERN_NOT_TRANSLATABLE'))
      return undefined;
    throw error;
  }
}

/** Takes what the pane shows and begins to record in one moment. Somebody else may be faster; then his log counts. */
async function beginRecording(
  workspace: ActionContext,
  pane: WorkspacePane,
  recorder: PaneRecorder,
): Promise<string> {
  const { tmux, redactor } = workspace;
  const { log, read, reads } = workspaceOptions;
  const free = `#{&&:#{==:#{${log}},${comparable(pane.log)}},#{==:#{pane_pipe},0}}`;
  const begin: readonly Command[] = [
    pipeCommand(pane.id, recorder.pipe),
    setPane(pane.id, 'log', recorder.log),
  ];
  const bodies = await tmux.request([
    ['capture-pane', '-p', '-J', '-t', pane.id, '-S', '-', '-E', '-1'],
    ['display-message', '-p', '-t', pane.id, '#{history_size}'],
    ...screenCommands(pane.id),
    ['if-shell', '-F', '-t', pane.id, free, commandLine(begin)],
    ['display-message', '-p', '-t', pane.id, `#{${log}}`],
  ]);
  const now = (bodies.at(-1) ?? '').toString().trim();
  if (now !== recorder.log) {
    await recorder.remove();
    return now;
  }
  const hasHistory = Number((bodies[1] ?? '').toString()) > 0;
  const history = hasHistory ? (bodies[0] ?? '').toString().trimEnd().split('\n') : [];
  const screen = parseScreen(bodies.slice(2, 5));
  const above = screen.lines.slice(0, screen.lineOfRow[screen.cursor.y] ?? screen.lines.length);
  const position = await recorder.start(
    redactor.screen([...history, ...above].map((line) => line.trimEnd())),
  );
  const rows = redactor.screen(screen.rows);
  const terminal: ScreenState = {
    ...emptyScreen(screen.width, screen.height),
    rows: rows.map((row, y) => [row, goesOn(screen.lineOfRow, y) ? 1 : 0]),
    x: screen.cursor.x,
    y: screen.cursor.y,
    settled: history.length,
    alternate: screen.alternate,
  };
  const state = encodeReadState({
    position,
    terminal,
    lastLineRead: history.length,
    seen: [],
    lastText: '',
    screen: '',
    timestamp: timestamp(workspace),
  });
  await tmux.request([
    ['set-option', '-p', '-t', pane.id, reads, 'adopted'],
    ['set-option', '-p', '-t', pane.id, read, state],
  ]);
  return recorder.log;
}

function goesOn(lineOfRow: readonly number[], row: number): boolean {
  return lineOfRow[row] !== undefined && lineOfRow[row] === lineOfRow[row + 1];
}
