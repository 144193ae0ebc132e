import { decodeEntities } from './decode-entities.js';

/** Where something stands in a text; lines and columns count from 1. */
export interface TagPlace {
  readonly start: number;
  /** Behind the last character. */
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

/** A tag that was understood, or what is wrong with one. */
export type CapabilityTag = TagPlace & (ReadTag | BrokenTag);

export interface ReadTag {
  readonly kind: 'tag';
  /** The values of `name`: that of the capability, and one more where the action has a parameter of that name. */
  readonly names: readonly string[];
  /** The values of all others as text, entities decoded. */
  readonly attributes: Readonly<Record<string, string>>;
  /** What stands between the tag and `</capability>`, where it is closed that way. */
  readonly body: string | undefined;
}

export interface BrokenTag {
  readonly kind: 'broken';
  /** The values of `name`, as far as they can be told. */
  readonly names: readonly string[];
  /** A sentence about what was written. */
  readonly problem: string;
  /** What to write instead. */
  readonly suggestion: string;
}

/**
 * Finds all `<capability … />` in free text, in order: alone, in code fences, over several lines. Those in comments are
 * left out. Values stand in quotes of either kind, which may hold `>` and newlines; a bare `&` is taken as it is.
 */
export function parseCapabilityTags(text: string): CapabilityTag[] {
  const tags: CapabilityTag[] = [];
  let place: TextPlace = { start: 0, line: 1, column: 1 };
  let isClosed = true;
  for (let at = 0; ; ) {
    OPENING.lastIndex = at;
    const opening = OPENING.exec(text);
    if (!opening) return tags;
    if (opening[0] === '<!--') {
      const end: number = isClosed ? text.indexOf('-->', OPENING.lastIndex) : -1;
      // Where one has no end, none behind it has: looking again for each would take the square of the time.
      isClosed &&= end >= 0;
      at = end < 0 ? OPENING.lastIndex : end + 3;
      continue;
    }
    const { end, ...tag } = readTag(text, opening.index, OPENING.lastIndex);
    place = placeBehind(place, text, opening.index);
    tags.push({ ...tag, ...place, end });
    at = end;
  }
}

const OPENING = /<!--|<capability(?=[\s/>])/gi;
const SPACE = /\s*/y;
const NAME = /[^\s"'=<>/]+/y;
const NAMED = /\sname\s*=\s*(["']?)([\w.-]+)\1/gi;
const BARE = /(?!\/?>)[^\s"'=<>`]+?(?=\s|\/?>)/y;

function readTag(
  text: string,
  start: number,
  from: number,
): (ReadTag | BrokenTag) & { readonly end: number } {
  const names: string[] = [];
  const attributes = new Map<string, string>();
  let at = from;
  for (;;) {
    at = skip(SPACE, text, at);
    const close = /^\/?>/.exec(text.slice(at, at + 2))?.[0];
    if (close !== undefined)
      return finished(text, at + close.length, close === '/>', {
        names,
        attributes: Object.fromEntries(attributes),
      });
    const nameEnd = skip(NAME, text, at);
    const name = text.slice(at, nameEnd);
    if (name === '') return broken(text, start, strange(text, at), WRITE_CLOSE);
    if (attributes.has(name) || (name === 'name' && names.length === 2))
      return broken(text, start, `The tag gives '${name}' too often.`, `Give '${name}' once.`);
    const equals = skip(SPACE, text, nameEnd);
    if (text[equals] !== '=')
      return broken(text, start, `'${name}' has no value.`, `Write ${name}="…", with quotes.`);
    const value = readValue(text, skip(SPACE, text, equals + 1), name);
    if ('problem' in value) return broken(text, start, value.problem, value.suggestion);
    if (name === 'name') names.push(decodeEntities(value.raw));
    else attributes.set(name, decodeEntities(value.raw));
    at = value.end;
  }
}

type Value = { readonly raw: string; readonly end: number } | Pick<BrokenTag, 'problem' | 'suggestion'>;

function readValue(text: string, at: number, name: string): Value {
  const quote = text[at];
  if (quote !== '"' && quote !== "'") {
    const end = skip(BARE, text, at);
    if (end > at) return { raw: text.slice(at, end), end };
    return { problem: `The value of '${name}' is missing.`, suggestion: `Write ${name}="…".` };
  }
  const close = text.indexOf(quote, at + 1);
  const raw = close < 0 ? text.slice(at + 1) : text.slice(at + 1, close);
  if (close < 0 || /<capability\s/i.test(raw)) {
    return {
      problem: `The value of '${name}' has no closing ${quote}.`,
      suggestion: `Write ${name}=${quote}…${quote} /> and close every quote.`,
    };
  }
  if (/^(?:\s|\/?>|$)/.test(text.slice(close + 1, close + 3))) return { raw, end: close + 1 };
  const other = quote === '"' ? "'" : '"';
  return {
    problem: `The value of '${name}' seems to have a ${quote} inside it.`,
    suggestion: `Write ${quote === '"' ? '&quot;' : '&apos;'} in its place, or put the value in ${other}…${other}.`,
  };
}

/** Where the tag is not closed by itself, what stands before `</capability>` belongs to it. */
function finished(
  text: string,
  end: number,
  closed: boolean,
  tag: Pick<ReadTag, 'names' | 'attributes'>,
): ReadTag & { readonly end: number } {
  const body = closed ? null : /^((?:(?!<capability[\s/>]).)*?)<\/capability\s*>/is.exec(text.slice(end));
  if (!body) return { kind: 'tag', ...tag, body: undefined, end };
  return { kind: 'tag', ...tag, body: decodeEntities(body[1] ?? '').trim(), end: end + body[0].length };
}

/** What is read on from is the next tag, so that one mistake costs one answer. */
function broken(
  text: string,
  start: number,
  problem: string,
  suggestion: string,
): BrokenTag & { readonly end: number } {
  const next = text.slice(start + 1).search(/<capability[\s/>]/i);
  const end = next < 0 ? text.length : start + 1 + next;
  const names = [...text.slice(start, end).matchAll(NAMED)].map(([, , name = '']) => name);
  return { kind: 'broken', names, problem, suggestion, end };
}

const WRITE_CLOSE = 'Write <capability name="tmux" action="…" …="…" />, with every value in quotes.';

function strange(text: string, at: number): string {
  const character = text[at];
  if (character === undefined || character === '<') return "The tag is not closed: '/>' is missing.";
  return `There is a ${character} where an attribute was expected.`;
}

function skip(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : at;
}

type TextPlace = Pick<TagPlace, 'start' | 'line' | 'column'>;

/** Counted on from the place before: a text may hold many tags. */
function placeBehind(before: TextPlace, text: string, start: number): TextPlace {
  let { line, start: at, column } = before;
  for (let newline = text.indexOf('\n', at); newline >= 0 && newline < start; ) {
    [line, at, column] = [line + 1, newline + 1, 1];
    newline = text.indexOf('\n', at);
  }
  return { start, line, column: column + start - at };
}
