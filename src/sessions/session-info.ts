/** The session of a chat. */
export interface TmuxSessionInfo {
  readonly sessionName: string;
  readonly workspace: string;
  readonly chatId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  /** The host, as the caller named it. */
  readonly containerId: string;
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
