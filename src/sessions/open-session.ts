import { randomBytes } from 'node:crypto';
import { isMuxError, type MuxError } from '../model/index.js';
import { checkShell, launchShell, WOKEN_OPTION } from '../shells/index.js';
import {
  type Argument,
  type Command,
  commandLine,
  launchCommand,
  launchFlags,
  type Tmux,
} from '../tmux/index.js';
import { dropOrphans } from './drop-orphans.js';
import { limitReached, nameTaken, noSuchSession } from './session-errors.js';
import { type ChatPair, pairText, sessionName } from './session-name.js';
import { startServer } from './start-server.js';
import {
  type ChatSession,
  chatOptions,
  isChat,
  type SeenSession,
  surveySessions,
} from './survey-sessions.js';

export interface OpenSessionOptions {
  readonly limit: number;
  readonly now: Date;
  readonly shell: string | undefined;
  readonly cwd: string | undefined;
}

/** The session of a chat, made where it is missing, among all processes at once. */
export async function openSession(
  tmux: Tmux,
  pair: ChatPair,
  options: OpenSessionOptions,
): Promise<ChatSession> {
  const name = sessionName(pair);
  const there = find(await surveySessions(tmux), name);
  if (there) return use(tmux, mustBe(pair, there, tmux), options);
  await using _server = tmux.server ? undefined : await startServer(tmux);
  for (let tries = 1; ; tries++) {
    const refused = await create(tmux, name, pair, options).then(() => undefined, refusal);
    await dropOrphans(tmux);
    const sessions = await surveySessions(tmux);
    const made = find(sessions, name);
    if (made) return mustBe(pair, made, tmux);
    if (sessions.filter(isChat).length >= options.limit)
      throw limitReached(tmux.place, options.limit, sessions);
    // One that has ended meanwhile may have made room.
    if (tries === MOST_TRIES) throw refused ?? noSuchSession(name, tmux.place);
  }
}

const MOST_TRIES = 3;

/** What tmux says to a name that is taken, or to none, is different in each version: the sessions there are tell why. */
function refusal(error: unknown): MuxError {
  if (isMuxError(error, 'TMUX_COMMAND_FAILED')) return error;
  throw error;
}

function find(sessions: readonly SeenSession[], name: string): SeenSession | undefined {
  return sessions.find((session) => session.name === name);
}

function mustBe(pair: ChatPair, session: SeenSession, { place }: Tmux): ChatSession {
  if (isChat(session) && pairText(session.chat) === pairText(pair)) return session;
  throw nameTaken(session, place);
}

/**
 * A caller that opens a session is about to use it. If its shell has ended, but not its other windows, it gets
 * another shell.
 */
async function use(tmux: Tmux, session: ChatSession, options: OpenSessionOptions): Promise<ChatSession> {
  const { id, chat } = session;
  const touch: Command = ['set-option', '-t', `${id}:`, chatOptions.used, String(options.now.getTime())];
  await tmux.request(chat.shell ? [touch] : [touch, relaunch(session, options)]);
  return { ...session, chat: { ...chat, lastUsedAt: options.now } };
}

/** Of several that notice that a shell has ended, one opens another. What was queued is run by that one. */
function relaunch({ id, chat }: ChatSession, options: OpenSessionOptions): Command {
  const shell = launch(options);
  const end = `${id}:{end}`;
  const open = commandLine([
    ['new-window', '-a', '-d', '-t', end, ...shell.args],
    ['set-option', '-F', '-t', end, chatOptions.shell, shell.note],
    ['set-option', '-u', '-t', end, WOKEN_OPTION],
  ]);
  return ['if-shell', '-F', '-t', `${id}:`, `#{==:#{${chatOptions.shell}},${chat.launched}}`, open];
}

/**
 * Makes the session, unless there is one of that name or there are as many as there may be. tmux decides and makes it
 * in one turn, with all that says whose it is, so that nobody sees it half made and no lock is needed.
 *
 * The name is a format that, where there is no room, gives that of the session which our own client is attached to, and
 * which tmux refuses as taken. (No name at all is refused by 3.3a and 3.5a, but 3.7 makes a session without a name.)
 * `if-shell` would do, too, but never gives back the memory of the commands it is given (3.3a), and these are long.
 */
async function create(tmux: Tmux, name: string, pair: ChatPair, options: OpenSessionOptions): Promise<void> {
  const shell = launch(options);
  const count = `#{n:#{S:#{?${chatOptions.pair},x,}}}`;
  const ifRoom = `#{?#{e|<:${count},${options.limit}},${name},#{client_session}}`;
  const target = `=${name}:`;
  const now = String(options.now.getTime());
  const set = (option: string, value: string): Command => ['set-option', '-t', target, option, value];
  await tmux.request([
    ['new-session', '-d', '-s', options.limit === Number.POSITIVE_INFINITY ? name : ifRoom, ...shell.args],
    // What is given to a new session is for its later windows, too, which have no use for it.
    ...shell.variables.map((variable): Command => ['set-environment', '-t', `=${name}`, '-u', variable]),
    set(chatOptions.pair, pairText(pair)),
    set(chatOptions.created, now),
    set(chatOptions.used, now),
    ['set-option', '-F', '-t', target, chatOptions.shell, shell.note],
  ]);
}

interface LaunchedShell {
  /** Arguments of new-session and new-window. */
  readonly args: readonly Argument[];
  /** Names of what is in its environment for its start only. */
  readonly variables: readonly string[];
  /** What the session remembers of it, as a format. */
  readonly note: string;
}

function launch({ shell, cwd }: OpenSessionOptions): LaunchedShell {
  const nonce = randomBytes(16).toString('hex');
  const { command, env } = launchShell(nonce, checkShell(shell), true);
  return {
    args: [...launchFlags({ env, ...(cwd !== undefined && { cwd }) }), ...launchCommand(command)],
    variables: Object.keys(env),
    note: `${nonce} #{pane_id} #{pane_pid}`,
  };
}
