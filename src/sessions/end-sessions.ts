import { isMuxError } from '../model/index.js';
import { QUEUE_OPTION, WOKEN_OPTION } from '../shells/index.js';
import { type Command, commandLine, gone, type Tmux } from '../tmux/index.js';
import type { CleanupOptions } from './chat-sessions-options.js';
import { lookForPrograms } from './look-for-programs.js';
import {
  type ChatSession,
  chatOptions,
  isChat,
  type SeenSession,
  surveySessions,
} from './survey-sessions.js';

/** Ends a session of exactly that name, its programs, and what waits for it. */
export async function endSession(tmux: Tmux, name: string): Promise<void> {
  const session = (await surveySessions(tmux)).find((one) => one.name === name);
  if (!session) return;
  await gone(tmux.request(endCommands(session)), () => isGone(tmux, session));
}

/** Ends sessions of chats that were not used since a moment, in milliseconds; yields the name of each. */
export async function* endIdleSessions(
  tmux: Tmux,
  since: number,
  options: CleanupOptions,
): AsyncGenerator<string> {
  const sessions = await lookForPrograms(tmux, await surveySessions(tmux));
  for (const session of sessions.filter(isChat)) {
    if (mayEnd(session, since, options) && (await endIfUnused(tmux, session, options))) yield session.name;
  }
}

/** Whether nobody needs it, as far as can be seen. */
export function mayEnd(
  { attached, chat }: ChatSession,
  since: number,
  options: CleanupOptions = {},
): boolean {
  if (chat.lastUsedAt.getTime() >= since) return false;
  return (options.busy || !chat.busy) && (options.attached || attached === 0);
}

/** Somebody may have sent something, or come, since it was looked at: tmux compares and ends it in one turn. */
async function endIfUnused(tmux: Tmux, session: ChatSession, options: CleanupOptions): Promise<boolean> {
  const { id, chat } = session;
  const quiet = options.busy ? '1' : `#{&&:#{==:#{${QUEUE_OPTION}},},#{!=:#{${WOKEN_OPTION}},1}}`;
  const alone = options.attached ? '1' : `#{?#{m/r:^/|#,/,#{session_attached_list}},0,1}`;
  const unused = `#{&&:#{==:#{${chatOptions.used}},${chat.used}},#{&&:${quiet},${alone}}}`;
  const end = commandLine(endCommands(session));
  try {
    await tmux.request([['if-shell', '-F', '-t', `${id}:`, unused, end]]);
  } catch (error) {
    // The server ends with its last session.
    if (!isMuxError(error, 'CONNECTION_LOST', 'SESSION_NOT_FOUND', 'NO_SERVER')) throw error;
  }
  return isGone(tmux, session);
}

/** Connections that happen to be attached to it move on; but people are not taken to another chat. */
function endCommands(session: SeenSession): Command[] {
  const { id, attached } = session;
  const moveOn: Command = ['set-option', '-t', `${id}:`, 'detach-on-destroy', 'off'];
  return [...forget(session), ...(attached === 0 ? [moveOn] : []), ['kill-session', '-t', id]];
}

/**
 * Queued prompts do not keep a session. A buffer that its shell took in the meantime does not keep it either.
 */
function forget({ id, chat }: SeenSession): Command[] {
  return (chat?.queue ?? []).map((buffer): Command => {
    const waits = `#{m:*${buffer}*,#{${QUEUE_OPTION}}}`;
    return ['if-shell', '-F', '-t', `${id}:`, waits, commandLine([['delete-buffer', '-b', buffer]])];
  });
}

async function isGone(tmux: Tmux, { id }: SeenSession): Promise<boolean> {
  return !(await surveySessions(tmux)).some((session) => session.id === id);
}
