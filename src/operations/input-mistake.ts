import type { z } from 'zod';

/**
 * What is wrong with a value, to stand behind its name: `must be a text, and is a number`. Texts are never repeated, as
 * one may be a secret in the wrong place.
 */
export function inputMistake(issue: z.core.$ZodIssue | undefined, value: unknown): string {
  if (value === undefined && issue?.code !== 'custom') return 'is missing';
  switch (issue?.code) {
    case 'invalid_type':
      return `must be ${kindOf(issue.expected)}, and is ${kindOfValue(value)}`;
    case 'invalid_value':
      return `must be ${either(issue.values.map(String))}, and is ${described(value)}`;
    case 'too_small':
      return tooSmall(issue, value);
    case 'too_big':
      return tooBig(issue, value);
    case 'invalid_format':
      return wrongForm(issue);
    case 'invalid_union':
      return inUnion(issue, value);
    case 'invalid_key':
      return 'contains a key that cannot be used';
    default:
      return said(issue?.message);
  }
}

function wrongForm({ format, message }: z.core.$ZodIssueInvalidStringFormat): string {
  if (format === 'datetime') return 'must be a time such as 2026-11-16T09:00:00Z';
  return message.startsWith('Invalid ') ? 'has an invalid format' : said(message);
}

function tooSmall(issue: z.core.$ZodIssueTooSmall, value: unknown): string {
  const least = Number(issue.minimum);
  if (issue.origin === 'string') return least === 1 ? 'is empty' : `must have at least ${least} characters`;
  if (issue.origin === 'array') return least === 1 ? 'is empty' : `must have at least ${least} elements`;
  return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${least}, and is ${described(value)}`;
}

function tooBig(issue: z.core.$ZodIssueTooBig, value: unknown): string {
  const most = Number(issue.maximum);
  if (issue.origin === 'string') return `has more than ${most} characters`;
  if (issue.origin === 'array') return `has more than ${most} elements`;
  return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${most}, and is ${described(value)}`;
}

/** What fits one of them almost is told by its own mistake; else the kinds that would do. */
function inUnion(issue: z.core.$ZodIssueInvalidUnion, value: unknown): string {
  const first = issue.errors.flatMap(([one]) => one ?? []);
  const near = first.find(({ code, path }) => code !== 'invalid_type' || path.length > 0);
  if (near) {
    const [key] = near.path;
    const inside = key === undefined ? value : (value as Readonly<Record<PropertyKey, unknown>>)[key];
    const mistake = inputMistake(near, inside);
    return key === undefined ? mistake : `has an element that ${mistake}`;
  }
  const kinds = first.flatMap((one) => (one.code === 'invalid_type' ? [kindOf(one.expected)] : []));
  return `must be ${either(kinds)}, and is ${kindOfValue(value)}`;
}

/** `a`, `a or b`, `a, b or c` */
function either(words: readonly string[]): string {
  const last = words.at(-1) ?? 'something else';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  nan: 'not a number',
};

function kindOf(expected: string): string {
  return kinds[expected] ?? `a ${expected}`;
}

/** Numbers and the like as they are; of everything else only what it is. */
function described(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? 'a different string' : kindOfValue(value);
}

function kindOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : String(value);
  return typeof value === 'boolean' ? String(value) : kindOf(typeof value);
}

/** The words of whoever wrote the rule. */
function said(message = 'it is invalid'): string {
  return `is invalid: ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`;
}
