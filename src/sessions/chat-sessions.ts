import { Deadline, isMuxError, KeyedMutex } from '../model/index.js';
import { type Context, type HeldContext, holdContext } from '../panes/index.js';
import type { SessionRecord, Store } from '../store/index.js';
import type { HostTarget, Tmux } from '../tmux/index.js';
import {
  type ChatPlace,
  type ChatSessionsOptions,
  type CleanupOptions,
  sessionDefaults,
} from './chat-sessions-options.js';
import { checkHost, checkName, checkNumber, checkObject } from './check-input.js';
import { dropOrphans } from './drop-orphans.js';
import { endIdleSessions, endSession, mayEnd } from './end-sessions.js';
import { LaterLooks } from './later-looks.js';
import { lookForPrograms } from './look-for-programs.js';
import { openSession } from './open-session.js';
import {
  type CommandTemplate,
  checkTemplate,
  promptCommand,
  type RequestMetadata,
} from './prompt-command.js';
import { sendPrompt } from './send-prompt.js';
import { disabled } from './session-errors.js';
import type { DescribedSession, SendReceipt } from './session-info.js';
import { checkPair } from './session-name.js';
import { type ChatSession, isChat, type SeenSession, surveySessions } from './survey-sessions.js';

/**
 * One persistent session for each workspace and chat, where prompts are answered one after another. The sessions
 * belong to tmux: they and their queued prompts continue without this process, and the next process finds them.
 *
 * @example
 * await using sessions = new ChatSessions({ host: 'docker://sandbox' });
 * const session = await sessions.open('my-project', 42);
 * await sessions.send(session, 'Hello!', { requestId: 'r1', chatId: '42', workspace: 'my-project' });
 */
export class ChatSessions implements AsyncDisposable {
  readonly #options: ChatSessionsOptions;
  readonly #host: HostTarget;
  readonly #limit: number;
  readonly #idleMs: number;
  readonly #command: CommandTemplate;
  readonly #held: HeldContext;
  readonly #sending = new KeyedMutex();
  readonly #looks = new LaterLooks();
  /** Hosts that calls were for, by their addresses. */
  readonly #hosts = new Map<string, HostTarget>();

  constructor(options: ChatSessionsOptions = {}) {
    checkObject('argument', options, 'Give an object of options, or nothing.');
    this.#options = options;
    this.#host = options.host ?? 'local';
    this.#limit = checkNumber('limit', options.limit ?? sessionDefaults.limit, 1, true);
    this.#idleMs = checkNumber('idleMs', options.idleMs ?? sessionDefaults.idleMs, 0, false);
    this.#command = checkTemplate(options.command ?? sessionDefaults.command);
    const { context, config, store, clock } = options;
    this.#held = holdContext(context, { connect: config?.connect, store, clock });
  }

  /**
   * The name of the session of a chat, which is created where it is missing. Fails with `SESSION_LIMIT_REACHED` where
   * the host has as many as it may have.
   *
   * @example
   * await sessions.open('my-project', 987654321); // 'claude-my-project-987654321'
   */
  async open(workspace: string, chatId: string | number, place: ChatPlace = {}): Promise<string> {
    this.#checkEnabled();
    const pair = checkPair(workspace, chatId);
    const [tmux, store] = await this.#reach(place);
    const { shell, cwd } = this.#options.config ?? {};
    const session = await openSession(tmux, pair, {
      limit: this.#limit,
      now: await this.#context.now(tmux),
      shell,
      cwd,
    });
    await store?.sessions.put(toRecord(tmux, session));
    return session.name;
  }

