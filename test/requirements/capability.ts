import type { Requirement } from './requirement.js';

/** The language model's workspace. */
export const capability = Object.freeze({
  // Face and principles
  C1: {
    room: 'workspace',
    promise:
      '`TmuxCapability.execute` answers the same for a tag `<capability name="tmux" action="…" … />` as for an object `{ action, … }`.',
  },
  C2: {
    room: 'workspace',
    promise:
      'Attributes come in any order and over several lines; numbers and booleans are given as strings (`lines="50"`, `since="true"`, `window="0"`); XML entities are decoded; a bare `&&` is taken although it is not well-formed.',
  },
  C3: {
    room: 'workspace',
    promise: 'A text with several tags and comments runs its tags in order and gives a response for each.',
  },
  C4: {
    room: 'workspace',
    promise:
      'A response is `{ success: true, data }` or `{ success: false, error, suggestion }`; `execute` never throws; for an unknown action or a parameter that is missing or invalid (pane `abc`) `error` names it, and nothing is sent.',
  },
  C5: {
    room: 'workspace',
    promise:
      'Responses have exactly the field names and types of the specification (`active_pane`, `sent_at`, `lines_captured`, `cursor_position`, `has_more`).',
  },
  C6: {
    room: 'workspace',
    promise:
      'Panes keep their state between actions and between processes: folder, exported variables, running programs.',
  },
  C7: { room: 'workspace', promise: 'Commands in different panes run at the same time and independently.' },
  C8: {
    room: 'workspace',
    promise: '`list` and `read` can be used at any time and leave the panes as they are.',
  },
  C9: {
    room: 'workspace',
    promise:
      'All actions use one configured host; a line of `muxwright.yaml` makes it the container `coachartie-sandbox` with tmux inside, and without configuration it is this machine.',
  },

  // Session and windows
  C10: {
    room: 'workspace',
    promise:
      'The one main session is called `artie` for `TmuxCapability` unless configured otherwise, is always available, and is never named by an action.',
  },
  C11: {
    room: 'workspace',
    promise:
      'It ends only when somebody destroys it: not by idling, and not with the process that created it.',
  },
  C12: {
    room: 'workspace',
    promise:
      'Window 0, `workspace`, is the default; more windows get the next numbers and any name (1 is `projects` by convention, 2 and up are custom), each with any number of panes that can all be addressed.',
  },

  // Addressing and metadata
  C13: {
    room: 'workspace',
    promise:
      'Panes have addresses `window.pane` (`0.0`, `1.2`) that count from 0 whatever `base-index` and `pane-base-index` say.',
  },
  C14: { room: 'workspace', promise: '`send` and `read` take `0.0` when no `pane` is given.' },
  C15: {
    room: 'workspace',
    promise:
      'An address means the same pane until that pane is gone, through splits, kills of other panes, swaps, moves and renames by a person.',
  },
  C16: {
    room: 'workspace',
    promise:
      'Title, cwd and creation time of a pane are user options on it, which a fresh process finds; panes made here also have them in their environment as `PANE_TITLE`, `PANE_CWD`, `PANE_CREATED`.',
  },

  // init
  C17: {
    room: 'workspace',
    promise: '`init` makes what is missing of session `artie`, window 0 `workspace` and pane `0.0`.',
  },
  C18: {
    room: 'workspace',
    promise: 'A second or simultaneous `init` creates and disturbs nothing, and returns the state as it is.',
  },
  C19: {
    room: 'workspace',
    promise:
      'The working folder, `/workspace` for `TmuxCapability` unless configured, is created when missing; where that is forbidden the error says so.',
  },
  C20: {
    room: 'workspace',
    promise:
      '`init` returns `{ session: "artie", windows: [{ id: 0, name: "workspace", panes: 1 }], active_pane: "0.0" }`, where `panes` is a number of panes.',
  },

  // send
  C21: {
    room: 'workspace',
    promise: '`send` types the required `command` character by character as given, then Enter.',
  },
  C22: {
    room: 'workspace',
    promise:
      '`clear` is false by default; true clears screen and history first, so that the next read has only what follows.',
  },
  C23: {
    room: 'workspace',
    promise:
      '`send` returns at once and no action times a command out, even one of hours; its output is there for a later `read`.',
  },
  C24: { room: 'workspace', promise: 'A command runs in the directory that its pane is in.' },
  C25: {
    room: 'workspace',
    promise:
      '`send` returns `{ pane, command, sent_at }`, with `sent_at` in ISO 8601 UTC (`2025-01-24T10:30:00Z`).',
  },

  // read
  C26: {
    room: 'workspace',
    promise:
      '`lines` is 100 by default and counts from the end of scrollback and screen taken together; there may be fewer.',
  },
  C27: {
    room: 'workspace',
    promise: '`all` (false by default) returns the whole scrollback, whatever `lines` says.',
  },
  C28: {
    room: 'workspace',
    promise:
      '`since` (false by default) returns what came after the last read of the pane, cut by a given `lines` but not by the default 100; when there is nothing, `output` is empty and `lines_captured` 0.',
  },
  C29: {
    room: 'workspace',
    promise: '`output` has no trailing spaces or blank rows, and keeps blank lines between text.',
  },
  C30: {
    room: 'workspace',
    promise:
      '`read` returns `{ pane, output, lines_captured, cursor_position, has_more }`, where `lines_captured` counts the lines of `output`.',
  },
  C31: {
    room: 'workspace',
    promise:
      '`cursor_position` is a decimal string (`"150"`): the number of the last line read, counted from the first line of the pane, even when history was dropped or the screen cleared.',
  },
  C32: {
    room: 'workspace',
    promise: '`has_more` is true when the pane has older lines that were left out of this answer.',
  },
  C33: {
    room: 'workspace',
    promise:
      'Each read keeps `{ pane, last_line_read, timestamp }` for its pane, separately from other panes, and for later processes.',
  },
  C34: {
    room: 'workspace',
    promise:
      'The first `since` read of a pane returns everything visible; a plain first read goes by `lines`.',
  },
  C35: { room: 'workspace', promise: '`all` sets the position to the end of what it returned.' },
  C36: {
    room: 'workspace',
    promise:
      'Incremental reads miss and repeat nothing, also across more than a screenful and for a line that was not finished at the first read.',
  },
  C37: {
    room: 'workspace',
    promise:
      'Scrollback is 10,000 lines unless configured; `history-limit` is set before the pane exists so that it takes effect, and sessions of a person keep their own.',
  },

  // split
  C38: {
    room: 'workspace',
    promise: '`window` is 0 by default; a window that does not exist is an error which suggests `list`.',
  },
  C39: {
    room: 'workspace',
    promise:
      '`direction` must be given: `vertical` places the new pane below (`split-window -v`), `horizontal` beside (`-h`); other values are refused.',
  },
  C40: { room: 'workspace', promise: '`split` halves the active pane of the window.' },
  C41: {
    room: 'workspace',
    promise:
      'New panes are numbered on in their window (`0.1`, `0.2`), even when the active pane is not the last one and tmux would renumber.',
  },
  C42: { room: 'workspace', promise: '`title` is `New pane` by default.' },
  C43: { room: 'workspace', promise: '`cwd` is by default the working directory of the pane that is split.' },
  C44: { room: 'workspace', promise: '`split` returns `{ pane: "0.1", window: 0, title, cwd }`.' },
  C45: {
    room: 'workspace',
    promise: 'Where there is no room for a split, a clear error follows and nothing changes.',
  },

  // list
  C46: {
    room: 'workspace',
    promise:
      '`list` returns `{ session, windows: [{ id, name, panes: [{ id, title, cwd, active, running }] }] }` with every window and pane of the session.',
  },
  C47: {
    room: 'workspace',
    promise:
      'In `list`, `title` is that of the pane (`main` for `0.0` by default), `cwd` its directory of the moment, and `active` true for exactly one pane in each window.',
  },
  C48: {
    room: 'workspace',
    promise:
      'In `list`, `running` is the foreground command with arguments (`npm test`, `tail -f logs.txt`), and null at an idle prompt.',
  },

  // kill
  C49: {
    room: 'workspace',
    promise:
      '`kill pane="0.1"` ends the processes of the pane, removes it and returns `{ killed: "0.1", type: "pane" }`.',
  },
  C50: {
    room: 'workspace',
    promise:
      '`kill window="2"` ends all panes of the window and returns `{ killed: "2", type: "window" }`; `killed` is always a string.',
  },
  C51: { room: 'workspace', promise: '`kill` takes either `pane` or `window`; both or neither is an error.' },
  C52: {
    room: 'workspace',
    promise:
      'Killing the last pane of the session or its last window is refused with `success: false` and a suggestion, and everything lives on.',
  },

  // window
  C53: {
    room: 'workspace',
    promise:
      '`window` opens a window in the background, with an optional `name`, and a `cwd` that is by default the working folder.',
  },
  C54: {
    room: 'workspace',
    promise:
      '`window` returns `{ window: 2, name: "experiments", pane: "2.0" }`; without a given name, the one that the window has; automatic renaming does not touch a given name.',
  },

  // Pane state, set-up
  C55: {
    room: 'workspace',
    promise:
      'Whether a pane runs a command is told by a verdict with source and confidence, not by the process states R and S.',
  },
  C56: {
    room: 'workspace',
    promise:
      'A sent command has a state in the metadata of its pane: the command, `sent_at`, running or ended.',
  },
  C57: {
    room: 'testing',
    promise:
      'The package ships the definition of a sandbox image with tmux, `history-limit 10000`, `mouse on` and `status-style bg=blue,fg=white`.',
  },

  // Errors
  C58: {
    room: 'workspace',
    promise:
      'When session or server is missing, any action first initializes and is then carried out once; `init` is never required, not even after the session was killed.',
  },
  C59: {
    room: 'workspace',
    promise:
      'For a pane that is missing, `send`, `read` and `kill` return `{ success: false, error: "Pane 0.5 not found", suggestion: "Use action=\'list\' to see available panes" }`.',
  },
  C60: {
    room: 'workspace',
    promise:
      'For a stopped container the response is `{ success: false, error: "Sandbox container not running", suggestion: "Start container: docker-compose up -d sandbox" }`, and no start is attempted.',
  },

  // Examples and patterns
  C61: {
    room: 'workspace',
    promise:
      'Example 1: `init`, `send "npm test -- --watch"` to `0.0`, and 5 s later `read lines=50` has its output.',
  },
  C62: {
    room: 'workspace',
    promise:
      'Example 2: after `split window=0 horizontal`, `0.0` and `0.1` run different long commands and are read separately.',
  },
  C63: {
    room: 'workspace',
    promise:
      'Example 3: `window name=myproject` gives window 1; `send "git clone … && cd repo"` goes to `1.0`; after `split window=1 vertical` a `send` goes to `1.1`, the lower pane.',
  },
  C64: {
    room: 'workspace',
    promise:
      'Example 4: `read lines=100` of a pane with 100 lines so far gives `cursor_position` `"100"`, and a later `since=true` only the lines after them.',
  },
  C65: {
    room: 'workspace',
    promise:
      'Three patterns work from end to end: run and monitor (init, send, read, kill), parallel tasks (splits, sends, reads), project set-up (window, send, splits, sends).',
  },

  // Advanced
  C66: {
    room: 'workspace',
    promise:
      '`record` appends the output of a pane to a file, redacted, until it is switched off; for `0.0` the file is `/workspace/logs/pane-0.0.log` by default.',
  },
  C67: {
    room: 'workspace',
    promise: '`sync` runs one command in several panes and is switched on and off for a window.',
  },
  C68: {
    room: 'workspace',
    promise: '`layout` saves the arrangement of panes in a window, and restores it.',
  },
  C69: {
    room: 'workspace',
    promise:
      '`snapshot` saves the session to a file (`/workspace/.tmux-session` by default) with all that is needed to rebuild it: environment, windows, panes, layout, folders, titles.',
  },

  // Guidance, registry
  C70: {
    room: 'operations',
    promise:
      'The description that a model reads says what the capability is for (long-running processes, several streams, concurrent tasks, interactive sessions) and what not (one-off commands, less than 5 seconds, non-interactive scripts).',
  },
  C71: {
    room: 'operations',
    promise:
      'It names five practices: initialize first (as advice), list before acting, read after send, clean up, give meaningful titles.',
  },
  C72: {
    room: 'operations',
    promise:
      'Registry and capability list contain the capability with its seven actions, their parameters and defaults.',
  },

  // Testing strategy
  C73: {
    room: 'workspace',
    promise:
      'Basic use: after `init` and `send "echo hello"`, `read` has `hello`; panes are split, listed and killed.',
  },
  C74: {
    room: 'workspace',
    promise:
      'Errors: reading a missing pane fails clearly, sending before init works, killing the last pane is refused gracefully.',
  },
  C75: {
    room: 'workspace',
    promise:
      'Integration: `init`, `send command="echo test"` and `read` work without `pane`, and every response has the structure of the specification.',
  },
} as const satisfies Readonly<Record<`C${number}`, Requirement>>);
