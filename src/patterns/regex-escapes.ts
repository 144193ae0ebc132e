import {
  type CharacterSet,
  complement,
  digits,
  ignoringCase,
  setOf,
  spaces,
  union,
  wordCharacters,
} from './character-set.js';
import { propertySet } from './property-set.js';
import { untranslatable } from './untranslatable.js';

export interface ReadOptions {
  /** Whether `\p{…}` is read: as this process knows it, which may differ from another host. */
  readonly properties?: boolean;
}

/** The text of a pattern, read from left to right. The engine has accepted it, so it is well-formed. */
export class RegexReader {
  readonly source: string;
  readonly unicode: boolean;
  readonly ignoreCase: boolean;
  readonly words: CharacterSet;
  readonly #vMode: boolean;
  readonly #options: ReadOptions;
  #at = 0;

  constructor(pattern: RegExp, options: ReadOptions = {}) {
    this.#options = options;
    this.source = pattern.source;
    this.#vMode = pattern.flags.includes('v');
    this.unicode = pattern.unicode || this.#vMode;
    this.ignoreCase = pattern.ignoreCase;
    this.words = this.unicode && this.ignoreCase ? ignoringCase(wordCharacters, true) : wordCharacters;
  }

  get done(): boolean {
    return this.#at >= this.source.length;
  }

  get position(): number {
    return this.#at;
  }

  looksAt(text: string): boolean {
    return this.source.startsWith(text, this.#at);
  }

  /** Takes the text if it is next. */
  take(text: string): boolean {
    if (!this.looksAt(text)) return false;
    this.#at += text.length;
    return true;
  }

  /** Takes what a sticky pattern matches here. */
  takeMatch(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.source);
    if (!match) return undefined;
    this.#at += match[0].length;
    return match;
  }

  /** The next character; also one that the source holds as two escaped halves. */
  character(): number {
    const character = this.source.codePointAt(this.#at) ?? 0;
    this.#at += character > 0xffff ? 2 : 1;
    return whole(character);
  }

  matching(set: CharacterSet): CharacterSet {
    return this.ignoreCase ? ignoringCase(set, this.unicode) : set;
  }

  /** Behind a backslash: `\d` and the like. */
  classEscape(): CharacterSet | undefined {
    const letter = this.takeMatch(/[dDwWsS]/y)?.[0];
    if (letter) {
      const set = { d: digits, w: this.words, s: spaces }[letter.toLowerCase()] ?? digits;
      return letter === letter.toLowerCase() ? set : complement(set);
    }
    const property = this.unicode ? this.takeMatch(/([pP])\{([^}]*)\}/y) : undefined;
    if (!property) return undefined;
    if (!this.#options.properties) {
      throw untranslatable('\\p{…}', 'whose characters differ between systems', 'List the characters.');
    }
    const set = propertySet(property[2] ?? '');
    return property[1] === 'p' ? set : complement(set);
  }

  /** Behind a backslash: an escape that stands for one character. */
  characterEscape(inClass: boolean): number {
    const control = this.takeMatch(inClass && !this.unicode ? /c([A-Za-z0-9_])/y : /c([A-Za-z])/y);
    if (control) return (control[1]?.charCodeAt(0) ?? 0) % 32;
    const hex = this.takeMatch(/x([0-9A-Fa-f]{2})/y);
    if (hex) return Number.parseInt(hex[1] ?? '', 16);
    const pair = this.takeMatch(/u([dD][89abAB][0-9A-Fa-f]{2})\\u([dD][c-fC-F][0-9A-Fa-f]{2})/y);
    if (pair) return pairedHalves(pair[1] ?? '', pair[2] ?? '');
    const unit = this.takeMatch(/u([0-9A-Fa-f]{4})/y);
    if (unit) return whole(Number.parseInt(unit[1] ?? '', 16));
    const point = this.unicode ? this.takeMatch(/u\{([0-9A-Fa-f]+)\}/y) : undefined;
    if (point) return whole(Number.parseInt(point[1] ?? '', 16));
    const octal = this.takeMatch(this.unicode ? /0/y : /[0-3][0-7]{0,2}|[4-7][0-7]?/y);
    if (octal) return Number.parseInt(octal[0], 8);
    // Without the `u` flag a backslash in front of an incomplete \c is only a backslash.
    if (this.looksAt('c') && !this.unicode) return 0x5c;
    const named = this.takeMatch(inClass ? /[bfnrtv]/y : /[fnrtv]/y);
    if (named) return { b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 }[named[0]] ?? 0;
    return this.character();
  }

  /** Behind the opening bracket, up to the closing one. */
  characterClass(): CharacterSet {
    const negated = this.take('^');
    const parts: CharacterSet[] = [];
    while (!this.take(']')) {
      const first = this.#classMember();
      if (this.looksAt('-') && !this.looksAt('-]')) {
        this.take('-');
        const last = this.#classMember();
        if (typeof first === 'number' && typeof last === 'number') parts.push(setOf([first, last]));
        else parts.push(asSet(first), setOf(0x2d), asSet(last));
      } else parts.push(asSet(first));
    }
    const set = this.matching(union(...parts));
    return negated ? complement(set) : set;
  }

  #classMember(): number | CharacterSet {
    if (this.#vMode && this.takeMatch(/\[|--|&&|\\q\{/y)) {
      throw untranslatable('a set operation of the v flag', 'which no filter has', 'Write the set out.');
    }
    if (!this.take('\\')) return this.character();
    return this.classEscape() ?? this.characterEscape(true);
  }
}

function asSet(member: number | CharacterSet): CharacterSet {
  return typeof member === 'number' ? setOf(member) : member;
}

function pairedHalves(high: string, low: string): number {
  return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0) ?? 0;
}

function whole(character: number): number {
  if (character < 0xd800 || character > 0xdfff) return character;
  throw untranslatable('half of a surrogate pair', 'which is not a character', 'Use the u flag and \\u{…}.');
}
