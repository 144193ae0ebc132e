import { observerOf } from '../../panes/index.js';
import type { ActionContext } from '../action-context.js';
import type { ParametersOf } from '../capability-actions.js';
import { findPane } from '../panes/find-pane.js';
import { survey, type WorkspacePane } from '../panes/survey.js';
import { newLines } from '../transcript/pane-transcript.js';
import { type PaneReading, type ReadResult, readPane } from '../transcript/read-pane.js';
import { fingerprint } from '../transcript/read-state.js';
import { outputOf, type ReadData, type ReadRequest } from './read-answer.js';
import { readUnrecorded } from './read-unrecorded.js';

/**
 * Reads a pane.
 *
 * @param linesGiven whether the number of lines was asked for: new output is cut only then
 */
export async function read(
  workspace: ActionContext,
  parameters: ParametersOf<'read'>,
  linesGiven: boolean,
): Promise<ReadData> {
  const { settings } = workspace;
  const pane = findPane(await survey(workspace), parameters.pane);
  const since = parameters.since && !parameters.all;
  const lines = parameters.all || (since && !linesGiven) ? undefined : parameters.lines;
  const request = { lines, all: parameters.all, since };
  const wanted = since ? 0 : Math.min(lines ?? settings.historyLimit, settings.historyLimit);
  const answer = await readPane(workspace, pane, { lines: wanted }, (reading) =>
    reading.alternate
      ? alternateScreen(workspace, pane, request, reading)
      : { answer: answerFrom(pane, request, reading, settings.historyLimit), screen: '' },
  );
  return answer ?? readUnrecorded(workspace, pane, request);
}

function answerFrom(
  { address }: WorkspacePane,
  { lines, since }: ReadRequest,
  { view, older, before }: PaneReading,
  historyLimit: number,
): ReadData {
  const shown = view.lines.slice(Math.max(0, view.cleared - view.first + 1)).slice(-historyLimit - 1_000);
  const all = since ? newLines(view, before) : shown;
  const taken = lines === undefined ? all : all.slice(-lines);
  const position = view.first + view.lines.length - 1;
  const hasMore = taken.length < shown.length || older;
  return { pane: address, ...outputOf(taken), cursor_position: String(position), has_more: hasMore };
}

/** A program that draws a screen of its own is seen by that screen, behind the lines that came before it. */
async function alternateScreen(
  { tmux, redactor, settings }: ActionContext,
  pane: WorkspacePane,
  request: ReadRequest,
  reading: PaneReading,
): Promise<ReadResult<ReadData>> {
  const rows = redactor.screen((await observerOf(tmux.pane(pane.id)).screen()).rows);
  const screen = fingerprint(rows.join('\n'));
  const { before, view } = reading;
  const plain = answerFrom(pane, request, reading, settings.historyLimit);
  if (!request.since) {
    const taken = request.lines === undefined ? rows : rows.slice(-request.lines);
    return {
      answer: { ...plain, ...outputOf(taken), has_more: view.lines.length > 0 || reading.older },
      screen,
    };
  }
  const fresh = [...newLines(view, before), ...(screen === before?.screen ? [] : rows)];
  return { answer: { ...plain, ...outputOf(fresh) }, screen };
}
