import { MuxError } from '../../model/index.js';
import { type AreaQuery, byRegion, byRow } from './by-region.js';
import { byRole, type RoleOptions } from './by-role.js';
import { byStyle } from './by-style.js';
import { byText, checkPattern, type TextOptions } from './by-text.js';
import { LocatorQuery } from './locator-query.js';
import type { StyleQuery } from './style-query.js';

/**
 * A locator as it stands in a test, read without running it: for places where somebody types one.
 *
 * @example
 * parseLocator("getByRole('option', { name: /vue/i }).first()").locate(grid).matches;
 */
export function parseLocator(text: string): LocatorQuery {
  const parser = new Parser(text);
  const value = parser.value();
  parser.end();
  if (value instanceof LocatorQuery) return value;
  throw wrong(text, 0, 'it is no locator');
}

type Value = string | number | boolean | RegExp | LocatorQuery | Value[] | { readonly [name: string]: Value };

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  end(): void {
    if (this.#take(/[;\s]*/y) !== undefined && this.#at < this.#text.length)
      throw this.#wrong('something stands behind it');
  }

  value(): Value {
    const word = this.#take(/\s*(['"`])((?:\\[\s\S]|(?!\1)[^\\])*)\1/y);
    if (word) return unescaped(word[2] ?? '');
    const number = this.#take(/\s*-?\d+(?:\.\d+)?/y);
    if (number) return Number(number[0]);
    const pattern = this.#take(/\s*\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([a-z]*)/y);
    if (pattern) return this.#pattern(pattern[1] ?? '', pattern[2] ?? '');
    if (this.#take(/\s*\[/y)) return this.#list(/\s*\]/y);
    if (this.#take(/\s*\{/y)) return this.#object();
    const truth = this.#take(/\s*(true|false)\b/y);
    if (truth) return truth[1] === 'true';
    return this.#locator();
  }

  #locator(): LocatorQuery {
    let query = new LocatorQuery();
    let calls = 0;
    // `terminal` stands for the screen.
    this.#take(/\s*(?:await\s+)?(?:terminal|page|screen|t)\b(?!\s*\()/y);
    for (;;) {
      const name = this.#take(
        calls === 0 ? /\s*\.?\s*([A-Za-z]\w*)\s*\(/y : /\s*\.\s*([A-Za-z]\w*)\s*\(/y,
      )?.[1];
      if (name === undefined) break;
      const args = this.#list(/\s*\)/y);
      query = this.#call(query, name, args);
      calls++;
    }
    if (calls === 0) throw this.#wrong("a call such as getByText('Save') is missing");
    return query;
  }

  #call(query: LocatorQuery, name: string, args: readonly Value[]): LocatorQuery {
    const [first, second = {}] = args;
    const options = second as unknown;
    switch (name) {
      case 'getByText':
        return query.narrow(byText(first as string, options as TextOptions));
      case 'getByRole':
        return query.narrow(byRole(first as Parameters<typeof byRole>[0], options as RoleOptions));
      case 'getByStyle':
        return query.narrow(byStyle((first ?? {}) as StyleQuery));
      case 'region':
        return query.narrow(byRegion((first ?? {}) as AreaQuery));
      case 'row':
        return query.narrow(byRow(first as number));
      case 'and':
        return query.and(this.#query(name, first));
      case 'or':
        return query.or(this.#query(name, first));
      case 'within':
        return query.within(this.#query(name, first));
      case 'after':
        return query.after(this.#anchor(name, first));
      case 'before':
        return query.before(this.#anchor(name, first));
      case 'filter':
        return query.filter((first ?? {}) as Parameters<LocatorQuery['filter']>[0]);
      case 'first':
        return query.nth(0);
      case 'last':
        return query.nth(-1);
      case 'nth':
        return query.nth(Number(first));
      default:
        throw this.#wrong(`there is no ${name}()`);
    }
  }

  #query(method: string, value: Value | undefined): LocatorQuery {
    if (value instanceof LocatorQuery) return value;
    throw this.#wrong(`${method}() takes a locator`);
  }

  #anchor(method: string, value: Value | undefined): LocatorQuery {
    if (value instanceof LocatorQuery) return value;
    checkPattern(method, value);
    return new LocatorQuery().narrow(byText(value as string));
  }

  #list(close: RegExp): Value[] {
    const values: Value[] = [];
    while (!this.#take(close)) {
      if (values.length > 0 && !this.#take(/\s*,/y)) throw this.#wrong('a comma or a bracket is missing');
      if (this.#take(close)) break;
      values.push(this.value());
    }
    return values;
  }

  #object(): Value {
    const entries: [string, Value][] = [];
    while (!this.#take(/\s*\}/y)) {
      if (entries.length > 0 && !this.#take(/\s*,/y)) throw this.#wrong('a comma or a brace is missing');
      if (this.#take(/\s*\}/y)) break;
      const name = this.#take(/\s*(?:([A-Za-z_]\w*)|'([^']*)'|"([^"]*)")\s*:/y);
      if (!name) throw this.#wrong('the name of an option is missing');
      entries.push([name[1] ?? name[2] ?? name[3] ?? '', this.value()]);
    }
    return Object.fromEntries(entries);
  }

  #pattern(source: string, flags: string): RegExp {
    try {
      return new RegExp(source, flags);
    } catch (error) {
      throw this.#wrong(error instanceof Error ? error.message : String(error));
    }
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match) return undefined;
    this.#at = pattern.lastIndex;
    return match;
  }

  #wrong(why: string): MuxError {
    return wrong(this.#text, this.#at, why);
  }
}

function unescaped(text: string): string {
  const named: Record<string, string> = { n: '\n', t: '\t', r: '\r' };
  return text.replaceAll(/\\([\s\S])/g, (_, letter: string) => named[letter] ?? letter);
}

function wrong(text: string, at: number, why: string): MuxError {
  return new MuxError(
    'INVALID_ARGUMENT',
    `The locator cannot be read at character ${Math.min(at, text.length) + 1}: ${why}.`,
    {
      suggestion: "Write it as in a test, e.g. getByText('Save').after('Settings').",
    },
  );
}
