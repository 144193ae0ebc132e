import { z } from 'zod';
import type { Operation } from '../../operations/index.js';

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The input of an operation out of a query: a text stays one where the field takes texts, and is read as JSON elsewhere.
 * A field that takes a list has one also where it is given once.
 */
export function readQuery({ input }: Pick<Operation, 'input'>, query: Query): Record<string, unknown> {
  const entries = Object.entries(query).map(([name, given]) => {
    const field = input.shape[name];
    const texts = given === undefined ? [] : typeof given === 'string' ? [given] : given;
    const [only = ''] = texts;
    if (texts.length !== 1) return [name, texts.map((text) => listItem(field, text))];
    if (accepts(field, only)) return [name, only];
    const value = parsed(only);
    if (accepts(field, value)) return [name, value];
    const list = [listItem(field, only)];
    return [name, accepts(field, list) ? list : value];
  });
  return Object.fromEntries(entries);
}

function listItem(field: unknown, text: string): unknown {
  return accepts(field, [text]) ? text : parsed(text);
}

function accepts(field: unknown, value: unknown): boolean {
  return field instanceof z.ZodType && field.safeParse(value).success;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
