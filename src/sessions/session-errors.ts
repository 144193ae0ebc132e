import { callOf, MuxError, phrase } from '../model/index.js';
import type { SeenSession } from './survey-sessions.js';

export function noSuchSession(name: string, place: string, cause?: unknown): MuxError {
  return new MuxError('SESSION_NOT_FOUND', `Session ${name} does not exist on ${place}.`, {
    suggestion: phrase`Make it with ${callOf('session.open', {}, 'open()')}, which gives its name.`,
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
      suggestion: phrase`End one with ${callOf('session.kill', {}, 'kill()')} or ${callOf('session.cleanup', {}, 'cleanup()')}, or raise the limit.`,
      details: { limit, sessions: names },
    },
  );
}

export function nameTaken({ name }: SeenSession, place: string): MuxError {
  return new MuxError('SESSION_NAME_TAKEN', `The session ${name} on ${place} is not the one of this chat.`, {
    suggestion: phrase`Rename it or end it, if nobody needs it: tmux rename-session, or ${callOf('session.kill', { sessionName: name }, 'kill()')}.`,
    details: { session: name },
  });
}

/** A session that prompts cannot be given to. */
export function noShell({ name, chat }: SeenSession): MuxError {
  const details = { session: name };
  if (chat) {
    const why = 'has ended, or something else was started in its place';
    const suggestion = phrase`Call ${callOf('session.open', {}, 'open()')} again, which opens another one in the same session.`;
    return new MuxError('PANE_DEAD', `The shell of the session ${name} ${why}.`, { suggestion, details });
  }
  return new MuxError(
    'SHELL_NOT_INTEGRATED',
    `The session ${name} was not created by open(), so nothing is typed into it.`,
    {
      suggestion: phrase`Send to the name that ${callOf('session.open', {}, 'open()')} gives.`,
      details,
    },
  );
}

export function disabled(flag: string): MuxError {
  return new MuxError('SESSIONS_DISABLED', `Chat sessions are switched off: ${flag}.`, {
    suggestion: phrase`Remove that setting, or run the command once with ${callOf('run.start', {}, 'Runs.start()')}.`,
  });
}
