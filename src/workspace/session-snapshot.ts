/** A whole session as it is written to a file: enough to build it again. */
export interface Snapshot {
  readonly version: 1;
  readonly session: string;
  readonly saved_at: string;
  /** Variables that new panes get. */
  readonly environment: Readonly<Record<string, string>>;
  /** What looks like a secret, or could not be written down whole: names of variables, and panes. */
  readonly left_out: readonly string[];
  readonly windows: readonly SnapshotWindow[];
}

export interface SnapshotWindow {
  readonly number: number;
  readonly name: string;
  readonly active: boolean;
  /** As tmux writes it. */
  readonly layout: string;
  readonly width: number;
  readonly height: number;
  /** In the order of their places. */
  readonly panes: readonly SnapshotPane[];
}

export interface SnapshotPane {
  readonly address: string;
  readonly title: string;
  readonly cwd: string;
  readonly created: string;
  readonly active: boolean;
  /** The command to start it again with; null at an idle prompt, or where it is left out. */
  readonly running: string | null;
  /** How many lines at its end nobody had read. */
  readonly unread: number;
  /** What it showed and had shown, with colours, redacted. */
  readonly scrollback: string;
}
