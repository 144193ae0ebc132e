import { callOf, type ErrorCode, MuxError, type Phrase, phrase } from '../model/index.js';

/** Turns what tmux says about a refused command into a catalogued error. */
export function commandError(message: string, commandName: string, place: string): MuxError {
  const said = message.trim();
  const details = { command: commandName, tmux: said };
  for (const [pattern, code, suggestion] of known) {
    if (pattern.test(said)) return new MuxError(code, sentence(said, place), { suggestion, details });
  }
  return new MuxError(
    'TMUX_COMMAND_FAILED',
    `tmux refused '${commandName}' on ${place}: ${said || 'no reason given'}.`,
    { suggestion: suggestionFor(said), details },
  );
}

function suggestionFor(said: string): string {
  return usual.find(([pattern]) => pattern.test(said))?.[1] ?? OTHERWISE;
}

/** Why tmux refuses a command that is not known to be about something missing, in words of 3.2 to 3.7. */
const usual: readonly (readonly [RegExp, string])[] = [
  [
    /unknown command|ambiguous command/,
    'The name may be mistyped, or the tmux there too old for it: tmux list-commands lists all commands.',
  ],
  [
    /^usage:|unknown flag|too (few|many) arguments|expects an argument|invalid flag/,
    'Give each argument separately; see the manual of the installed tmux (tmux -V) for the arguments of the command.',
  ],
  [/duplicate session/, 'Use another name, or the existing session.'],
  [/index in use|index \d+ in use/, 'Omit the index: tmux uses the next free one.'],
  [
    /(invalid|unknown|ambiguous|bad) (option|value|colour|style|hook|key|layout|environment)|not an array/,
    'The name or the value may be mistyped, or the tmux there too old for it: tmux show-options -A lists all options.',
  ],
  [
    /no buffer|buffer .* (not found|doesn't exist)/,
    'It may have been deleted: tmux list-buffers lists the buffers.',
  ],
  [/^no current (client|session)/, 'Name the target with -t.'],
];

const OTHERWISE =
  'The reason is quoted from tmux; see its manual, and the hooks and settings in its tmux.conf.';

const known: readonly (readonly [RegExp, ErrorCode, string | Phrase])[] = [
  [
    /^(can't find|no such) session/,
    'SESSION_NOT_FOUND',
    phrase`List the sessions, or create it with ${callOf('run.start', {}, 'ensureSession()')}.`,
  ],
  [/^(can't find|no such) window/, 'WINDOW_NOT_FOUND', 'List the windows.'],
  [
    /^(can't find|no such) pane/,
    'PANE_NOT_FOUND',
    phrase`${callOf('pane.list', {}, 'panes()')} lists the panes; this one may have been closed.`,
  ],
  // A server without a session, as one that is about to exit, says that there is no current target, whatever is asked.
  [
    /^no server running|^error connecting to .*(No such file|Connection refused)|^no sessions$|^no current target$|^lost server|^server exited/,
    'NO_SERVER',
    phrase`Create a session first: ${callOf('run.start', {}, 'ensureSession()')} starts the server.`,
  ],
  [
    /^error connecting to .*File name too long|^File name too long|socket.*too long/i,
    'SOCKET_PATH_TOO_LONG',
    socketAdvice(),
  ],
  [
    /^error connecting to .*Permission denied|^access not allowed/,
    'PERMISSION_DENIED',
    'The tmux server belongs to another user.',
  ],
  [
    /no space for (a )?new pane|(pane|window) too small/,
    'NO_ROOM',
    'Make the window larger, close a pane, or use a new window.',
  ],
  [
    /^command too long/,
    'COMMAND_TOO_LARGE',
    phrase`Split the text, or use ${callOf('pane.send', {}, 'pane.sendText()')}, which splits it.`,
  ],
];

function socketAdvice(): string {
  return 'Use a shorter socket name, or a shorter TMUX_TMPDIR.';
}

function sentence(said: string, place: string): string {
  return `tmux on ${place} says: ${said}.`;
}
