import { endWithout } from './begun-secret.js';
import { placeAmongSequences, withoutSequences } from './plain-text.js';
import { MASK } from './redaction-rule.js';
import { type RedactionOptions, redactionRules, secretLines } from './redaction-rules.js';
import { type LineRedactor, Redactor } from './redactor.js';

/** Shorter ones would hide half of all text: the `y` of an answer is no secret. */
const SHORTEST_SECRET = 4;

/** A redactor that learns: what is typed as a secret is hidden from then on, wherever it turns up. */
export class LiveRedactor {
  #options: RedactionOptions;
  #redactor: Redactor;
  #learned = false;

  constructor(options: RedactionOptions = {}) {
    this.#options = options;
    this.#redactor = isUsual(options) ? usual() : new Redactor(redactionRules(options));
  }

  hide(secret: string): void {
    const secrets = this.#options.secrets ?? [];
    if (!isHidden(secret) || secrets.includes(secret)) return;
    this.#learned = true;
    this.#options = { ...this.#options, secrets: [...secrets, secret] };
    this.#redactor = new Redactor(redactionRules(this.#options));
  }

  /** All texts that it hides word for word. */
  get secrets(): readonly string[] {
    return this.#options.secrets ?? [];
  }

  /** Whether it hides more than the recorder of the run was told to. */
  get learned(): boolean {
    return this.#learned;
  }

  /** Whether there are rules beside the built-in ones. */
  get ownRules(): boolean {
    const { redactors = [], secrets = [] } = this.#options;
    return redactors.length > 0 || secrets.length > 0;
  }

  line(text: string): string {
    return this.#redactor.line(text);
  }

  text(text: string): string {
    return this.#redactor.text(text);
  }

  lines(): LineRedactor {
    return this.#redactor.lines();
  }

  /** A text that has not ended, without an end that may become one of the secrets. */
  withoutBegun(text: string): string {
    const { secrets = [], redactors = [] } = this.#options;
    const plain = withoutSequences(text);
    const begun = secrets.flatMap(secretLines).map((line) => begunLength(plain, line));
    // A rule of somebody's own may begin with any word.
    if (redactors.length > 0) begun.push(endWithout(plain, /\s/));
    const held = Math.max(0, ...begun);
    return held === 0 ? text : text.slice(0, placeAmongSequences(text, plain.length - held));
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

/** How many characters at the end of a text are the first ones of a secret. */
function begunLength(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length--) {
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

/** Most runs have no rules of their own, and share what the built-in ones were made into. */
function isUsual({ redactors = [], secrets = [], builtInRedactors = true }: RedactionOptions): boolean {
  return redactors.length === 0 && secrets.length === 0 && builtInRedactors;
}

function usual(): Redactor {
  shared ??= new Redactor(redactionRules());
  return shared;
}

let shared: Redactor | undefined;
