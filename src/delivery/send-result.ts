import type { ErrorCode, Phrase } from '../model/index.js';

/** Every way a call of the bridge can fail; on the wire in lower case. */
export const tmuxBridgeErrorTypes = [
  'PANE_NOT_FOUND',
  'TMUX_NOT_INSTALLED',
  'SUBPROCESS_FAILED',
  'NO_PANE_ID',
  'TIMEOUT',
  'SEND_FAILED',
  'UNKNOWN',
] as const;

export type TmuxBridgeErrorType = (typeof tmuxBridgeErrorTypes)[number];

/**
 * - `submitted`: the program took the text and works on it
 * - `queued`: the program was busy, and keeps the text for later
 * - `unconfirmed`: nothing proves that it took the text; it was not sent a second time
 */
export type DeliveryStatus = 'submitted' | 'queued' | 'unconfirmed';

/** What is known about a text that was sent. */
export interface Receipt {
  readonly status: DeliveryStatus;
  readonly evidence: readonly Evidence[];
  /** How often Enter was pressed. */
  readonly attempts: number;
  readonly latencyMs: number;
  /**
   * How many lines the program took one by one, as a text of several lines went to a program without bracketed paste.
   */
  readonly lines?: number;
  readonly at: Date;
  /** The idempotency key of the call. */
  readonly key?: string;
}

/** An observation, and how long after the start of the call it was made. */
export interface Evidence {
  readonly source: 'program-status' | 'hook' | 'screen' | 'title' | 'echo' | 'kernel' | 'content-change';
  readonly detail: string;
  readonly atMs: number;
}

/** What every call of the bridge gives: failures are values, not exceptions. */
export interface BridgeResult {
  readonly success: boolean;
  readonly errorType?: TmuxBridgeErrorType;
  /** The same in finer words: `DIALOG_OPEN`, `INPUT_NOT_EMPTY`, … */
  readonly errorCode?: ErrorCode;
  readonly errorMessage?: string;
  /** What the caller can do about it. */
  readonly suggestion?: string;
  /** The same as data, with the operations that it names. */
  readonly advice?: Phrase;
  /** What is asked now, where it is not what the caller has read: its `question` and `fingerprint`. */
  readonly asked?: Readonly<Record<string, unknown>>;
  readonly latencyMs: number;
}

export interface SendResult extends BridgeResult {
  readonly status?: DeliveryStatus;
  readonly receipt?: Receipt;
  /** What the program asks now, where it has a question right after Enter. */
  readonly asks?: { readonly title: string; readonly options: readonly string[] };
  /** What the pane showed when all tries had failed, without secrets. */
  readonly dump?: string;
  /** What a person had typed before, where it was taken away and could not be put back. */
  readonly lostDraft?: string;
}

export interface CaptureResult extends BridgeResult {
  readonly content?: string;
}
