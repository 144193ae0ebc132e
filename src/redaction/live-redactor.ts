import { begunMatch } from '../patterns/index.js';
import { placeAmongInvisibles, unfinishedSequence, withoutInvisibles } from '../vt/index.js';
import { begunSecret, endWithout } from './begun-secret.js';
import { MASK } from './redaction-rule.js';
import { type RedactionOptions, redactionRules, secretLines } from './redaction-rules.js';
import { type LineRedactor, type Mask, Redactor } from './redactor.js';

/** Shorter ones would hide half of all text: the `y` of an answer is not a secret. */
const SHORTEST_SECRET = 4;

/** A redactor that learns: what is typed as a secret is hidden from then on, wherever it turns up. */
export class LiveRedactor {
  #options: RedactionOptions;
  #redactor: Redactor;
  #learned = false;
  /** The secrets in all forms, line by line; worked out when they are first needed. */
  #forms: readonly string[] | undefined;
  readonly #begunMatches: readonly ((text: string) => number)[];

  constructor(options: RedactionOptions = {}) {
    this.#options = options;
    this.#redactor = isUsual(options) ? usual() : new Redactor(redactionRules(options));
    this.#begunMatches = (options.redactors ?? []).map(begunMatch);
  }

  hide(secret: string): void {
    const secrets = this.#options.secrets ?? [];
    if (!isHidden(secret) || secrets.includes(secret)) return;
    this.#learned = true;
    this.#options = { ...this.#options, secrets: [...secrets, secret] };
    this.#redactor = new Redactor(redactionRules(this.#options));
    this.#forms = undefined;
  }

  /** All texts that it hides word for word. */
  get secrets(): readonly string[] {
    return this.#options.secrets ?? [];
  }

  /** Whether it hides more than the recorder of the run was told to. */
  get learned(): boolean {
    return this.#learned;
  }

  line(text: string, mask?: Mask): string {
    return this.#redactor.line(text, mask);
  }

  text(text: string): string {
    return this.#redactor.text(text);
  }

  /** For lines that come one after the other: what is learned meanwhile is hidden in the next one. */
  lines(mask?: Mask): LineRedactor {
    let known = this.#redactor;
    let lines = known.lines(mask);
    return {
      get open() {
        return lines.open;
      },
      line: (text) => {
        // In a block everything is hidden, and only these lines know that it is open.
        if (known !== this.#redactor && !lines.open) {
          known = this.#redactor;
          lines = known.lines(mask);
        }
        return lines.line(text);
      },
    };
  }

  /** A text that has not ended, without the end of it that may become a secret. */
  withoutBegun(text: string): string {
    return text.slice(0, heldFrom([this], text));
  }

  /** How many characters at the end of a text without sequences may become a secret; see `heldFrom`. */
  begun(plain: string, { quiet = false } = {}): number {
    const given = this.#begunGiven(plain);
    if (quiet) return isHidden(given) ? given.length : 0;
    return Math.max(given.length, this.#begun(plain));
  }

  /** The place in a text without sequences, or one before it, that is in the midst of nothing that is hidden. */
  uncut(plain: string, place: number): number {
    return this.#redactor.uncut(plain, place);
  }

  /** The longest end of a text that a secret begins with. */
  #begunGiven(text: string): string {
    this.#forms ??= [...new Set((this.#options.secrets ?? []).flatMap(secretLines))];
    let longest = 0;
    for (const form of this.#forms) longest = Math.max(longest, begunLength(text, form, longest));
    return text.slice(text.length - longest);
  }

  /** How many characters at the end may become what a rule hides. */
  #begun(text: string): number {
    const places = this.#begunMatches.map((match) => match(text));
    // What a rule looks behind at is not in its match.
    if (places.length > 0) places.push(text.length - endWithout(text, /\s/));
    const matched = text.length - Math.min(text.length, ...places);
    return this.#options.builtInRedactors === false ? matched : Math.max(matched, begunSecret(text));
  }

  /** Lines of a screen, which may begin in the midst of a private key whose first line has scrolled away. */
  screen(lines: readonly string[]): string[] {
    const hidden = this.text(lines.join('\n')).split('\n');
    if (this.#options.builtInRedactors === false) return hidden;
    let inKey = false;
    return hidden.map((line) => {
      const text = line.trim();
      inKey = KEY_TEXT.test(text) && (inKey || text.length >= KEY_LINE);
      return inKey ? MASK : line;
    });
  }

  /** The line of a screen that asks for something, by itself. */
  prompt(line: string): string {
    const hidden = this.line(line);
    if (this.#options.builtInRedactors === false) return hidden;
    return hidden.length >= KEY_PIECE && KEY_TEXT.test(hidden) ? MASK : hidden;
  }
}

/**
 * Where the end of a text begins, if the text has not ended, that may become a secret for one of several redactors; its
 * length where nothing does. What stands before that place is hidden or not whatever comes.
 *
 * @param quiet nothing came for a while: only what is a given secret so far is not to be shown
 */
export function heldFrom(redactors: readonly LiveRedactor[], text: string, { quiet = false } = {}): number {
  const end = unfinishedSequence(text);
  const plain = withoutInvisibles(text.slice(0, end));
  const held = Math.max(0, ...redactors.map((redactor) => redactor.begun(plain, { quiet })));
  if (held === 0) return end;
  let from = plain.length - held;
  // The place that suits one of them may be in the midst of what another one hides.
  for (let before = -1; before !== from; ) {
    before = from;
    for (const redactor of redactors) from = redactor.uncut(plain, from);
  }
  return placeAmongInvisibles(text, from);
}

/** How many characters at the end of a text are the first ones of a secret, where they are more than so many. */
function begunLength(text: string, secret: string, least: number): number {
  for (let length = Math.min(secret.length - 1, text.length); length > least; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}

/** Whether a text that is typed as a secret is long enough to be hidden. */
export function isHidden(secret: string): boolean {
  return secret.length >= SHORTEST_SECRET;
}

/** What a private key has between its first and its last line, and how long its lines are. */
const KEY_TEXT = /^[A-Za-z0-9+/]+={0,2}$/;
const KEY_LINE = 60;
/** No prompt is a single word of that length. */
const KEY_PIECE = 24;

/** Most runs have no additional rules, and share the compiled built-in rules. */
function isUsual({ redactors = [], secrets = [], builtInRedactors = true }: RedactionOptions): boolean {
  return redactors.length === 0 && secrets.length === 0 && builtInRedactors;
}

function usual(): Redactor {
  shared ??= new Redactor(redactionRules());
  return shared;
}

let shared: Redactor | undefined;
