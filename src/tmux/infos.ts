import type { RecordFields, TmuxRecord } from './record-format.js';

export interface SessionInfo {
  readonly id: string;
  readonly name: string;
  readonly windows: number;
  /** Clients attached, control-mode clients such as our own not counted. */
  readonly attached: number;
  readonly createdAt: Date;
  readonly cwd: string;
}

export interface WindowInfo {
  readonly id: string;
  readonly sessionId: string;
  readonly index: number;
  readonly name: string;
  readonly active: boolean;
  readonly panes: number;
  readonly width: number;
  readonly height: number;
  readonly layout: string;
}

/** A pane with its place among the others. */
export interface PlacedPane {
  readonly id: string;
  readonly windowId: string;
  readonly sessionId: string;
  readonly windowName: string;
  readonly windowIndex: number;
  readonly index: number;
  /** The active pane of its window. */
  readonly active: boolean;
  readonly title: string;
  readonly cwd: string;
  /** Name of the program in the foreground. */
  readonly command: string;
  readonly pid: number;
  readonly width: number;
  readonly height: number;
  readonly dead: boolean;
  /** Exit code of a dead pane, where tmux knows it. */
  readonly deadStatus: number | undefined;
}

export interface PaneInfo extends PlacedPane {
  readonly sessionName: string;
  readonly tty: string;
  /** Signal that ended the program of a dead pane; known since tmux 3.3. */
  readonly deadSignal: number | undefined;
  readonly inMode: boolean;
  readonly alternate: boolean;
  /** Whether what it prints is given to a command. */
  readonly piped: boolean;
  readonly historySize: number;
  readonly historyLimit: number;
}

export const sessionFields = {
  id: 'session_id',
  name: 'session_name',
  windows: 'session_windows',
  attached: 'session_attached_list',
  created: 'session_created',
  cwd: 'session_path',
} as const satisfies RecordFields;

export const windowFields = {
  id: 'window_id',
  sessionId: 'session_id',
  index: 'window_index',
  name: 'window_name',
  active: 'window_active',
  panes: 'window_panes',
  width: 'window_width',
  height: 'window_height',
  layout: 'window_layout',
} as const satisfies RecordFields;

/** Each field of each pane costs tmux 2 µs, and there may be hundreds of panes. */
export const placedPaneFields = {
  id: 'pane_id',
  windowId: 'window_id',
  sessionId: 'session_id',
  windowName: 'window_name',
  windowIndex: 'window_index',
  index: 'pane_index',
  active: 'pane_active',
  title: 'pane_title',
  cwd: 'pane_current_path',
  command: 'pane_current_command',
  pid: 'pane_pid',
  width: 'pane_width',
  height: 'pane_height',
  dead: 'pane_dead',
  deadStatus: 'pane_dead_status',
} as const satisfies RecordFields;

export const paneFields = {
  ...placedPaneFields,
  sessionName: 'session_name',
  tty: 'pane_tty',
  deadSignal: 'pane_dead_signal',
  inMode: 'pane_in_mode',
  alternate: 'alternate_on',
  piped: 'pane_pipe',
  historySize: 'history_size',
  historyLimit: 'history_limit',
} as const satisfies RecordFields;

export function toSessionInfo(record: TmuxRecord<typeof sessionFields>): SessionInfo {
  return {
    id: record.id,
    name: record.name,
    windows: Number(record.windows),
    // Control-mode clients have no terminal: their name is `client-PID`, a person's is a path.
    attached: record.attached.split(',').filter((client) => client.startsWith('/')).length,
    createdAt: new Date(Number(record.created) * 1000),
    cwd: record.cwd,
  };
}

export function toWindowInfo(record: TmuxRecord<typeof windowFields>): WindowInfo {
  return {
    id: record.id,
    sessionId: record.sessionId,
    index: Number(record.index),
    name: record.name,
    active: record.active === '1',
    panes: Number(record.panes),
    width: Number(record.width),
    height: Number(record.height),
    layout: record.layout,
  };
}

export function toPlacedPane(record: TmuxRecord<typeof placedPaneFields>): PlacedPane {
  return {
    ...record,
    windowIndex: Number(record.windowIndex),
    index: Number(record.index),
    active: record.active === '1',
    pid: Number(record.pid),
    width: Number(record.width),
    height: Number(record.height),
    dead: record.dead === '1',
    deadStatus: optionalNumber(record.deadStatus),
  };
}

export function toPaneInfo(record: TmuxRecord<typeof paneFields>): PaneInfo {
  return {
    ...record,
    ...toPlacedPane(record),
    deadSignal: optionalNumber(record.deadSignal),
    inMode: Number(record.inMode) > 0,
    alternate: record.alternate === '1',
    piped: record.piped === '1',
    historySize: Number(record.historySize),
    historyLimit: Number(record.historyLimit),
  };
}

function optionalNumber(text: string): number | undefined {
  return text === '' ? undefined : Number(text);
}
