/** The session of a chat. */
export interface TmuxSessionInfo {
  sessionName: string;
  workspace: string;
  chatId: string | number;
  createdAt: Date;
  lastUsedAt: Date;
  /** The host, as the caller named it. */
  containerId: string;
}

/** The same with what it does now. */
export interface DescribedSession extends Readonly<TmuxSessionInfo> {
  readonly chatId: string;
  /** Something runs in it, or waits to be run. */
  readonly busy: boolean;
  /** Prompts that wait to be run. */
  readonly queued: number;
  /** A person is attached. */
  readonly attached: boolean;
  /** Not used for so long that it counts as idle, nothing runs in it, and nobody is attached. */
  readonly orphan: boolean;
}

/** What became of a prompt. */
export interface SendReceipt {
  readonly requestId: string;
  readonly sessionName: string;
  /**
   * - `submitted`: the session was waiting for it, and runs it
   * - `queued`: it is run after what was sent before, or when a person's program has ended
   */
  readonly status: 'submitted' | 'queued';
  readonly sentAt: Date;
}

/**
 * Beside a value: a caller may also treat the promise as one of nothing, as in
 * `const sent: Promise<void> = manager.sendToSession(…)`.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: it is the type that a Promise<void> resolves with.
export type NoValue = void;