  /**
   * Has a session run the command with a prompt, and does not wait for that. What is sent to one session is run one
   * after the other, in the order of the calls, also where other processes send as well.
   *
   * @param prompt text, or bytes that need not be text
   */
  async send(
    sessionName: string,
    prompt: string | Uint8Array,
    metadata: RequestMetadata,
    place: ChatPlace = {},
  ): Promise<SendReceipt> {
    this.#checkEnabled();
    const command = promptCommand(this.#command, prompt, metadata);
    checkName(sessionName);
    const { requestId } = metadata;
    using deadline = new Deadline({ what: `Sending to the session ${sessionName}` });
    // Taken at once, so that calls keep their order whatever each of them has to wait for.
    const host = checkHost(place.host ?? this.#host);
    const done = await this.#sending.acquire(`${placeOf(host)} ${sessionName}`, deadline);
    try {
      const [tmux, store] = await this.#reach({ host });
      const sentAt = await this.#context.now(tmux);
      const { state, next, shell, session } = await sendPrompt(tmux, sessionName, command, sentAt);
      if (state === 'away') this.#looks.begin(shell);
      // It is sent: that it cannot be written down does not make it fail.
      await store?.sessions.put(toRecord(tmux, session)).catch(() => {});
      return { requestId, sessionName, status: next ? 'submitted' : 'queued', sentAt };
    } finally {
      done();
    }
  }

  /** Whether a session of exactly this name lives. */
  async exists(sessionName: string, place: ChatPlace = {}): Promise<boolean> {
    this.#checkEnabled();
    checkName(sessionName);
    return (await this.names(place)).includes(sessionName);
  }

  /** Names of all sessions on a host, also of those that are nobody's chat; none where no tmux server runs. */
  async names(place: ChatPlace = {}): Promise<string[]> {
    return (await this.#survey(place)).sessions.map(({ name }) => name);
  }

  /**
   * The chat sessions on a host, including those of other processes, with their activity.
   *
   * @example
   * const orphans = (await sessions.list()).filter(({ orphan }) => orphan);
   */
  async list(place: ChatPlace = {}): Promise<DescribedSession[]> {
    const { tmux, sessions } = await this.#survey(place);
    const host = place.host ?? this.#host;
    const containerId = typeof host === 'string' ? host : tmux.place;
    const since = await this.#idleSince(tmux);
    const looked = await lookForPrograms(tmux, sessions);
    return looked.filter(isChat).map((session) => toInfo(session, containerId, since));
  }

  /** Ends a session and its programs, and removes it from the store; succeeds if it has already ended. */
  async kill(sessionName: string, place: ChatPlace = {}): Promise<void> {
    this.#checkEnabled();
    checkName(sessionName);
    const [tmux, store] = await this.#reach(place);
    await endSession(tmux, sessionName);
    await store?.sessions.remove(tmux.place, sessionName);
  }

  /**
   * Ends the sessions of chats that were not used for `idleMs`, on all hosts that this service or its store knows, and
   * resolves with their number. A session in which something runs, or that a person is attached to, stays by default.
   * A host that cannot be reached is left out.
   *
   * @example
   * setInterval(() => void sessions.cleanup(), 60_000);
   */
  async cleanup(options: CleanupOptions = {}): Promise<number> {
    this.#checkEnabled();
    checkObject('argument', options, 'Give { busy, attached }, or nothing.');
    const store = await this.#context.store();
    const known = new Map<string, HostTarget>((await store?.sessions.hosts())?.map((host) => [host, host]));
    for (const [place, host] of this.#hosts) known.set(place, host);
    const counts = await Promise.all(
      [...known].map(([place, host]) => this.#cleanUp(place, host, store, options)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Closes the connections. The sessions and their queued prompts continue. */
  async close(): Promise<void> {
    await this.#looks.close();
    await this.#held.release();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  get #context(): Context {
    return this.#held.context;
  }

  async #cleanUp(
    place: string,
    host: HostTarget,
    store: Store | undefined,
    options: CleanupOptions,
  ): Promise<number> {
    let ended = 0;
    try {
      const tmux = await this.#context.connect(host);
      for await (const _name of endIdleSessions(tmux, await this.#idleSince(tmux), options)) ended++;
      await dropOrphans(tmux);
      await store?.sessions.replace(place, records(tmux, await surveySessions(tmux)));
    } catch (error) {
      if (isMuxError(error, 'CONTAINER_NOT_FOUND')) {
        this.#hosts.delete(place);
        await store?.sessions.replace(place, []).catch(() => {});
      }
    }
    // Whatever fails then, at the host or in the database, these are gone.
    return ended;
  }

  async #survey(place: ChatPlace): Promise<{ tmux: Tmux; sessions: SeenSession[] }> {
    this.#checkEnabled();
    const [tmux, store] = await this.#reach(place);
    const sessions = await surveySessions(tmux);
    await store?.sessions.replace(tmux.place, records(tmux, sessions));
    return { tmux, sessions };
  }

  async #reach({ host = this.#host }: ChatPlace): Promise<[Tmux, Store | undefined]> {
    const [tmux, store] = await Promise.all([this.#context.connect(checkHost(host)), this.#context.store()]);
    this.#hosts.set(tmux.place, host);
    return [tmux, store];
  }

  async #idleSince(tmux: Tmux): Promise<number> {
    return (await this.#context.now(tmux)).getTime() - this.#idleMs;
  }

  #checkEnabled(): void {
    const flag = process.env.ENABLE_TMUX_SESSIONS;
    if (/^(false|0|no|off)$/i.test(flag?.trim() ?? '')) throw disabled(`ENABLE_TMUX_SESSIONS=${flag}`);
    if (this.#options.config?.enabled === false)
      throw disabled('config.enabled is false, as with ENABLE_TMUX_SESSIONS=false');
  }
}

function placeOf(host: HostTarget): string {
  if (typeof host === 'string') return host;
  return 'place' in host ? host.place : JSON.stringify(host);
}

function records(tmux: Tmux, sessions: readonly SeenSession[]): SessionRecord[] {
  return sessions.filter(isChat).map((session) => toRecord(tmux, session));
}

function toRecord({ place }: Tmux, { name, chat }: ChatSession): SessionRecord {
  const { workspace, chatId, createdAt, lastUsedAt } = chat;
  return { host: place, name, workspace, chatId, createdAt, lastUsedAt };
}

function toInfo(session: ChatSession, containerId: string, since: number): DescribedSession {
  const { name, attached, chat } = session;
  const { workspace, chatId, createdAt, lastUsedAt, busy, queue } = chat;
  return {
    sessionName: name,
    workspace,
    chatId,
    createdAt,
    lastUsedAt,
    containerId,
    busy,
    queued: queue.length,
    attached: attached > 0,
    orphan: mayEnd(session, since),
  };
}
