import type { LiveRedactor } from '../redaction/live-redactor.js';
import type { Shell } from '../shells/index.js';
import type { Tmux } from '../tmux/index.js';
import type { PaneTranscript } from './transcript/pane-transcript.js';
import type { WorkspaceSettings } from './workspace-config.js';

/** What every action works with. */
export interface ActionContext {
  readonly tmux: Tmux;
  readonly settings: WorkspaceSettings;
  readonly redactor: LiveRedactor;
  /** What this process remembers of logs that it has read, by their ids. */
  readonly transcripts: Map<string, PaneTranscript>;
  /** Shells that are being watched, by the marks of their panes. */
  readonly shells: Map<string, Shell>;
  readonly clock: () => Date;
  /** The caller has had enough of waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** As in the specification: `2025-01-24T10:30:00Z`. */
export function timestamp({ clock }: ActionContext): string {
  return clock()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z');
}
