import { expect, it } from 'vitest';
import { z } from 'zod';
import type { MuxError } from '../model/mux-error.js';
import { readInput } from './read-input.js';

const operation = {
  name: 'test.try',
  input: z
    .strictObject({
      word: z.string().min(2).max(5).describe('A word.'),
      count: z.number().int().min(1).max(9).default(3).describe('How many.'),
      part: z.number().gt(0).lt(1).optional().describe('A part.'),
      flag: z.boolean().optional().describe('Yes or no.'),
      way: z.enum(['up', 'down']).optional().describe('Where to.'),
      keys: z.array(z.string()).min(1).max(2).optional().describe('Keys.'),
      command: z
        .union([z.string().min(1), z.array(z.string()).min(1)])
        .optional()
        .describe('A command.'),
      size: z
        .strictObject({ width: z.number().describe('Columns.') })
        .optional()
        .describe('A size.'),
      env: z.record(z.string(), z.string()).optional().describe('Variables.'),
      at: z.iso.datetime().optional().describe('When.'),
      page: z.string().regex(/^\d+$/, 'This is no cursor').optional().describe('A page.'),
    })
    .refine(({ flag, part }) => !flag || part === undefined, 'Give flag or part, not both.'),
} as const;

it.each<[object, string]>([
  [{}, "'word' of test.try is missing."],
  [{ word: 5 }, "'word' of test.try must be a string, and is a number."],
  [{ word: null }, "'word' of test.try must be a string, and is null."],
  [{ word: ['a'] }, "'word' of test.try must be a string, and is a list."],
  [{ word: 'a' }, "'word' of test.try must have at least 2 characters."],
  [{ word: 'abcdef' }, "'word' of test.try has more than 5 characters."],
  [{ count: '5' }, "'count' of test.try must be a number, and is a string."],
  [{ count: 2.5 }, "'count' of test.try must be a whole number, and is 2.5."],
  [{ count: 10 }, "'count' of test.try must be at most 9, and is 10."],
  [{ count: 0 }, "'count' of test.try must be at least 1, and is 0."],
  [{ part: 1 }, "'part' of test.try must be less than 1, and is 1."],
  [{ part: 0 }, "'part' of test.try must be more than 0, and is 0."],
  [{ flag: 'yes' }, "'flag' of test.try must be true or false, and is a string."],
  [{ way: 'left' }, "'way' of test.try must be up or down, and is a different string."],
  [{ way: 7 }, "'way' of test.try must be up or down, and is 7."],
  [{ keys: [] }, "'keys' of test.try is empty."],
  [{ keys: ['a', 'b', 'c'] }, "'keys' of test.try has more than 2 elements."],
  [{ keys: ['a', 5] }, "'keys.1' of test.try must be a string, and is a number."],
  [{ keys: 'a' }, "'keys' of test.try must be a list, and is a string."],
  [{ command: 5 }, "'command' of test.try must be a string or a list, and is a number."],
  [{ command: '' }, "'command' of test.try is empty."],
  [{ command: [5] }, "'command' of test.try has an element that must be a string, and is a number."],
  [{ size: { width: 'x' } }, "'size.width' of test.try must be a number, and is a string."],
  [{ size: { width: 1, hight: 2 } }, "'hight' is not a field of 'size' of test.try."],
  [{ env: { A: 5 } }, "'env.A' of test.try must be a string, and is a number."],
  [{ at: 'noon' }, "'at' of test.try must be a time such as 2026-11-16T09:00:00Z."],
  [{ page: 'x' }, "'page' of test.try is invalid: this is no cursor."],
  [{ flag: true, part: 0.5 }, 'The input of test.try is invalid: give flag or part, not both.'],
  [{ wrod: 'ab' }, "'wrod' is not a field of test.try."],
])('says what is wrong with %j', (input, message) => {
  const error = failure(
    'word' in input || Object.keys(input).length === 0 ? input : { word: 'ab', ...input },
  );
  expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message });
  expect(error.suggestion).toBeTruthy();
});

it('says what the field is, which name was meant, and never repeats a text', () => {
  expect(failure({ word: 7 }).suggestion).toBe('word: A word.');
  expect(failure({ word: 'ab', count: 99 }).suggestion).toBe('count: How many.');
  expect(failure({ word: 'ab', conut: 1 }).suggestion).toBe("Did you mean 'count'?");
  expect(failure({ word: 'ab', size: { width: 1, x: 1 } }).suggestion).toBe('Its fields are width.');
  expect(JSON.stringify({ ...failure({ word: 'ab', way: 'hunter2' }) })).not.toContain('hunter2');
});

it('shows a made-up name shortly and without control characters', () => {
  const { message, details } = failure({ word: 'ab', [`\x1b[2J${'x'.repeat(1_000_000)}`]: 1 });
  expect(message).toMatch(/^'\\u001b\[2Jx{76}…' is not a field of test\.try\.$/);
  expect(String(details.field).length).toBeLessThan(100);
});

it.each([
  [undefined, 'is missing'],
  [null, 'must be an object, and is null'],
  ['text', 'must be an object, and is a string'],
  [[1], 'must be an object, and is a list'],
])('refuses an input that is no object: %j', (input, what) => {
  expect(failure(input).message).toBe(`The input of test.try ${what}.`);
});

it('gives what is not said its default', () => {
  expect(readInput(operation, { word: 'ab' })).toEqual({ word: 'ab', count: 3 });
});

function failure(input: unknown): MuxError {
  try {
    readInput(operation, input);
  } catch (error) {
    return error as MuxError;
  }
  throw new Error('It was accepted.');
}
