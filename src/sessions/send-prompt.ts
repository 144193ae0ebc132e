import { isMuxError } from '../model/index.js';
import { type QueuedCommand, type QueueingShell, queueCommand, queueTarget } from '../shells/index.js';
import type { Tmux } from '../tmux/index.js';
import { noShell, noSuchSession } from './session-errors.js';
import { type ChatSession, chatOptions, surveySessions } from './survey-sessions.js';

export interface SentPrompt extends QueuedCommand {
  readonly session: ChatSession;
  readonly shell: QueueingShell;
}

/** Gives a command to the shell of a session, which runs it when all that was given before has ended. */
export async function sendPrompt(
  tmux: Tmux,
  name: string,
  command: Uint8Array,
  now: Date,
): Promise<SentPrompt> {
  const session = (await surveySessions(tmux)).find((one) => one.name === name);
  if (!session) throw noSuchSession(name, tmux.place);
  const { chat } = session;
  if (!chat?.shell) throw noShell(session);
  const shell = { tmux, session: session.id, ...chat.shell };
  try {
    const used = ['set-option', '-t', queueTarget(shell), chatOptions.used, String(now.getTime())] as const;
    const queued = await queueCommand(shell, command, [used]);
    return { ...queued, shell, session: { ...session, chat: { ...chat, lastUsedAt: now } } };
  } catch (error) {
    if (isMuxError(error, 'PANE_NOT_FOUND', 'SESSION_NOT_FOUND', 'NO_SERVER'))
      throw noSuchSession(name, tmux.place, error);
    throw error;
  }
}
