import type { BoxKind, InputHints } from '../../screen/index.js';
import type { ConversationRules } from './conversation-rules.js';

export const screenStates = [
  'idle',
  'typing',
  'working',
  'permission',
  'question',
  'error',
  'unknown',
] as const;

/** What the screen of an agent shows; `permission` and `question` are dialogs in front of everything else. */
export type ScreenState = (typeof screenStates)[number];

export const confidences = ['certain', 'likely', 'guess'] as const;
export type Confidence = (typeof confidences)[number];

/** How the screens of one program are read, as data. */
export interface Profile {
  readonly name: string;
  /** The file it comes from. */
  readonly source: string;
  /** The commands it is known by: `claude`. */
  readonly programs: readonly string[];
  /** Titles that only this program gives its terminal. */
  readonly titles: readonly RegExp[];
  /** A row that only this program shows; its group `version` is the version. */
  readonly banner: RegExp | undefined;
  /** The versions of the program that it fits: `>=2.1.0 <3`. */
  readonly versions: string | undefined;
  readonly input: InputHints;
  readonly menu: { readonly pointers: readonly string[] };
  readonly queued: readonly QueuedHints[];
  readonly completions: readonly CompletionHints[];
  /** What tells the states apart; the first rule that fits decides. */
  readonly rules: readonly ScreenRule[];
  readonly keys: ProfileKeys;
  /** The end of a text that needs a space behind it, which the program drops, so that Enter is not taken as part of it. */
  readonly spaceBehind: RegExp | undefined;
  /**
   * Milliseconds between the moment in which the program shows the text and Enter: a program that tells a paste by its
   * speed takes an earlier Enter as a line break.
   */
  readonly enterAfterMs: number;
  /**
   * Whether text and Enter may be sent while the program is at work: it keeps the text for later, and a question that
   * comes up at that moment takes no key.
   */
  readonly takesTextAtWork: boolean;
  /** Rows, any of which says that Enter was heard and is carried out later, or has to be pressed again then. */
  readonly keepsEnter: readonly RowCondition[];
  /** Rows that say that the program does not take a text; their first group is how that begins. */
  readonly refuses: readonly RegExp[];
  /** Rules that tell messages apart (default: guessed). */
  readonly conversation: ConversationRules | undefined;
  /** Of a profile that a project brings: what its screens are checked with, so that a question stays a question. */
  readonly guard?: Profile;
}

/** How messages look that wait above the input box until the agent has time. */
export interface QueuedHints {
  /** The first row of a message; its first group is the text. */
  readonly match: RegExp;
  /** Further rows of it, likewise. */
  readonly more: RegExp | undefined;
  /** What of its first row is dim or gray, where sent messages look alike. */
  readonly muted: 'marker' | 'text' | undefined;
  /** The row right under a message that waits, where sent messages look alike but for that. */
  readonly below?: RegExp;
  /** Whether its text is in italics, where sent messages look alike but for that. */
  readonly italic?: boolean;
  /** Whether rows that fit are queued for certain, also where the program does not look at work: it may be starting. */
  readonly sure: boolean;
}

/** Where a program offers completions of what is being typed. */
export interface CompletionHints {
  readonly where: 'above' | 'below';
  /** A row with one of them; its first group is the text. */
  readonly match: RegExp;
  /** Whether rows that fit are completions for certain, also where none of them stands out. */
  readonly sure: boolean;
}

/** Names of keys that the program understands, for tmux. */
export interface ProfileKeys {
  readonly submit: readonly string[];
  /** Empties the input box. */
  readonly clear: readonly string[];
  /** Takes a suggestion or a list of completions away. */
  readonly dismiss: readonly string[];
  /** Stops the agent's work. */
  readonly interrupt: readonly string[];
}

/** One way to recognise a state. Everything that is given must fit. */
export interface ScreenRule {
  readonly state: ScreenState;
  readonly confidence: Confidence;
  readonly title: RegExp | undefined;
  readonly rows: readonly RowCondition[];
  /** Whether there is a menu. */
  readonly menu: boolean | undefined;
  /** Fits the question above the menu. */
  readonly asks: RegExp | undefined;
  /** Fits one of the choices. */
  readonly option: RegExp | undefined;
  readonly input: InputCondition | undefined;
  /** How the input box was found. */
  readonly found: readonly BoxKind[] | undefined;
  /** Whether the marker of the input box is set back: dim or gray. */
  readonly marker: 'plain' | 'muted' | undefined;
  readonly cursor: 'visible' | 'hidden' | undefined;
  readonly alternate: boolean | undefined;
}

export const inputConditions = ['absent', 'present', 'empty', 'filled', 'placeholder'] as const;
export type InputCondition = (typeof inputConditions)[number];

export const rowPlaces = ['screen', 'above', 'below', 'menu', 'cursor', 'bottom'] as const;
/**
 * Which rows are looked at: all; those above or below the input box, the nearest first; those around the menu; the
 * line of the cursor; the last ones that are not empty.
 */
export type RowPlace = (typeof rowPlaces)[number];

export interface RowCondition {
  readonly pattern: RegExp;
  /** Whether no row may fit. */
  readonly absent: boolean;
  readonly where: RowPlace;
  /** How many rows are looked at; empty ones do not count. */
  readonly within: number;
  /** Only the nearest row that fits this is looked at. */
  readonly entry: RegExp | undefined;
}
