import type { NamedField, NamedOperation } from './named-operations.js';

/** An operation, and what is known of its input. */
export interface OperationCall {
  readonly operation: NamedOperation;
  readonly input: Readonly<Record<string, FieldValue>>;
}

export type FieldValue = string | number | boolean;

/** How a face writes what a phrase refers to. */
export interface Words {
  call(call: OperationCall, code: string | undefined): string;
  field(name: string): string;
}

type Part = string | { readonly call: OperationCall; readonly code?: string } | { readonly field: string };

/**
 * A text that refers to operations and to fields of their input. As a string it reads as the TypeScript API does; each
 * face writes the references in its own words.
 *
 * @example
 * const advice = phrase`Look at what it printed with ${callOf('run.output', { run: 'mhz3k9' }, 'harvest()')}.`;
 * String(advice); // 'Look at what it printed with harvest().'
 * advice.calls; // [{ operation: 'run.output', input: { run: 'mhz3k9' } }]
 */
export class Phrase {
  readonly #parts: readonly Part[];
  readonly #words: Words;

  constructor(parts: readonly (Part | Phrase)[], words: Words = codeWords) {
    this.#parts = joined(parts.flatMap((part) => (part instanceof Phrase ? part.#parts : part)));
    this.#words = words;
  }

  static from(text: string | Phrase): Phrase {
    return typeof text === 'string' ? new Phrase([text]) : text;
  }

  /** The operations that it refers to, in order. */
  get calls(): readonly OperationCall[] {
    return this.#parts.flatMap((part) => (typeof part === 'object' && 'call' in part ? [part.call] : []));
  }

  /** Whether it refers to a field of that name. */
  names(field: string): boolean {
    return this.#parts.some((part) => typeof part === 'object' && 'field' in part && part.field === field);
  }

  /** The text in the words of a face. */
  in(words: Words): string {
    return this.#parts.map((part) => written(part, words)).join('');
  }

  /** The same phrase, which reads in these words as a string. */
  spoken(words: Words): Phrase {
    return new Phrase(this.#parts, words);
  }

  /** The same phrase with other texts and values, for example without secrets. */
  map(change: (text: string) => string): Phrase {
    return new Phrase(
      this.#parts.map((part) => changed(part, change)),
      this.#words,
    );
  }

  toString(): string {
    return this.in(this.#words);
  }

  toJSON(): string {
    return this.toString();
  }
}

export function phrase(texts: TemplateStringsArray, ...parts: readonly (Part | Phrase)[]): Phrase {
  return new Phrase(texts.flatMap((text, i) => [text, ...parts.slice(i, i + 1)]));
}

/**
 * A reference to an operation.
 *
 * @param code what the TypeScript API calls it (default: the name of the operation)
 */
export function callOf<Operation extends NamedOperation>(
  operation: Operation,
  input: { readonly [Field in NamedField<Operation>]?: FieldValue | undefined } = {},
  code?: string,
): Part {
  const known = Object.entries<FieldValue | undefined>(input).filter(
    (entry): entry is [string, FieldValue] => entry[1] !== undefined,
  );
  return { call: { operation, input: Object.fromEntries(known) }, ...(code !== undefined && { code }) };
}

/** A reference to a field of the input of the operation that was called. */
export function field(name: string): Part {
  return { field: name };
}

/** The TypeScript API. */
const codeWords: Words = { call: ({ operation }, code = operation) => code, field: (name) => name };

/** Texts side by side as one, so that what looks for a secret sees all of it. */
function joined(parts: readonly Part[]): readonly Part[] {
  const all: Part[] = [];
  for (const part of parts.filter((one) => one !== '')) {
    const last = all.at(-1);
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part;
    else all.push(part);
  }
  return all;
}

function written(part: Part, words: Words): string {
  if (typeof part === 'string') return part;
  return 'field' in part ? words.field(part.field) : words.call(part.call, part.code);
}

function changed(part: Part, change: (text: string) => string): Part {
  if (typeof part === 'string') return change(part);
  if ('field' in part) return part;
  const input = Object.entries(part.call.input).map(([name, value]) => [
    name,
    typeof value === 'string' ? change(value) : value,
  ]);
  return { ...part, call: { ...part.call, input: Object.fromEntries(input) } };
}
