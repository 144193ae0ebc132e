import type { Confidence, VerdictSource } from '../../runs/index.js';
import type { ActionContext } from '../action-context.js';
import type { ParametersOf } from '../capability-actions.js';
import { findPane } from '../panes/find-pane.js';
import { runningCommand, sentState } from '../panes/running-command.js';
import { sentCommand } from '../panes/sent-note.js';
import { survey } from '../panes/survey.js';
import { foregroundOf } from './list.js';

export interface StatusData {
  readonly pane: string;
  readonly state: 'running' | 'idle';
  /** The command line in the foreground; null at an idle shell prompt. */
  readonly running: string | null;
  readonly source: VerdictSource;
  readonly confidence: Confidence;
  /** The last command that was sent. */
  readonly command: string | null;
  readonly sent_at: string | null;
  readonly command_state: 'running' | 'ended' | null;
}

/** Whether something runs in a pane, how that is known, and what became of the last command that was sent to it. */
export async function status(
  workspace: ActionContext,
  parameters: ParametersOf<'status'>,
): Promise<StatusData> {
  const pane = findPane(await survey(workspace), parameters.pane);
  const verdict = runningCommand(pane, (await foregroundOf(workspace, [pane]))(pane));
  const sent = sentCommand(pane);
  return {
    pane: pane.address,
    state: verdict.running === null ? 'idle' : 'running',
    ...verdict,
    running: verdict.running === null ? null : workspace.redactor.text(verdict.running),
    command: sent?.command ?? null,
    sent_at: sent?.sentAt ?? null,
    command_state: sentState(pane, verdict),
  };
}
