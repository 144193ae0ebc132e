import type { Requirement } from './requirement.js';

/** Commands in hidden windows of their own. */
export const automation = Object.freeze({
  // Goals, responsibilities
  A1: {
    room: 'runs',
    promise:
      'Commands, interactive or not, run in a persistent tmux session without any attached client, and keep running, being logged and being timed out when no muxwright process is left.',
  },
  A2: {
    room: 'runs',
    promise: 'Harvesting during a run and after it yields identical lines: nothing lost, nothing doubled.',
  },
  A3: {
    room: 'runs',
    promise:
      'A run leaves interactive use of its session alone: its window opens in the background; active window and pane, sizes, attached clients and browser terminals do not change; no byte goes to another pane; `send-keys` of others to theirs keeps working.',
  },
  A4: {
    room: 'tmux',
    promise:
      "`connect(host)` gives every room, on every host, the same client for the tmux primitives: ensure a session (with cwd), new window (name, command), list panes, start and clear a pane's pipe, send keys, paste a buffer, capture a pane (with an optional start line).",
  },
  A5: {
    room: 'runs',
    promise: 'The host of a run needs tmux and what a base image has; nothing is installed or set up.',
  },

  // API
  A6: {
    room: 'runs',
    promise:
      'The root exports `TmuxAutomation` with the asynchronous `ensureSession(host, session, cwd?)`, `run(host, session, command, opts?)`, `sendInput(host, target, text, pressEnter?)`, `status(host, target, id, detectors?)`, `harvest(host, id, cursor?)`, `stop(host, target, id)`, and the types `AutomationId` (a string), `RunOptions`, `RunResult`, `Status`, `HarvestResult`.',
  },
  A7: {
    room: 'runs',
    promise: '`opts.cwd` is where the command starts; by default that is the folder of the session.',
  },
  A8: {
    room: 'runs',
    promise:
      'Every entry of `opts.env` is exported to the command with its exact value: spaces, quotes, `$` and newlines included.',
  },
  A9: { room: 'runs', promise: '`opts.interactive` is true unless given.' },
  A10: {
    room: 'runs',
    promise: '`opts.name` replaces the name of the window, and lookup and cleanup find the run nevertheless.',
  },
  A11: {
    room: 'runs',
    promise:
      'The optional `opts.promptDetectors` (RegExp[], with their flags) are kept with the run and used by later `status` calls, from other processes too.',
  },
  A12: {
    room: 'runs',
    promise:
      'Whatever matches the optional `opts.redactors` (RegExp[], with their flags) is hidden in everything that the run produces.',
  },
  A13: { room: 'runs', promise: '`opts.timeoutMs` is 0 unless given, and 0 is no timeout.' },
  A14: {
    room: 'runs',
    promise:
      'Past `timeoutMs` the whole process group is ended and the pane killed, even when no muxwright is alive; `status` then says `finished` with code 124.',
  },
  A15: {
    room: 'runs',
    promise:
      "`run` resolves with `{ id, session, target, paneId, logPath }`: the session's name, a target that tmux takes after `-t` and that means the run's pane, and the pane's `#{pane_id}`.",
  },
  A16: {
    room: 'runs',
    promise:
      '`logPath` is absolute, on the host of the run, and ends in `<id>.log`, with `<id>.exit` beside it; a missing folder is made; no two runs share an id.',
  },
  A17: {
    room: 'runs',
    promise:
      "At any time `status` is one of `{ state: 'running' }`, `{ state: 'waiting-for-input', prompt? }`, `{ state: 'finished', code }`, with the `source` and `confidence` of the verdict; `explain` lists all signals that were considered.",
  },
  A18: {
    room: 'runs',
    promise:
      '`HarvestResult` is `{ cursor, lines }`: the byte position read up to, and the lines that are new since the given cursor.',
  },

  // Ensure session
  A19: {
    room: 'runs',
    promise:
      '`ensureSession` and `run` look at the host before any tmux command: a Docker container that does not exist or does not run is an error of the catalogue, with a suggestion.',
  },
  A20: {
    room: 'runs',
    promise:
      'A session that is missing is created detached under exactly the given name, in the folder `cwd` if there is one.',
  },
  A21: {
    room: 'runs',
    promise:
      'A session that exists, by its exact name and not a prefix, is not touched; repeated and simultaneous calls make a single session.',
  },
  A22: {
    room: 'runs',
    promise:
      'A person may attach and detach before, during and after a run without effect on it, since panes are always targeted explicitly.',
  },

  // Window and wrapper
  A23: {
    room: 'runs',
    promise: 'After ensuring the session, `run` opens a new window for each run, called `auto:<id>`.',
  },
  A24: {
    room: 'runs',
    promise:
      'The command gets the login environment of `/bin/bash -lc`; where bash is missing, `sh` runs it.',
  },
  A25: {
    room: 'runs',
    promise:
      "`pipefail` holds: when the first stage of a pipeline fails, the run ends with that stage's code.",
  },
  A26: {
    room: 'runs',
    promise:
      'No character of the command is changed: quotes, `$`, backticks, newlines, a comment at the end; `exit 3` and syntax errors in it also lead to an exit code.',
  },
  A27: {
    room: 'runs',
    promise:
      'Before the first output of the command stands a start sentinel with the id of the run and the epoch second.',
  },
  A28: { room: 'runs', promise: 'After the last output stands an exit sentinel with the exit code.' },
  A29: {
    room: 'runs',
    promise:
      'Sentinels belong to one run, cannot be guessed, and are invisible escape sequences where the terminal allows; an imitation in the output (such as `__CRAFTASTIC_EXIT 0__`) ends nothing, and harvested lines contain none.',
  },
  A30: {
    room: 'runs',
    promise:
      'The exit file contains the decimal code with no newline and appears by rename, at once and whole; signal n counts as 128+n.',
  },
  A31: {
    room: 'runs',
    promise:
      'With `interactive: true` the pane becomes an interactive bash (or the shell of the host) with the environment and folder of the run after its command ends; the run is `finished` nevertheless.',
  },
  A32: {
    room: 'runs',
    promise:
      'With `interactive: false` the pane ends after the command, and its last bytes are in the log because the wrapper stays until tmux has read them.',
  },

  // Log
  A33: {
    room: 'recorder',
    promise:
      'The recording begins before the first byte of the command, so that one which prints and exits at once is logged in full.',
  },
  A34: {
    room: 'recorder',
    promise:
      'A line of the log is a timestamp `%Y-%m-%dT%H:%M:%S%z`, one space, the text (`2025-01-24T10:30:00+0000 text`).',
  },
  A35: {
    room: 'recorder',
    promise:
      'A line is in the log as soon as it is complete; it waits neither for further output nor for a full buffer.',
  },
  A36: {
    room: 'redaction',
    promise: 'All matches in a line, of each redactor in turn, are replaced by `****`.',
  },
  A37: {
    room: 'redaction',
    promise:
      'Secrets that are split across chunks or writes are redacted as well, and alike in log, events, recording, screen, HTTP and MCP.',
  },
  A38: {
    room: 'recorder',
    promise:
      'The log only grows: it is not truncated or replaced, and a recording that is switched on again stays on.',
  },
  A39: {
    room: 'runs',
    promise: 'After `stop` the pane has no pipe (`#{pane_pipe}` is 0) and the log stops growing.',
  },
  A40: {
    room: 'runs',
    promise:
      '`stop` kills no pane and the command continues, unless its timeout has passed; `status` and `harvest` keep working.',
  },

  // Status
  A41: {
    room: 'runs',
    promise: "The state of a run's pane is read as its id, dead flag, pid and current command.",
  },
  A42: {
    room: 'runs',
    promise:
      'An existing exit file makes the run `finished` with its code, before the pane is asked whether it is dead.',
  },
  A43: {
    room: 'runs',
    promise:
      'With a dead pane or missing process and no exit file, the exit sentinel in the log gives the code.',
  },
  A44: {
    room: 'runs',
    promise:
      'With neither pane nor exit file nor sentinel (killed from outside, tmux crashed) the run is `finished` with a code other than 0 and confidence `guess`; it does not stay `running`.',
  },
  A45: { room: 'runs', promise: 'A live run that does not wait is `running`, even after long silence.' },
  A46: {
    room: 'runs',
    promise:
      'A live run is `waiting-for-input` when a detector (like `/paste.*token/i` or `/press .*enter/i`) matches the cursor line of the screen, also without a newline, within 10 ms of the output; `prompt` is the last prompt line, redacted.',
  },
  A47: {
    room: 'runs',
    promise: 'Detectors passed to `status` are used by that call on top of those of the run.',
  },
  A48: {
    room: 'runs',
    promise:
      'An answered prompt that is still visible or logged does not keep the run from being `running` again, and a finished run is never `waiting-for-input`.',
  },
  A49: {
    room: 'runs',
    promise:
      'The kernel is asked whether the program is blocked reading its terminal (source `kernel`, within 350 ms); only if configured, an interactive run that is silent for N seconds counts as `waiting-for-input` (source `silence`, confidence `guess`).',
  },

  // Input
  A50: {
    room: 'runs',
    promise:
      '`sendInput` types its text as it is: leading `-`, `Enter` or `C-c` as words, `;`, quotes, Unicode, newlines.',
  },
  A51: {
    room: 'runs',
    promise: 'With `pressEnter` (true by default) Enter (`C-m`) follows the text; with false it does not.',
  },
  A52: {
    room: 'runs',
    promise:
      'Secret text takes the way of a paste buffer that is deleted afterwards, and shows up in no process arguments, logs or events of muxwright.',
  },
  A53: { room: 'runs', promise: 'Sending to a run whose pane is gone fails.' },

  // Harvest
  A54: {
    room: 'runs',
    promise:
      '`harvest` begins at byte 0, or at the cursor it is given; when nothing is new it returns no lines and the same cursor.',
  },
  A55: {
    room: 'runs',
    promise:
      '`lines` are whole lines of the log with timestamps; an unfinished line comes once it is complete or the run is over, and no multi-byte character is cut.',
  },
  A56: {
    room: 'runs',
    promise:
      'Without a log, `harvest` takes the screen and the last 2000 lines of history from the pane, redacted.',
  },
  A57: {
    room: 'runs',
    promise:
      'A redactor that the filter on the host cannot apply is applied in process, before any line is returned.',
  },

  // Cleanup and retention
  A58: {
    room: 'runs',
    promise:
      'Logs and exit files go after a retention that can be configured, or as soon as they are persisted if so configured; live runs keep theirs.',
  },
  A59: {
    room: 'recorder',
    promise:
      'After rotation of a log an earlier cursor leads to the lines that follow it or to a clear error, not to other lines.',
  },
  A60: {
    room: 'runs',
    promise:
      'Orphan cleanup takes away `auto:` windows that have a dead pane and no active record, and leaves live panes, tracked runs and other windows.',
  },

  // Data model
  A61: {
    room: 'store',
    promise:
      'The table `automation_runs` has the columns `id`, `session_id`, `window_name`, `pane_id`, `log_path`, `started_at`, `finished_at`, `exit_code`, `last_cursor`.',
  },
  A62: {
    room: 'runs',
    promise:
      'A process that starts after a crash or restart finds all runs, knows their status and goes on harvesting at `last_cursor`; with an empty store it finds them by the user options in tmux.',
  },
  A63: {
    room: 'runs',
    promise:
      'The end of a run sets `finished_at` and `exit_code`; if no muxwright was alive then, the next look does.',
  },
  A64: { room: 'runs', promise: 'All runs can be listed with their states and times.' },

  // Token flow
  A65: {
    room: 'runs',
    promise:
      "The token flow works headless from end to end: session, `run('claude setup-token', { interactive: true, cwd, promptDetectors: [/paste.*token/i, /press .*enter/i] })`, prompt seen, `sendInput(token, true)`, printed token found by a regex, run finished and marked completed.",
  },
  A66: {
    room: 'runs',
    promise:
      'That flow works with `harvest` and `status` about once a second, and with events alone (`for await`, `waitForPrompt`).',
  },
  A67: {
    room: 'store',
    promise:
      '`agent_credentials` keeps a harvested credential securely: in clear text neither in the database file nor in any log, event or list.',
  },
  A68: {
    room: 'recorder',
    promise:
      'Once a credential is stored, each occurrence in existing logs is masked in place, byte for byte, in the same inode and while the pane writes on; nothing is lost and cursors remain valid.',
  },

  // Security
  A69: {
    room: 'recorder',
    promise:
      'Redaction precedes persistence: at no moment does any file on the host contain a redacted value.',
  },
  A70: {
    room: 'server',
    promise: '(server) Logs of the server contain no raw pane output, only redacted text.',
  },

  // Testing strategy
  A71: {
    room: 'runs',
    promise:
      'Pure and unit-tested: the builders of the wrapper, pipe and send-keys commands, the parsers of sentinel and exit code, prompt detection, the redactor.',
  },
  A72: {
    room: 'runs',
    promise:
      'In a container, a fake CLI that prompts, waits, prints a token and exits with 0 or 1 goes through running, waiting-for-input, running, finished, with the right code, exact harvest, redacted log and correct exit file.',
  },

  // Future improvements
  A73: {
    room: 'recorder',
    promise: 'Logs are also available as JSON lines, each an object with time and text.',
  },
  A74: {
    room: 'runs',
    promise:
      'Extractors, which turn output into named values, can be plugged in for an agent or tool; those for Claude and the GitHub CLI are included.',
  },
  A75: { room: 'runs', promise: 'Timeouts and retries can be given by policies for types of commands.' },
  A76: {
    room: 'runs',
    promise: 'There are metrics over runs: duration, success rate, most frequent prompts.',
  },
} as const satisfies Readonly<Record<`A${number}`, Requirement>>);
