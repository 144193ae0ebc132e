import fc from 'fast-check';
import type { FilterDialect } from '../../../src/redaction/translation/translate-pattern.js';

export interface PatternCase {
  readonly pattern: RegExp;
  readonly subjects: readonly string[];
}

/** Few characters, so that matches happen: letters, what is special in one of the languages, and beyond ASCII. */
const special = [...'-_= ."\'\\[]^$*+?(){}|/@#&:~!,<>%;`'];
const letters = [
  'a',
  'a',
  'b',
  'b',
  'A',
  'k',
  '0',
  '7',
  'é',
  'É',
  'ü',
  '€',
  '😀',
  '\u00a0',
  '\u2028',
  '\t',
  '\r',
];

const literal = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...letters) },
  { weight: 1, arbitrary: fc.constantFrom(...special) },
);

const escapedLiteral = literal.map((character) =>
  /[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character,
);
const namedCharacter = fc.constantFrom('\\x61', '\\u0062', '\\t', '\\x40', '\\u00e9', '\\x7e', '\\x5d');
const classEscape = fc.constantFrom('\\d', '\\w', '\\s', '\\D', '\\W', '\\S');
const classCharacter = literal.map((character) =>
  /[\^\\\]\-[]/.test(character) ? `\\${character}` : character,
);
const classRange = fc.constantFrom(
  'a-c',
  'A-Z',
  '0-9',
  'à-ü',
  '!-/',
  '\\[-`',
  ' -~',
  '\\x80-\\uffff',
  '\\t-\\r',
);
const classItem = fc.oneof(classCharacter, classCharacter, classRange, classEscape);
const characterClass = fc
  .tuple(fc.boolean(), fc.array(classItem, { minLength: 1, maxLength: 4 }))
  .map(([negated, items]) => `[${negated ? '^' : ''}${items.join('')}]`);

const quantifier = fc.constantFrom(
  '*',
  '+',
  '?',
  '{2}',
  '{1,3}',
  '{2,}',
  '{0,12}',
  '*?',
  '+?',
  '??',
  '{1,2}?',
  '{0}',
);

function patternText(dialect: FilterDialect): fc.Arbitrary<string> {
  const { branches } = fc.letrec<{ atom: string; item: string; sequence: string; branches: string }>(
    (tie) => ({
      atom: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        { weight: 6, arbitrary: escapedLiteral },
        { weight: 1, arbitrary: namedCharacter },
        { weight: 2, arbitrary: classEscape },
        { weight: 2, arbitrary: characterClass },
        { weight: 1, arbitrary: fc.constant('.') },
        { weight: 1, arbitrary: tie('branches').map((inner) => `(?:${inner})`) },
        { weight: 1, arbitrary: tie('branches').map((inner) => `(${inner})`) },
      ),
      item: fc.oneof(
        { withCrossShrink: true },
        { weight: 6, arbitrary: tie('atom') },
        { weight: 3, arbitrary: fc.tuple(tie('atom'), quantifier).map((parts) => parts.join('')) },
        ...(dialect === 'perl' ? perlItems(tie('branches') as fc.Arbitrary<string>) : []),
      ),
      sequence: fc
        .array(tie('item') as fc.Arbitrary<string>, { minLength: 1, maxLength: 4 })
        .map((items) => items.join('')),
      branches: fc
        .array(tie('sequence') as fc.Arbitrary<string>, { minLength: 1, maxLength: 3 })
        .map((all) => all.join('|')),
    }),
  );
  const edge = (...edges: string[]): fc.Arbitrary<string> =>
    fc.oneof({ weight: 5, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...edges) });
  return fc
    .tuple(edge('^', '\\b', '(^|-)'), branches as fc.Arbitrary<string>, edge('$', '\\b', '(-|$)'))
    .map(([before, inner, after]) => (before || after ? `${before}(?:${inner})${after}` : inner));
}

function perlItems(inner: fc.Arbitrary<string>): fc.WeightedArbitrary<string>[] {
  return [
    { weight: 1, arbitrary: fc.constantFrom('^', '$', '\\b', '\\B') },
    { weight: 1, arbitrary: inner.map((text) => `(?=${text})`) },
    { weight: 1, arbitrary: inner.map((text) => `(?!${text})`) },
    { weight: 1, arbitrary: fc.constantFrom('(?<=a)', '(?<!b|é-)', '(?<=[^a]{2})', '(?<!^)', '(?<=a|=b)') },
    { weight: 1, arbitrary: fc.constantFrom('(a|b)\\1', '(?<q>["a]).*?\\k<q>', '(.)\\1', '(?:(b+)-?\\1)+') },
  ];
}

/** Patterns with subjects they have a chance to match in. */
export function cases(dialect: FilterDialect): fc.Arbitrary<PatternCase> {
  const flags = fc.constantFrom('', '', 'i', 'm', 's', 'u', 'im', 'iu', 'su');
  const subject = fc.array(literal, { maxLength: 12 }).map((characters) => characters.join(''));
  return fc
    .tuple(patternText(dialect), flags, fc.array(subject, { minLength: 8, maxLength: 8 }))
    .filter(([text, flag, subjects]) => compiles(text, flag) && isSame(text, flag, subjects))
    .map(([text, flag, subjects]) => ({ pattern: new RegExp(text, flag), subjects }));
}

function compiles(text: string, flags: string): boolean {
  try {
    new RegExp(text, flags);
    return true;
  } catch {
    return false;
  }
}

/** Patterns that keep to UTF-16 halves (ignoring case, without `u`) meet no character that has two. */
function isSame(text: string, flags: string, subjects: readonly string[]): boolean {
  if (flags.includes('u')) return true;
  const halves = flags.includes('i') || !compiles(text, `${flags}u`);
  return !halves || ![text, ...subjects].some((part) => part.includes('😀'));
}
