import { Deadline, isMuxError, KeyedMutex } from '../model/index.js';
import { type Context, type HeldContext, holdContext } from '../panes/index.js';
import type { SessionRecord, Store } from '../store/index.js';
import type { HostTarget, Tmux } from '../tmux/index.js';
import { checkHost, checkName, checkNumber, checkObject } from './check-input.js';
import { dropOrphans } from './drop-orphans.js';
import { endIdleSessions, endSession, mayEnd } from './end-sessions.js';
import { LaterLooks } from './later-looks.js';
import { lookForPrograms } from './look-for-programs.js';
import { type CleanupOptions, sessionDefaults, type TmuxManagerConfig } from './manager-options.js';
import { openSession } from './open-session.js';
import {
  type CommandTemplate,
  checkTemplate,
  promptCommand,
  type RequestMetadata,
} from './prompt-command.js';
import { sendPrompt } from './send-prompt.js';
import { disabled } from './session-errors.js';
import type { DescribedSession, NoValue, SendReceipt } from './session-info.js';
import { checkPair } from './session-name.js';
import { type ChatSession, isChat, type SeenSession, surveySessions } from './survey-sessions.js';

/**
 * One persistent session for each workspace and chat, where prompts are answered one after another. The sessions
 * belong to tmux: they and their queued prompts continue without this process, and the next process finds them.
 *
 * @example
 * await using manager = new TmuxManager();
 * const session = await manager.getOrCreateSession('claude-cc-bridge', 'cc-bridge', 123456789);
 * await manager.sendToSession('claude-cc-bridge', session, 'Hello Claude!', {
 *   requestId: 'req-001', chatId: '123456789', workspace: 'cc-bridge',
 * });
 */
export class TmuxManager implements AsyncDisposable {
  readonly #options: TmuxManagerConfig;
  readonly #limit: number;
  readonly #idleMs: number;
  readonly #command: CommandTemplate;
  readonly #held: HeldContext;
  readonly #sending = new KeyedMutex();
  readonly #looks = new LaterLooks();
  /** Hosts that calls were for, by their addresses. */
  readonly #hosts = new Map<string, HostTarget>();

  constructor(options: TmuxManagerConfig = {}) {
    checkObject('argument', options, 'Give an object of options, or nothing.');
    this.#options = options;
    const { maxSessionsPerContainer, sessionIdleTimeoutMs, command } = options;
    this.#limit = checkNumber(
      'maxSessionsPerContainer',
      maxSessionsPerContainer ?? sessionDefaults.maxSessionsPerContainer,
      1,
      true,
    );
    this.#idleMs = checkNumber(
      'sessionIdleTimeoutMs',
      sessionIdleTimeoutMs ?? sessionDefaults.sessionIdleTimeoutMs,
      0,
      false,
    );
    this.#command = checkTemplate(command ?? sessionDefaults.command);
    const { context, config, store, clock } = options;
    this.#held = holdContext(context, { connect: config?.connect, store, clock });
  }

  /**
   * The name of the session of a chat, which is made where it is missing. Fails with `SESSION_LIMIT_REACHED` where the
   * host has as many as it may have.
   *
   * @example
   * await manager.getOrCreateSession('docker://sandbox', 'myproject', 987654321); // 'claude-myproject-987654321'
   */
  async getOrCreateSession(host: HostTarget, workspace: string, chatId: string | number): Promise<string> {
    this.#checkEnabled();
    const pair = checkPair(workspace, chatId);
    const [tmux, store] = await this.#reach(host);
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
  async sendToSession(
    host: HostTarget,
    sessionName: string,
    prompt: string | Uint8Array,
    metadata: RequestMetadata,
  ): Promise<SendReceipt & NoValue> {
    this.#checkEnabled();
    const command = promptCommand(this.#command, prompt, metadata);
    checkName(sessionName);
    const { requestId } = metadata;
    using deadline = new Deadline({ what: `Sending to the session ${sessionName}` });
    // Taken at once, so that calls keep their order whatever each of them has to wait for.
    const done = await this.#sending.acquire(`${placeOf(checkHost(host))} ${sessionName}`, deadline);
    try {
      const [tmux, store] = await this.#reach(host);
      const sentAt = await this.#context.now(tmux);
      const { state, next, shell, session } = await sendPrompt(tmux, sessionName, command, sentAt);
      if (state === 'away') this.#looks.begin(shell);
      // It is sent: that it cannot be written down does not make it fail.
      await store?.sessions.put(toRecord(tmux, session)).catch(() => {});
      const receipt: SendReceipt = { requestId, sessionName, status: next ? 'submitted' : 'queued', sentAt };
      return receipt as SendReceipt & NoValue;
    } finally {
      done();
    }
  }

  /** Whether a session of exactly this name lives. */
  async sessionExists(host: HostTarget, sessionName: string): Promise<boolean> {
    this.#checkEnabled();
    checkName(sessionName);
    return (await this.listSessions(host)).includes(sessionName);
  }

  /** Names of all sessions on a host, also of those that are nobody's chat; none where no tmux server runs. */
  async listSessions(host: HostTarget): Promise<string[]> {
    return (await this.#survey(host)).sessions.map(({ name }) => name);
  }

  /**
   * The chat sessions on a host, including those of other processes, with their activity.
   *
   * @example
   * const orphans = (await manager.describeSessions('sandbox')).filter(({ orphan }) => orphan);
   */
  async describeSessions(host: HostTarget): Promise<DescribedSession[]> {
    const { tmux, sessions } = await this.#survey(host);
    const containerId = typeof host === 'string' ? host : tmux.place;
    const since = await this.#idleSince(tmux);
    const looked = await lookForPrograms(tmux, sessions);
    return looked.filter(isChat).map((session) => toInfo(session, containerId, since));
  }

  /** Ends a session and its programs, and removes it from the store; succeeds if it has already ended. */
  async killSession(host: HostTarget, sessionName: string): Promise<void> {
    this.#checkEnabled();
    checkName(sessionName);
    const [tmux, store] = await this.#reach(host);
    await endSession(tmux, sessionName);
    await store?.sessions.remove(tmux.place, sessionName);
  }

  /**
   * Ends the sessions of chats that were not used for `sessionIdleTimeoutMs`, on all hosts that this manager or its
   * store knows, and resolves with their number. A session in which something runs, or that a person is attached to,
   * stays unless told otherwise. A host that cannot be reached is left out.
   *
   * @example
   * setInterval(() => void manager.cleanupIdleSessions(), 60_000);
   */
  async cleanupIdleSessions(options: CleanupOptions = {}): Promise<number> {
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

  async #survey(host: HostTarget): Promise<{ tmux: Tmux; sessions: SeenSession[] }> {
    this.#checkEnabled();
    const [tmux, store] = await this.#reach(host);
    const sessions = await surveySessions(tmux);
    await store?.sessions.replace(tmux.place, records(tmux, sessions));
    return { tmux, sessions };
  }

  async #reach(host: HostTarget): Promise<[Tmux, Store | undefined]> {
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
