import { ChatSessions } from '../sessions/chat-sessions.js';
import {
  type ChatSessionsOptions,
  type CleanupOptions,
  checkHost,
  checkNumber,
  checkObject,
  type DescribedSession,
  type NoValue,
  type RequestMetadata,
  type SendReceipt,
} from '../sessions/index.js';
import type { HostTarget } from '../tmux/index.js';

export interface TmuxManagerConfig extends Omit<ChatSessionsOptions, 'host' | 'limit' | 'idleMs'> {
  /**
   * Sessions that one host may have, `Infinity` for any number. Only those of chats count.
   * @default 10
   */
  maxSessionsPerContainer?: number;
  /**
   * Milliseconds after its last use that a session counts as idle; with `Infinity` it never does.
   * @default 1800000
   */
  sessionIdleTimeoutMs?: number;
}

/**
 * `ChatSessions` with the host as the first argument of every method.
 *
 * @example
 * await using manager = new TmuxManager();
 * const session = await manager.getOrCreateSession('docker://sandbox', 'my-project', 123456789);
 * await manager.sendToSession('docker://sandbox', session, 'Hello!', {
 *   requestId: 'req-001', chatId: '123456789', workspace: 'my-project',
 * });
 */
export class TmuxManager implements AsyncDisposable {
  readonly #sessions: ChatSessions;

  constructor(options: TmuxManagerConfig = {}) {
    this.#sessions = new ChatSessions(chatOptions(options));
  }

  /** The name of the session of a chat, which is created where it is missing. */
  async getOrCreateSession(host: HostTarget, workspace: string, chatId: string | number): Promise<string> {
    return this.#sessions.open(workspace, chatId, at(host));
  }

  /** Has a session run the command with a prompt, and does not wait for that. */
  async sendToSession(
    host: HostTarget,
    sessionName: string,
    prompt: string | Uint8Array,
    metadata: RequestMetadata,
  ): Promise<SendReceipt & NoValue> {
    const receipt = await this.#sessions.send(sessionName, prompt, metadata, at(host));
    return receipt as SendReceipt & NoValue;
  }

  /** Whether a session of exactly this name lives. */
  async sessionExists(host: HostTarget, sessionName: string): Promise<boolean> {
    return this.#sessions.exists(sessionName, at(host));
  }

  /** Names of all sessions on a host; none where no tmux server runs. */
  async listSessions(host: HostTarget): Promise<string[]> {
    return this.#sessions.names(at(host));
  }

  /** The sessions of chats on a host with what they do. */
  async describeSessions(host: HostTarget): Promise<DescribedSession[]> {
    return this.#sessions.list(at(host));
  }

  /** Ends a session and its programs; succeeds if it has already ended. */
  async killSession(host: HostTarget, sessionName: string): Promise<void> {
    return this.#sessions.kill(sessionName, at(host));
  }

  /** Ends the sessions of chats that were not used for `sessionIdleTimeoutMs`, and resolves with their number. */
  cleanupIdleSessions(options: CleanupOptions = {}): Promise<number> {
    return this.#sessions.cleanup(options);
  }

  /** Ends the connections. The sessions, and what was sent to them, keep running. */
  close(): Promise<void> {
    return this.#sessions.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Without this, a host that is missing would be the default one. */
function at(host: HostTarget): { readonly host: HostTarget } {
  return { host: checkHost(host) };
}

/** Callers in plain JavaScript give anything, and know the names of their own interface. */
function chatOptions(options: TmuxManagerConfig): ChatSessionsOptions {
  checkObject('argument', options, 'Give an object of options, or nothing.');
  const { maxSessionsPerContainer: limit, sessionIdleTimeoutMs: idleMs, ...others } = options;
  return {
    ...others,
    ...(limit !== undefined && { limit: checkNumber('maxSessionsPerContainer', limit, 1, true) }),
    ...(idleMs !== undefined && { idleMs: checkNumber('sessionIdleTimeoutMs', idleMs, 0, false) }),
  };
}
