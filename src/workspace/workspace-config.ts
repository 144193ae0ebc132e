import { MuxError, shownText } from '../model/index.js';
import type { RedactionOptions } from '../redaction/index.js';
import { type ConnectOptions, checkSessionName } from '../tmux/index.js';

export interface WorkspaceConfig {
  /** Name of the one session. @default 'workspace' */
  readonly session?: string;
  /**
   * Working folder on the host, created where it is missing: an absolute path, or one in the home of the user.
   * @default '~/workspace'
   */
  readonly folder?: string;
  /** Lines of scrollback that each pane keeps. @default 10000 */
  readonly historyLimit?: number;
  /** Name of window 0. @default 'workspace' */
  readonly windowName?: string;
  /** Title of pane 0.0. @default 'main' */
  readonly title?: string;
  /** Size of the windows while nobody is attached. @default { width: 200, height: 50 } */
  readonly size?: { readonly width: number; readonly height: number };
  /** A bash, zsh, fish or any sh. @default the `$SHELL` of the host if it is one of them, else bash, else sh */
  readonly shell?: string;
  /** Added to the environment of every pane that is made here. @default {} */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of recordings, relative to the working folder. @default 'logs' */
  readonly recordings?: string;
  /** File of the session's snapshot, relative to the working folder. @default '.tmux-session' */
  readonly snapshotFile?: string;
  /** Folder of saved layouts, relative to the working folder. @default '.tmux-layouts' */
  readonly layoutsFolder?: string;
  /** Bytes that one command may have. @default 131072 */
  readonly maxCommandBytes?: number;
  /** Folder on the host for the logs of panes; that of the user's state without it. @default '' */
  readonly logFolder?: string;
  /** Bytes that the log of a pane grows to before it is rotated. @default 8388608 */
  readonly maxLogBytes?: number;
  /** How many rotated logs of a pane are kept. @default 4 */
  readonly keepLogFiles?: number;
  /** What is hidden before anything is written or read. @default the built-in rules */
  readonly redaction?: RedactionOptions;
  /** What to do about a container that does not run. @default how Docker starts it */
  readonly startSuggestion?: string;
  /** How hosts are reached. */
  readonly connect?: ConnectOptions;
}

export type WorkspaceSettings = Required<Omit<WorkspaceConfig, 'connect'>>;

export const workspaceDefaults: WorkspaceSettings = Object.freeze({
  session: 'workspace',
  folder: '~/workspace',
  historyLimit: 10_000,
  windowName: 'workspace',
  title: 'main',
  size: Object.freeze({ width: 200, height: 50 }),
  shell: '',
  env: Object.freeze({}),
  recordings: 'logs',
  snapshotFile: '.tmux-session',
  layoutsFolder: '.tmux-layouts',
  maxCommandBytes: 128 * 1024,
  logFolder: '',
  maxLogBytes: 8 * 1024 * 1024,
  keepLogFiles: 4,
  redaction: Object.freeze({}),
  startSuggestion: '',
});

/** The defaults with what was given in their place. */
export function workspaceSettings({ connect: _, ...given }: WorkspaceConfig): WorkspaceSettings {
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  const settings: WorkspaceSettings = { ...workspaceDefaults, ...Object.fromEntries(present) };
  checkSessionName(settings.session);
  if (!/^(?:~?\/|~$)/.test(settings.folder)) {
    throw new MuxError(
      'INVALID_ARGUMENT',
      `The working folder '${shownText(settings.folder)}' is not an absolute path.`,
      {
        suggestion: 'Give one that begins with a slash.',
      },
    );
  }
  return settings;
}
