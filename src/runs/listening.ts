import type { TerminalVerdict } from '../hosts/index.js';
import { isPainted, type Screen } from '../screen/index.js';
import { looksLikePrompt } from './prompt-detection.js';

export interface Listening {
  readonly screen: Screen | undefined;
  /** For how long nothing was printed. */
  readonly quietMs: number;
  /** The milliseconds after which its timer makes it print, where that was seen. */
  readonly driven: number | undefined;
  /** Whether it has run since it printed, and gone back to wait: on a busy machine a timer may be late. */
  readonly woke: boolean;
}

/**
 * Whether a program that waits for a key or for its timer, whichever comes first, only listens: a monitor, a spinner, a
 * countdown. It asks nothing as long as its timer may still make it print. Where that is far away, a line that looks
 * like a prompt, or a screen that an editor has painted, counts as a question at once.
 */
export function isListening(verdict: TerminalVerdict, { screen, quietMs, driven, woke }: Listening): boolean {
  const { timeoutMs } = verdict;
  if (timeoutMs === undefined) return false;
  if (driven) return quietMs < 3 * driven + MARGIN_MS;
  const asks = screen !== undefined && !isPainted(screen) && looksLikePrompt(screen);
  if (timeoutMs <= SHORT_MS) return !woke || quietMs < knownAfterMs(verdict, asks);
  if (timeoutMs > LONG_MS || verdict.kind !== 'key' || !screen || screen.alternate || asks) return false;
  return quietMs < knownAfterMs(verdict, asks);
}

/**
 * After so much silence it is known whether a program that wakes up by itself prints then. Many wake up more often than
 * they print, such as a clock.
 */
export function knownAfterMs({ timeoutMs = 0 }: TerminalVerdict, asks = false): number {
  return (asks ? timeoutMs : Math.max(timeoutMs, CLOCK_MS)) + MARGIN_MS;
}

/** A client that asks once can wait for so long, to see whether the program prints when its timer fires. */
export const SHORT_MS = 1_500;
/** A timer that is so far away does not drive a display. */
const LONG_MS = 5_000;
const CLOCK_MS = 1_000;
/** What a program needs to wake up and print, on a machine that is busy. */
const MARGIN_MS = 150;

/** Remembers of a program whether its timer makes it print. */
export class TimerHistory {
  #timeoutMs: number | undefined;
  #silenceMs = 0;
  #period: number | undefined;
  #wait: string | undefined;
  #woke = false;

  /** Whether it has run since it printed, and was found waiting again. */
  get woke(): boolean {
    return this.#woke;
  }

  get period(): number | undefined {
    return this.#period;
  }

  /** A look has found it waiting. */
  sawWaiting({ timeoutMs, wait }: TerminalVerdict): void {
    this.#timeoutMs = timeoutMs;
    if (this.#wait !== undefined && wait !== this.#wait) this.#woke = true;
    this.#wait = wait;
    if (timeoutMs === undefined) this.#period = undefined;
  }

  /** It has printed after a silence: where two of them were alike, and not shorter than its timer, the timer did it. */
  printed(silenceMs: number): void {
    this.#wait = undefined;
    this.#woke = false;
    if (silenceMs < SAME_OUTPUT_MS) return;
    const before = this.#silenceMs;
    this.#silenceMs = silenceMs;
    if (this.#timeoutMs === undefined || silenceMs < 0.7 * this.#timeoutMs) return;
    if (Math.abs(silenceMs - before) < 0.2 * silenceMs + SAME_OUTPUT_MS) this.#period = silenceMs;
  }
}

/** What comes so soon behind other output belongs to it. */
const SAME_OUTPUT_MS = 100;
