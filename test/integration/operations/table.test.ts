import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isMuxError } from '../../../src/model/mux-error.js';
import { allOperations, families, findOperation } from '../../../src/operations/families.js';
import { fieldDescription } from '../../../src/operations/field-description.js';
import { familyOf, type Operation } from '../../../src/operations/operation.js';
import { readInput } from '../../../src/operations/read-input.js';

const operations = await allOperations();
const answerOf = (one: Operation): z.ZodObject => (one.kind === 'call' ? one.output : one.item);

describe('the table of operations', () => {
  it('has every name once, in the family that it begins with', async () => {
    const names = operations.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    for (const [family, { load }] of Object.entries(families)) {
      const loaded = await load();
      expect(loaded.length).toBeGreaterThan(0);
      for (const one of loaded) expect(familyOf(one)).toBe(family);
    }
    for (const name of names) expect(name).toMatch(/^[a-z]+\.[a-z]+(-[a-z]+)*$/);
  });

  it('finds each by its name, and gives the nearest for a slip', async () => {
    for (const one of operations) expect(await findOperation(one.name)).toBe(one);
    for (const [wrong, near] of [
      ['pane.scren', 'pane.screen'],
      ['run.strat', 'run.start'],
    ] as const) {
      await expect(findOperation(wrong)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        suggestion: `Did you mean '${near}'?`,
      });
    }
  });

  it.each([
    '',
    'pane',
    'constructor.name',
    '__proto__.x',
    'pane.',
    '\0\x1b[2J',
    `pane.${'x'.repeat(1_000_000)}`,
  ])('refuses a name that is none: %.20j', async (name) => {
    const error = await findOperation(name).catch((thrown: unknown) => thrown);
    expect(isMuxError(error, 'INVALID_ARGUMENT')).toBe(true);
    expect((error as Error).message.length).toBeLessThan(200);
    expect((error as Error).message).not.toMatch(/[\x00-\x1f]/);
  });
});

describe.each(operations.map((operation) => ({ name: operation.name, operation })))(
  '$name',
  ({ operation }) => {
    it('is described for people and for models, one sentence and more', () => {
      const { summary, description, faces, examples } = operation;
      expect(summary).toMatch(/^[A-Z].*[^.]$/);
      expect(summary.length).toBeLessThan(100);
      expect(description).toMatch(/^[A-Z][\s\S]*\.$/);
      expect(faces.length).toBeGreaterThan(0);
      expect(new Set(faces).size).toBe(faces.length);
      expect(examples.length).toBeGreaterThan(0);
    });

    it('describes every field of its input, and refuses what is none', () => {
      for (const [name, field] of Object.entries(operation.input.shape)) {
        expect(fieldDescription(field), `${operation.name}: ${name}`).toMatch(/^\S.+\.$/s);
      }
      expect(() => readInput(operation, { ...operation.examples[0]?.input, nonsense: 1 })).toThrow(
        `'nonsense' is not a field of ${operation.name}.`,
      );
    });

    it('has examples that fit its input', () => {
      for (const { does, input } of operation.examples) {
        expect(does).toMatch(/^[^A-Z].*[^.]$/);
        readInput(operation, input);
      }
    });

    it('can be told as a JSON schema, with sizes for every text and list of its input', () => {
      const input = z.toJSONSchema(operation.input, { io: 'input' });
      expect(input).toMatchObject({ type: 'object', additionalProperties: false });
      expect(unbounded(input)).toEqual([]);
      expect(z.toJSONSchema(answerOf(operation), { io: 'output' })).toMatchObject({ type: 'object' });
    });

    it('says what is wrong with a value in a sentence of its own', () => {
      const input = operation.examples[0]?.input ?? {};
      for (const field of Object.keys(operation.input.shape)) {
        for (const value of [Symbol('nothing fits'), null, { a: [1] }, [[]]]) {
          const error = mistake(operation, { ...input, [field]: value });
          if (error === undefined) continue;
          expect(error.message).toMatch(/^['T][\s\S]* of [a-z.-]+[\s\S]*\.$/);
          expect(error.message).not.toMatch(/[Ii]nvalid|expected|received|undefined/);
          expect(error.suggestion).toBeTruthy();
        }
      }
      for (const value of [undefined, null, 'text', 7, []]) {
        expect(mistake(operation, value)?.message).toMatch(
          new RegExp(`^The input of ${operation.name} (is missing|must be an object, and is .+)\\.$`),
        );
      }
    });
  },
);

function mistake(operation: Operation, input: unknown): { message: string; suggestion?: string } | undefined {
  try {
    readInput(operation, input);
    return undefined;
  } catch (error) {
    if (!isMuxError(error, 'INVALID_ARGUMENT')) throw error;
    return error as { message: string; suggestion?: string };
  }
}

/** Paths of texts and lists that may be of any size. */
function unbounded(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const {
    type,
    properties,
    items,
    anyOf,
    additionalProperties,
    maxLength,
    maxItems,
    enum: values,
    format,
    pattern,
  } = schema as Record<string, unknown>;
  const own =
    (type === 'string' &&
      maxLength === undefined &&
      !values &&
      format !== 'date-time' &&
      pattern === undefined) ||
    (type === 'array' && maxItems === undefined)
      ? [path]
      : [];
  return [
    ...own,
    ...Object.entries(properties ?? {}).flatMap(([name, field]) => unbounded(field, `${path}.${name}`)),
    ...unbounded(items, `${path}[]`),
    ...unbounded(additionalProperties, `${path}.*`),
    ...(Array.isArray(anyOf) ? anyOf.flatMap((one) => unbounded(one, path)) : []),
  ];
}
