/** A piece of terminal output. The `raw` of all tokens, one after the other, is the output. */
export type Token =
  | { readonly kind: 'text'; readonly raw: string }
  /** A C0 control or DEL. One inside a sequence comes before that sequence, and has an empty `raw`. */
  | { readonly kind: 'control'; readonly raw: string; readonly character: string }
  | ControlSequence
  | { readonly kind: 'escape'; readonly raw: string; readonly intermediates: string; readonly final: string }
  | ControlString
  /** A sequence that was cancelled, is malformed, or is too long to be kept; it may come in several pieces. */
  | { readonly kind: 'ignored'; readonly raw: string };

/** `ESC [ … final`. */
export interface ControlSequence {
  readonly kind: 'csi';
  readonly raw: string;
  /** One of `<=>?`, or empty. */
  readonly marker: string;
  /** Digits, colons and semicolons. */
  readonly parameters: string;
  readonly intermediates: string;
  readonly final: string;
}

/** OSC `]`, DCS `P`, SOS `X`, PM `^`, APC `_`, and `k`, which names a window. `text` has no controls, but for a DCS. */
export interface ControlString {
  readonly kind: 'string';
  readonly raw: string;
  readonly opener: string;
  readonly text: string;
  /** Whether CAN or SUB ended it. */
  readonly cancelled: boolean;
}

/** Whether a token sets colours or attributes; its parameters are for `afterSgr`. */
export function isSgr(token: Token): token is ControlSequence {
  return token.kind === 'csi' && token.final === 'm' && token.marker === '' && token.intermediates === '';
}

/** All tokens of a text; a sequence that has not ended at its end is ignored. */
export function tokensOf(text: string): Token[] {
  const tokenizer = new Tokenizer();
  const tokens = tokenizer.push(text);
  const rest = tokenizer.end();
  if (rest !== '') tokens.push({ kind: 'ignored', raw: rest });
  return tokens;
}

/**
 * Takes terminal output apart as tmux does (input.c): C0 controls act also inside a sequence, ESC begins a new sequence
 * anywhere, CAN and SUB cancel one, BEL ends an OSC only, and a DCS ends at ST only. Output may be cut anywhere. It is
 * decoded text, or bytes as one character each: what is beyond ASCII is text, and never part of a sequence.
 *
 * @example
 * new Tokenizer().push('a\x1b[1mb'); // text 'a', csi with parameters '1' and final 'm', text 'b'
 */
export class Tokenizer {
  /** The sequence that has not ended. */
  #held = '';
  /** How far the end of a held string was looked for. */
  #searched = 0;
  /** What ends the sequence that is passed over because it is too long. */
  #passing: RegExp | undefined;

  push(output: string): Token[] {
    const text = this.#held === '' ? output : this.#held + output;
    const tokens: Token[] = [];
    let at = this.#passing ? this.#pass(text, tokens) : 0;
    while (at < text.length) {
      CONTROL.lastIndex = at;
      const next = CONTROL.exec(text)?.index ?? text.length;
      if (next > at) tokens.push({ kind: 'text', raw: text.slice(at, next) });
      if (next === text.length) at = next;
      else if (text.charCodeAt(next) === ESC) {
        const end = this.#sequence(text, next, tokens);
        if (end < 0) return this.#hold(text, next, tokens);
        at = end;
      } else {
        const character = text.charAt(next);
        tokens.push({ kind: 'control', raw: character, character });
        at = next + 1;
      }
    }
    this.#held = '';
    return tokens;
  }

  /** The sequence that has begun and not ended. */
  get held(): string {
    return this.#held;
  }

  /** Whether a sequence has begun and not ended. */
  get isInside(): boolean {
    return this.#held !== '' || this.#passing !== undefined;
  }

  /** What was begun and will not be completed. */
  end(): string {
    const held = this.#held;
    this.#held = '';
    this.#searched = 0;
    this.#passing = undefined;
    return held;
  }

  #hold(text: string, from: number, tokens: Token[]): Token[] {
    this.#held = from === 0 ? text : text.slice(from);
    const isString = this.#searched > 0;
    if (this.#held.length <= (isString ? LONGEST_STRING : LONGEST_SEQUENCE)) return tokens;
    const isOsc = this.#held.charAt(1) === ']';
    tokens.push({ kind: 'ignored', raw: this.end() });
    this.#passing = isOsc ? OSC_END : isString ? STRING_END : SEQUENCE_END;
    return tokens;
  }

