import { z } from 'zod';
import { didYouMean, field, MuxError, Phrase, phrase, shownText } from '../model/index.js';
import { bareField, fieldDescription } from './field-description.js';
import { inputMistake } from './input-mistake.js';
import type { Operation } from './operation.js';
import { ruleOf } from './rule.js';

/** The input of an operation with its defaults. Fails with `INVALID_ARGUMENT` and a sentence about the first mistake. */
export function readInput<Input extends z.ZodObject>(
  { name, input: schema }: Pick<Operation, 'name'> & { readonly input: Input },
  input: unknown,
): z.output<Input> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { issues } = result.error;
  // A field that is missing may be there under a wrong name.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  const path = issue?.path.map(String) ?? [];
  const wrong = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const fields = fieldsAt(schema, path);
  const place = path.length === 0 ? name : `'${shownText(path.join('.'))}' of ${name}`;
  const broken = issue?.code === 'custom' ? ruleOf(issue) : undefined;
  const problem = broken ?? Phrase.from(inputMistake(issue, valueAt(input, path)));
  const message =
    wrong === undefined
      ? `${path.length === 0 ? `The input of ${name}` : place} ${broken ? 'is invalid: ' : ''}${problem}.`
      : `'${shownText(wrong)}' is not a field of ${place}.`;
  throw new MuxError('INVALID_ARGUMENT', message, {
    suggestion:
      (wrong === undefined ? describe(schema, path) : didYouMean(wrong, fields)) ??
      (fields.length === 0 ? 'It has no fields.' : `Its fields are ${fields.join(', ')}.`),
    details: {
      operation: name,
      field: shownText([...path, ...(wrong === undefined ? [] : [wrong])].join('.')),
      ...(wrong === undefined && { problem }),
    },
  });
}

/** What the field is, so that the next call gets it right. */
function describe(schema: z.ZodObject, [first = '']: readonly string[]): Phrase | undefined {
  const description = fieldDescription(schema.shape[first]);
  return description === undefined ? undefined : phrase`${field(first)}: ${description}`;
}

function fieldsAt(schema: z.ZodObject, path: readonly string[]): string[] {
  let at: unknown = schema;
  for (const key of path) {
    at = at instanceof z.ZodObject ? bareField(at.shape[key]) : undefined;
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function valueAt(input: unknown, path: readonly string[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}
