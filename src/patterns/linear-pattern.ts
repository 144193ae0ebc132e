import type { RE2JS } from 're2js';
import { isMuxError, MuxError } from '../model/index.js';
import { type Lookahead, linearSource } from './linear-source.js';
import { re2 } from './re2.js';
import { groupNames, parseRegex } from './regex-syntax.js';

/**
 * A regular expression that came from outside: from a request, an option, a file or the store. It is matched in time that
 * grows with the text and not with its square or worse. It finds what a `RegExp` finds, and can be used in its place; only
 * a group inside a repetition keeps what it held in an earlier round.
 *
 * @example
 * new LinearPattern('^(a+)+$').test('a'.repeat(100_000) + '!'); // false, at once
 */
export class LinearPattern extends RegExp {
  readonly #engine: Engine;
  #matcher: { readonly text: string; readonly matcher: ReturnType<RE2JS['matcher']> } | undefined;

  /**
   * Fails with a `SyntaxError` for an invalid expression, and with `PATTERN_NOT_LINEAR` for one that needs another
   * engine.
   */
  constructor(pattern: string | RegExp, flags?: string) {
    super(pattern, flags);
    const known =
      pattern instanceof LinearPattern && meaning(pattern) === meaning(this) ? pattern.#engine : undefined;
    this.#engine = known ?? engineFor(this);
  }

  override test(text: string): boolean {
    if (this.global || this.sticky) return this.exec(text) !== null;
    if (this.#engine.ahead.length > 0) return this.#find(text, 0) !== null;
    this.#afford(text.length);
    return this.#engine.compiled.test(text);
  }

  override exec(text: string): RegExpExecArray | null {
    const remembers = this.global || this.sticky;
    const from = remembers ? this.lastIndex : 0;
    const found = from <= text.length ? this.#find(text, from) : null;
    if (remembers) this.lastIndex = found ? found.index + found[0].length : 0;
    return found;
  }

  #find(text: string, from: number): RegExpExecArray | null {
    const { compiled, groups, names, ahead } = this.#engine;
    if (this.#matcher?.text !== text) this.#matcher = { text, matcher: compiled.matcher(text) };
    const { matcher } = this.#matcher;
    let read = text.length;
    for (let start = from; ; start = characterAfter(text, matcher.start())) {
      this.#afford(read);
      if (start > text.length || !matcher.find(start) || (this.sticky && matcher.start() !== from))
        return null;
      if (ahead.every((look) => holds(look, text, matcher.start()))) break;
      read += text.length;
    }
    const captures: (string | undefined)[] = Array.from({ length: names.length });
    for (const [at, group] of groups.entries()) captures[group - 1] = matcher.group(at + 1) ?? undefined;
    const named = names.flatMap((name, at) => (name === '' ? [] : [[name, captures[at]] as const]));
    return Object.assign([matcher.group() ?? '', ...captures], {
      index: matcher.start(),
      input: text,
      groups: named.length === 0 ? undefined : Object.fromEntries(named),
    }) as RegExpExecArray;
  }

  /** Linear is not enough where both the pattern and the text are huge. */
  #afford(characters: number): void {
    if (this.#engine.size * characters <= MOST_STEPS) return;
    throw new MuxError(
      'PATTERN_TOO_COSTLY',
      `A pattern of ${this.#engine.size} steps is not matched with ${characters} characters.`,
      { suggestion: 'Write a shorter pattern, with smaller numbers of repetitions.' },
    );
  }
}

/** The same pattern with other flags, on the engine that it had. */
export function withFlags(pattern: RegExp, flags: string): RegExp {
  return pattern instanceof LinearPattern ? new LinearPattern(pattern, flags) : new RegExp(pattern, flags);
}

/** A pattern that is made of another one, and as careful as that. */
export function derivedPattern(of: RegExp, source: string, flags: string): RegExp {
  return of instanceof LinearPattern ? new LinearPattern(source, flags) : new RegExp(source, flags);
}

/** About half a second of one core at worst. */
const MOST_STEPS = 50_000_000;
const MOST_SIZE = 2_000;

interface Engine {
  readonly compiled: RE2JS;
  readonly size: number;
  readonly groups: readonly number[];
  readonly ahead: readonly CompiledLook[];
  /** Of each group of JavaScript; empty for those without a name. */
  readonly names: readonly string[];
}

function engineFor(pattern: RegExp): Engine {
  try {
    const { source, groups, ahead } = linearSource(parseRegex(pattern, { properties: true }));
    const { RE2JS } = re2();
    const compile = (text: string): RE2JS => RE2JS.compile(text, RE2JS.LOOKBEHINDS);
    const compiled = compile(source);
    const looks = ahead.map((look) => ({ ...look, compiled: compile(look.source) }));
    const size = [compiled, ...looks.map((look) => look.compiled)].reduce(
      (sum, re) => sum + re.programSize(),
      0,
    );
    if (size > MOST_SIZE) throw notLinear('a repetition that makes it too large');
    return { compiled, size, groups, ahead: looks, names: groupNames(pattern.source) };
  } catch (error) {
    if (isMuxError(error, 'PATTERN_NOT_LINEAR')) throw error;
    if (isMuxError(error, 'PATTERN_NOT_TRANSLATABLE'))
      throw notLinear(String(error.details.construct), error);
    throw notLinear('something that is too large or too deep', error);
  }
}

interface CompiledLook extends Lookahead {
  readonly compiled: RE2JS;
}

function holds({ offset, negative, compiled }: CompiledLook, text: string, start: number): boolean {
  let place = start;
  for (let at = 0; at < offset; at++) place = characterAfter(text, place);
  const matcher = compiled.matcher(text);
  return (matcher.find(place) && matcher.start() === place) !== negative;
}

function characterAfter(text: string, place: number): number {
  return place + ((text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1);
}

/** The pattern itself is not quoted: it may be a secret. */
function notLinear(construct: string, cause?: unknown): MuxError {
  return new MuxError(
    'PATTERN_NOT_LINEAR',
    `The pattern uses ${construct}, which is not matched in linear time.`,
    {
      suggestion:
        'Write it without backreferences and repetitions of more than 1000, and with lookaheads only at its start.',
      details: { construct },
      cause,
    },
  );
}

/** What the flags say about the match, and not about where it begins. */
function meaning({ source, flags }: RegExp): string {
  return `${flags.replace(/[dgy]/g, '')}/${source}`;
}