  /** Passes over the rest of a sequence that is too long. */
  #pass(text: string, tokens: Token[]): number {
    const ends = this.#passing ?? STRING_END;
    ends.lastIndex = 0;
    const found = ends.exec(text);
    if (found) this.#passing = undefined;
    const end = found ? found.index + (found[0] === '\x1b' ? 0 : 1) : text.length;
    if (end > 0) tokens.push({ kind: 'ignored', raw: text.slice(0, end) });
    return end;
  }

  /** Adds the token of the sequence that begins at a place; gives where it ends, or -1. */
  #sequence(text: string, start: number, tokens: Token[]): number {
    let [isClean, isCsi, isBare] = [true, false, true];
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === ESC) return ignore(text, start, at, tokens);
      if (code === CAN || code === SUB) return ignore(text, start, at + 1, tokens);
      if (code < 0x20 || code >= 0x7f) isClean = false;
      else if (code < (isCsi ? 0x40 : 0x30)) isBare = false;
      else if (isCsi || !isBare || !OPENERS.includes(text.charAt(at))) {
        tokens.push(
          ...controlsIn(text, start, at, isClean),
          sequenceToken(text.slice(start, at + 1), isClean),
        );
        return at + 1;
      } else if (code === BRACKET) isCsi = true;
      else return this.#string(text, start, at, isClean, tokens);
    }
    return -1;
  }

  #string(text: string, start: number, openerAt: number, isClean: boolean, tokens: Token[]): number {
    const opener = text.charAt(openerAt);
    const from = Math.max(openerAt + 1, start + this.#searched);
    const end = (opener === 'P' ? deviceControlEnd : stringEnd)(text, openerAt + 1, from, opener);
    if (end + 1 >= text.length && text.charCodeAt(end) !== BEL) {
      const isOpen = end === text.length || text.charCodeAt(end) === ESC;
      this.#searched = end - start;
      if (isOpen) return -1;
    }
    this.#searched = 0;
    const code = text.charCodeAt(end);
    const behind = code !== ESC ? end + 1 : text.charAt(end + 1) === '\\' ? end + 2 : end;
    const cancelled = code === CAN || code === SUB;
    tokens.push(...controlsIn(text, start, openerAt, isClean), {
      kind: 'string',
      raw: text.slice(start, behind),
      opener,
      text:
        opener === 'P' ? text.slice(openerAt + 1, end) : text.slice(openerAt + 1, end).replace(CONTROL, ''),
      cancelled,
    });
    return behind;
  }
}

const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;
const ESC = 0x1b;
const BRACKET = 0x5b;
/** What opens a string, and the bracket of a CSI. */
const OPENERS = ']PX^_k[';
/** tmux keeps more of a string, and discards longer ones whole. */
const LONGEST_STRING = 64 * 1024;
const LONGEST_SEQUENCE = 4 * 1024;
/** tmux discards sequences with more. */
const MOST_PARAMETERS = 63;
const MOST_INTERMEDIATES = 3;

const CONTROL = /[\x00-\x1f\x7f]/g;
const NOT_IN_SEQUENCE = /[\x00-\x1a\x1c-\x1f\x7f-\uffff]/g;
const OSC_END = /[\x07\x18\x1a\x1b]/g;
const STRING_END = /[\x18\x1a\x1b]/g;
const SEQUENCE_END = /[\x18\x1a\x1b@-~]/g;

function ignore(text: string, start: number, end: number, tokens: Token[]): number {
  tokens.push(...controlsIn(text, start, end, false), { kind: 'ignored', raw: text.slice(start, end) });
  return end;
}

/** Controls inside a sequence act before it. */
function controlsIn(text: string, start: number, end: number, isClean: boolean): Token[] {
  if (isClean) return NONE;
  const found = text.slice(start + 1, end).match(CONTROL) ?? [];
  return found.map((character) => ({ kind: 'control', raw: '', character }));
}

const NONE: Token[] = [];

/** The token of a complete sequence that is not a string. */
function sequenceToken(raw: string, isClean: boolean): Token {
  const clean = isClean ? raw : raw.replace(NOT_IN_SEQUENCE, '');
  const last = clean.length - 1;
  const final = clean.charAt(last);
  if (clean.charCodeAt(1) !== BRACKET || last === 1) {
    const intermediates = clean.slice(1, last);
    return intermediates.length > MOST_INTERMEDIATES
      ? { kind: 'ignored', raw }
      : { kind: 'escape', raw, intermediates, final };
  }
  let at = 2;
  const code = clean.charCodeAt(2);
  if (code >= 0x3c && code <= 0x3f) at = 3;
  const first = at;
  while (at < last && isParameter(clean.charCodeAt(at))) at++;
  const intermediates = clean.slice(at, last);
  // A marker behind parameters, or parameters behind intermediates.
  const isMalformed = /[0-?]/.test(intermediates);
  if (isMalformed || at - first > MOST_PARAMETERS || intermediates.length > MOST_INTERMEDIATES)
    return { kind: 'ignored', raw };
  const marker = first === 3 ? clean.charAt(2) : '';
  return { kind: 'csi', raw, marker, parameters: clean.slice(first, at), intermediates, final };
}

function isParameter(code: number): boolean {
  return code >= 0x30 && code <= 0x3b;
}

/** Where a string ends: the place of BEL, CAN, SUB or ESC, or the length of the text. */
function stringEnd(text: string, _body: number, from: number, opener: string): number {
  const ends = opener === ']' ? OSC_END : STRING_END;
  ends.lastIndex = from;
  return ends.exec(text)?.index ?? text.length;
}

/** A DCS with a sound head ends at ST only: inside, any other character may follow an ESC. */
function deviceControlEnd(text: string, body: number, from: number, opener: string): number {
  DCS_HEAD.lastIndex = body;
  if (!DCS_HEAD.test(text)) return stringEnd(text, body, from, opener);
  for (let at = from; ; at += 2) {
    at = text.indexOf('\x1b', at);
    if (at < 0) return text.length;
    if (at + 1 === text.length || text.charAt(at + 1) === '\\') return at;
  }
}

const DCS_HEAD = /[\x00-\x17\x19\x1c-\x1f\x7f-\uffff]*[<-?]?[0-9;]*[ -/]*[@-~]/y;
