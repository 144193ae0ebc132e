import fc from 'fast-check';
import { z } from 'zod';
import type { Operation } from '../../../src/operations/operation.js';

/** One megabyte of text. */
export const MEGABYTE = 'x'.repeat(1_048_576);

type Fields = Readonly<Record<string, unknown>>;

/** Values of every kind that a caller in plain JavaScript, JSON or a shell can come up with. */
const anything = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.constantFrom<unknown>(
    null,
    Number.NaN,
    Infinity,
    -1,
    1.5,
    2 ** 60,
    '',
    [],
    {},
    [[]],
    [{}],
    true,
    'yes',
    MEGABYTE,
  ),
);

/** Inputs that do not fit an operation, each with one mistake, made from its schema. */
export function misfits(operation: Operation): fc.Arbitrary<unknown> {
  const { input } = operation;
  const example = exampleOf(operation);
  const names = Object.keys(input.shape);
  const required = names.filter((name) => !accepts(input, name, undefined));
  const kinds: fc.Arbitrary<unknown>[] = [
    // No object at all.
    anything.filter((value) => !input.safeParse(value).success),
    // A field too many.
    fc
      .tuple(fc.oneof(fc.string(), fc.constantFrom('__proto__x', 'Target', 'host ', MEGABYTE)), anything)
      .filter(([name]) => !names.includes(name) && name !== '__proto__')
      .map(([name, value]) => ({ ...example, [name]: value })),
  ];
  // A field of the wrong kind, or one too few.
  for (const name of names) {
    const wrong = anything.filter((value) => value !== undefined && !accepts(input, name, value));
    kinds.push(wrong.map((value) => ({ ...example, [name]: value })));
  }
  for (const name of required) kinds.push(fc.constant(without(example, name)));
  return fc.oneof(...kinds);
}

/** The names of the fields that take text, alone or in a list. */
export function textFields({ input }: Operation): string[] {
  return Object.keys(input.shape).filter(
    (name) => accepts(input, name, 'text') || accepts(input, name, ['text']) || accepts(input, name, '/text'),
  );
}

/** Texts that have gone wrong somewhere: other people's names, paths and terminals. */
export function hostileText(folder: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      '../../nowhere/passwd',
      '..',
      '.',
      '/',
      `${folder}/a/../b`,
      'a\0b',
      '\0',
      '\x1b[31mred\x1b[0m\x07',
      'two\nlines',
      '\r\n',
      ' ',
      '-rf',
      '--',
      '$(touch nowhere)',
      '`touch nowhere`',
      "'; touch nowhere; '",
      '#{pane_id}',
      '%{nothing}',
      '\ud800',
      'ünïcödé 🎉 名前',
      '__proto__',
      'constructor',
      'x'.repeat(900),
    ),
    fc.string({ minLength: 1, maxLength: 40 }),
  );
}

/** An input that fits, with a hostile text in one of its fields. */
export function withText(operation: Operation, base: Fields, field: string, text: string): Fields {
  const isList = !accepts(operation.input, field, text) && accepts(operation.input, field, [text]);
  return { ...base, [field]: isList ? [text] : text };
}

/** An input that fits, for a caller who is in no hurry: waits are short. */
export function exampleOf({ examples, input }: Operation): Fields {
  const short = ['timeoutMs', 'waitMs', 'readyTimeoutMs'].filter((name) => name in input.shape);
  return { ...(examples[0]?.input as Fields), ...Object.fromEntries(short.map((name) => [name, 50])) };
}

function accepts({ shape }: z.ZodObject, name: string, value: unknown): boolean {
  const field = shape[name];
  return field instanceof z.ZodType && field.safeParse(value).success;
}

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}
