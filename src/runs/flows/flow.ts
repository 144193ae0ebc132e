import type { Extractor } from '../extractors/extractor.js';

/**
 * A conversation with a command, as data: what it asks and what is answered, what it prints that is worth having, and
 * what of that is kept.
 *
 * @example
 * const flow: Flow = {
 *   name: 'registry-login',
 *   command: 'registry login',
 *   steps: [
 *     { when: /user name:/i, answer: { text: 'robot' } },
 *     { when: /password:/i, answer: { input: 'password', secret: true } },
 *   ],
 *   extract: [registryExtractor],
 *   store: [{ agent: 'registry', name: 'token', value: 'token' }],
 * };
 */
export interface Flow {
  readonly name: string;
  /** A shell string, or an exact argv. */
  readonly command: string | readonly string[];
  /** What it may ask, in any order. */
  readonly steps: readonly FlowStep[];
  /** Which values are looked for in the output. */
  readonly extract?: readonly Extractor[];
  /** Which of them are kept, encrypted. One that is not found makes the flow fail. */
  readonly store?: readonly FlowCredential[];
  /** Exported to the command. */
  readonly env?: Readonly<Record<string, string>>;
  /** Size of the terminal. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** What is done where the command asks something. Without an answer and keys the step only knows the question. */
export interface FlowStep {
  /** What the question looks like: the line of the cursor, or where that does not fit, another line of the screen. */
  readonly when: RegExp;
  readonly answer?: FlowAnswer;
  /** Keys that are pressed, by their tmux names, behind an answer if there is one. */
  readonly keys?: readonly string[];
  /**
   * How often it may be asked. Once more is taken for a refused answer.
   * @default 1
   */
  readonly times?: number;
}

/** A text that is the same every time, or an input of the caller. Enter follows as a key of its own. */
export type FlowAnswer =
  | { readonly text: string }
  | {
      /** Name of the input. */
      readonly input: string;
      /** Whether it must not be seen: it is sent unseen, and scrubbed where the command shows it. */
      readonly secret?: boolean;
      /**
       * The longest that Enter waits for the command to show that it took the text. Programs that read keys one by one
       * take Enter for a part of the text where it comes too soon.
       * @default 0
       */
      readonly echoMs?: number;
    };

export interface FlowCredential {
  /** Whose it is: `claude`. */
  readonly agent: string;
  /** What it is: `oauth-token`. */
  readonly name: string;
  /** Name of the extracted value. */
  readonly value: string;
  /** Names of extracted values that are kept beside it in clear. */
  readonly metadata?: readonly string[];
}

export const flowDefaults = Object.freeze({
  /** A person has to sign in meanwhile. */
  timeoutMs: 600_000,
  /** How long a program that reads keys may show something unknown before that counts as a question. */
  patienceMs: 30_000,
  /** How long nothing must be printed before values are looked for. */
  settleMs: 50,
  /** Output that is kept in memory to find values in. */
  outputBytes: 1024 * 1024,
  graceMs: 1_000,
});
