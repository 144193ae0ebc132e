import { MuxError } from '../../model/index.js';
import type { Survey, WorkspacePane, WorkspaceWindow } from './survey.js';

/** The pane of an address. */
export function findPane(survey: Survey, address: string): WorkspacePane {
  const panes = survey.windows.flatMap((window) => window.panes);
  const found = panes.find((pane) => pane.address === address);
  if (found) return found;
  throw new MuxError('PANE_NOT_FOUND', `Pane ${address} not found`, {
    suggestion: "Use action='list' to see available panes",
    details: { panes: panes.map((pane) => pane.address) },
  });
}

/** The window of a number. */
export function findWindow(survey: Survey, number: number): WorkspaceWindow {
  const found = survey.windows.find((window) => window.number === number);
  if (found) return found;
  throw new MuxError('WINDOW_NOT_FOUND', `Window ${number} not found`, {
    suggestion: "Use action='list' to see available windows",
    details: { windows: survey.windows.map((window) => window.number) },
  });
}
