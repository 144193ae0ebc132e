import type { ErrorCode } from '../model/error-catalogue.js';
import { MuxError } from '../model/mux-error.js';

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
    {
      details,
    },
  );
}

const known: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [
    /^(can't find|no such) session/,
    'SESSION_NOT_FOUND',
    'List the sessions there are, or create it with ensureSession().',
  ],
  [/^(can't find|no such) window/, 'WINDOW_NOT_FOUND', 'List the windows there are.'],
  [
    /^(can't find|no such) pane/,
    'PANE_NOT_FOUND',
    'List the panes there are; this one may have been closed.',
  ],
  // A server without a session, as one that is about to exit, says that there is no current target, whatever is asked.
  [
    /^no server running|^error connecting to .*(No such file|Connection refused)|^no sessions$|^no current target$|^lost server|^server exited/,
    'NO_SERVER',
    'Create a session first: ensureSession() starts the server.',
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
    'Split the text, or use pane.sendText() and pane.paste(), which do.',
  ],
];

function socketAdvice(): string {
  return 'Use a shorter socket name, or a shorter TMUX_TMPDIR.';
}

function sentence(said: string, place: string): string {
  return `tmux on ${place} says: ${said}.`;
}
