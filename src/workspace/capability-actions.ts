/** How the value of a parameter is read. */
export type ParameterType = 'pane' | 'window' | 'number' | 'boolean' | 'text' | readonly string[];

export interface Parameter {
  readonly type: ParameterType;
  readonly description: string;
  readonly required?: boolean;
  /** What counts where it is left out. */
  readonly default?: string | number | boolean;
  /** The largest number. */
  readonly most?: number;
}

export interface Action {
  readonly description: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
}

const pane = { type: 'pane', description: 'Target pane, as window.pane.', default: '0.0' } as const;
const window = { type: 'window', description: 'Target window.', default: 0 } as const;
const cwd = { type: 'text', description: 'Working directory, an absolute path.' } as const;
const onOff = { type: ['on', 'off'], description: 'Switch it on or off.', default: 'on' } as const;

/** What the workspace can do: the one table that tags, objects, help and every face are read by. */
export const capabilityActions = Object.freeze({
  init: {
    description: 'Make sure that the session is there, with window 0 and pane 0.0. Never required.',
    parameters: {},
  },
  send: {
    description: 'Type a command into a pane and press Enter. Returns at once unless `wait` says otherwise.',
    parameters: {
      pane,
      command: { type: 'text', description: 'Command to execute, typed exactly.', required: true },
      clear: { type: 'boolean', description: 'Clear screen and history first.', default: false },
      wait: {
        type: ['end', 'text', 'quiet'],
        description:
          'Wait for the end of the command (exit code and output), until `text` is printed, or until nothing was printed for `quiet_ms`.',
      },
      text: { type: 'text', description: 'What to wait for with wait="text".' },
      timeout: {
        type: 'number',
        description: 'Seconds to wait at most; the command keeps running.',
        default: 30,
        most: 86_400,
      },
      quiet_ms: {
        type: 'number',
        description: 'Milliseconds of silence for wait="quiet".',
        default: 1000,
        most: 86_400_000,
      },
    },
  },
  read: {
    description: 'Read what a pane shows and has shown, or only what is new since the last read.',
    parameters: {
      pane,
      lines: { type: 'number', description: 'Number of lines to capture, from the end.', default: 100 },
      all: { type: 'boolean', description: 'Capture the entire scrollback.', default: false },
      since: { type: 'boolean', description: 'Only new output since the last read.', default: false },
    },
  },
  split: {
    description: "Create a new pane by splitting a window's active one.",
    parameters: {
      window,
      direction: {
        type: ['horizontal', 'vertical'],
        description: 'vertical: the new pane is below; horizontal: beside.',
        required: true,
      },
      title: { type: 'text', description: 'Human-readable pane title.', default: 'New pane' },
      cwd: { ...cwd, description: 'Working directory of the new pane (default: that of the split pane).' },
    },
  },
  list: {
    description: 'List all windows and panes: titles, folders, and what runs in them.',
    parameters: {},
  },
  kill: {
    description: 'Destroy a pane or a window with all that runs in it. Give exactly one of both.',
    parameters: {
      pane: { type: 'pane', description: 'Pane to kill.' },
      window: { type: 'window', description: 'Window to kill, with all its panes.' },
    },
  },
  window: {
    description: 'Create a new window in the background.',
    parameters: {
      name: { type: 'text', description: 'Window name.' },
      cwd: { ...cwd, description: 'Working directory (default: the working folder).' },
    },
  },
  status: {
    description: 'Tell whether a command runs in a pane, and what became of the last one that was sent.',
    parameters: { pane },
  },
  record: {
    description: 'Append what a pane prints to a file, redacted, until switched off.',
    parameters: {
      pane,
      state: onOff,
      file: {
        type: 'text',
        description: 'Absolute path (default: logs/pane-W.P.log in the working folder).',
      },
    },
  },
  sync: {
    description: 'Synchronize the panes of a window: what is sent to one is typed into all.',
    parameters: { window, state: onOff },
  },
  layout: {
    description: 'Save, restore or list arrangements of the panes of a window.',
    parameters: {
      operation: { type: ['save', 'restore', 'list'], description: 'What to do.', required: true },
      window,
      name: { type: 'text', description: 'Name of the arrangement.', default: 'default' },
    },
  },
  snapshot: {
    description: 'Save the whole session to a file, or rebuild it from one.',
    parameters: {
      operation: { type: ['save', 'restore'], description: 'What to do.', required: true },
      file: { type: 'text', description: 'Absolute path (default: .tmux-session in the working folder).' },
      restart: {
        type: 'boolean',
        description: 'Start the commands again that were running.',
        default: false,
      },
      replace: { type: 'boolean', description: 'End a session that is there already.', default: false },
    },
  },
} as const satisfies Readonly<Record<string, Action>>);

export type ActionName = keyof typeof capabilityActions;

type TypeOf<Type> = Type extends 'number' | 'window'
  ? number
  : Type extends 'boolean'
    ? boolean
    : Type extends readonly (infer Choice)[]
      ? Choice
      : string;

type Table<Name extends ActionName> = (typeof capabilityActions)[Name]['parameters'];

/** The parameters of an action as they are after reading: with defaults, and of their types. */
export type ParametersOf<Name extends ActionName> = {
  readonly [Key in keyof Table<Name>]: Table<Name>[Key] extends { readonly type: infer Type }
    ? Table<Name>[Key] extends { readonly required: true } | { readonly default: string | number | boolean }
      ? TypeOf<Type>
      : TypeOf<Type> | undefined
    : never;
};
