import { type AgentsConfig, agentsDefaults } from '../config/index.js';
import type { CallOptions, HostAddress } from '../model/index.js';
import type { Context, Profile } from '../panes/index.js';
import type { SignalSource } from '../status/index.js';
import type { CaptureOptions, ConnectOptions, Tmux } from '../tmux/index.js';

/** Settings of the bridge: those of the section `tmux_bridge` of `muxwright.yaml`, and how hosts are reached. */
export interface BridgeConfig extends Partial<AgentsConfig> {
  readonly connect?: ConnectOptions;
}

export interface PaneDeliveryOptions {
  /**
   * The host whose panes are meant: an address, or a connection that the caller has and keeps.
   * @default 'local'
   */
  readonly host?: string | HostAddress | Tmux;
  readonly config?: BridgeConfig;
  /** The context shared with other services, instead of separate `clock`, `profiles` and `config.connect`. */
  readonly context?: Context;
  readonly clock?: () => Date;
  /** Descriptions of programs. @default the shipped ones and those of `config.profileFolders` */
  readonly profiles?: readonly Profile[];
  /** Receives the reports of hooks and programs, as proof of delivery. */
  readonly signals?: SignalSource;
  /** Takes what somebody should look at when a delivery has failed. */
  readonly log?: BridgeLog;
}

export type BridgeLog = (entry: BridgeLogEntry) => void;

export interface BridgeLogEntry {
  readonly level: 'warn';
  readonly message: string;
  readonly paneId: string;
  /** What the pane showed, without secrets. */
  readonly dump: string;
}

export interface SendTextOptions extends CallOptions {
  /** Whether Enter is proven and, where it was not taken, pressed again. @default true */
  readonly verifyEnter?: boolean;
  /** Whether a suggestion at the caret is dismissed with Escape before Enter. @default true */
  readonly detectGhostText?: boolean;
  /** How long to wait after that Escape. @default 200 */
  readonly clearDelayMs?: number;
  /** How often Enter is pressed again. @default 3 */
  readonly maxEnterRetries?: number;
  /** The base of the longest wait between text and Enter, where no echo can be seen. @default 120 */
  readonly textEnterDelayMs?: number;
  /**
   * What is done where the program is at work. `now` sends the text at once where the program is known to keep it and to
   * ignore keys of the first moments of its questions, and otherwise waits until the program is not at work, as long as
   * `timeoutMs` lets it: a question that comes up may take Enter before it is on the screen. `queue` sends at once in any
   * case. `idle` always waits.
   * @default 'now'
   */
  readonly when?: 'now' | 'idle' | 'queue';
  /**
   * What is done where the input box already holds something: nothing at all, empty it, write behind it, or take it
   * away and put it back afterwards.
   * @default 'refuse'
   */
  readonly ifNotEmpty?: 'refuse' | 'clear' | 'append' | 'keep';
  /** A second call with the same key, also from another process, sends nothing and gives the first receipt. */
  readonly idempotencyKey?: string;
  /** `false` only types. @default true */
  readonly enter?: boolean;
  /** The text is kept out of dumps, and of the messages that tmux remembers. */
  readonly secret?: boolean;
  /** Name of the profile, where it is known better than by the program's name. */
  readonly profile?: string;
}

export interface SendKeysOptions extends CallOptions {
  /** Whether an Enter at the end is proven by a change of the screen. @default false */
  readonly verifyEnter?: boolean;
  /** How often an Enter that changed nothing is pressed again. @default 0 */
  readonly maxEnterRetries?: number;
  /** Between two keys. @default 150 */
  readonly sequentialSendDelayMs?: number;
  /** Text that a row of the screen must show at the moment of each key; tmux itself looks. */
  readonly ifShows?: string;
  /**
   * Fingerprint of the question that the keys answer. tmux compares the question at the moment of each key; where it is
   * another one, nothing more is sent and the call fails with `QUESTION_CHANGED`.
   */
  readonly fingerprint?: string;
}

/** What is captured; with `ansi` the escape sequences too. */
export type CapturePaneOptions = CaptureOptions & CallOptions;

export const bridgeDefaults = Object.freeze({
  ...agentsDefaults,
  host: 'local',
  timeoutMs: 30_000,
  /** Text up to here is typed; longer text is pasted. */
  typedCharacters: 40,
  maxTextBytes: 256 * 1024,
  /** How long a program that is known may take to show a place for text. */
  inputTimeoutMs: 10_000,
  /** Time limit for a process to start reading the terminal, if the program shows no input box. */
  readerWaitMs: 5_000,
  /** A program whose input box is known shows what was sent within this time, or it was lost. */
  echoTimeoutMs: 15_000,
  /** How long one press of Enter is given to show an effect; each further one gets as much more. */
  enterWaitMs: 400,
  /** The most that a slow program is given for the first press. */
  slowestEnterMs: 2_000,
  /** A box that looks empty may be a half-painted one: so much later it must still be. */
  confirmEmptyMs: 25,
  /** How long proof is waited for that a collapsed paste was taken. */
  positiveProofMs: 10_000,
  /** How many keys are remembered for a pane. */
  keptReceipts: 64,
});

/** The longest wait between text and Enter where no echo can be seen, in milliseconds. */
export function enterDelayMs(length: number, baseMs: number = bridgeDefaults.textEnterDelayMs): number {
  return baseMs + Math.floor(Math.max(0, length - 200) / 10);
}
