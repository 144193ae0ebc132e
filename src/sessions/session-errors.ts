import { MuxError } from '../model/mux-error.js';
import type { SeenSession } from './survey-sessions.js';

export function noSuchSession(name: string, place: string, cause?: unknown): MuxError {
  return new MuxError('SESSION_NOT_FOUND', `Session ${name} does not exist on ${place}.`, {
    suggestion: 'Make it with getOrCreateSession(), which gives its name.',
    details: { session: name },
    cause,
  });
}

export function limitReached(place: string, limit: number, sessions: readonly SeenSession[]): MuxError {
  const names = sessions.flatMap(({ name, chat }) => (chat ? [name] : []));
  return new MuxError(
    'SESSION_LIMIT_REACHED',
    `There are ${names.length} chat sessions on ${place}, and ${limit} is the most that there may be.`,
    {
      suggestion: 'End one with killSession() or cleanupIdleSessions(), or raise maxSessionsPerContainer.',
      details: { limit, sessions: names },
    },
  );
}

export function nameTaken({ name }: SeenSession, place: string): MuxError {
  return new MuxError('SESSION_NAME_TAKEN', `The session ${name} on ${place} is not the one of this chat.`, {
    suggestion: 'Rename it or end it, if nobody needs it: tmux rename-session, or killSession().',
    details: { session: name },
  });
}

/** A session that prompts cannot be given to. */
export function noShell({ name, chat }: SeenSession): MuxError {
  const details = { session: name };
  if (chat) {
    const why = 'has ended, or something else was started in its place';
    const suggestion = 'Call getOrCreateSession() again, which opens another one in the same session.';
    return new MuxError('PANE_DEAD', `The shell of the session ${name} ${why}.`, { suggestion, details });
  }
  return new MuxError(
    'SHELL_NOT_INTEGRATED',
    `The session ${name} was not made by getOrCreateSession(), so nothing is typed into it.`,
    { suggestion: 'Send to the name that getOrCreateSession() gives.', details },
  );
}

export function disabled(flag: string): MuxError {
  return new MuxError('SESSIONS_DISABLED', `Chat sessions are switched off: ${flag}.`, {
    suggestion: 'Remove that setting, or run the command once with TmuxAutomation.start().',
  });
}
