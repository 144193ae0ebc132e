/** What a client of `/api/streams` sends. It chooses the ids, each for one stream of its connection. */
export type StreamRequest =
  /** Begins an operation that gives one thing after the other. */
  | {
      readonly type: 'follow';
      readonly id: string;
      /** `event.follow`, `run.follow`, … */
      readonly operation: string;
      readonly input?: unknown;
    }
  | { readonly type: 'stop'; readonly id: string };

/** What it is sent. */
export type StreamFrame =
  /** It was accepted. Of `event.follow`: what happens from here on is told. */
  | { readonly type: 'begun'; readonly id: string }
  | { readonly type: 'item'; readonly id: string; readonly item: unknown }
  /** There is no more, or it was stopped: what belonged to it is done. */
  | { readonly type: 'end'; readonly id: string }
  /** Nothing more comes of this stream; without an id, of a message that cannot be understood. */
  | { readonly type: 'error'; readonly id?: string | undefined; readonly problem: unknown }
  /** The server stops. Come back. */
  | { readonly type: 'closing' };
