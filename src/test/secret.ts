import { inspect } from 'node:util';
import { MuxError } from '../model/index.js';

/** A value for `fill` and `type` that is in no message, no snapshot and no record. */
export class Secret {
  readonly name: string;
  readonly #value: string;

  constructor(name: string, value: string) {
    this.name = name;
    this.#value = value;
    if (value.trim() !== '') known.add(value);
  }

  /** @internal */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return `secret('${this.name}')`;
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}

/**
 * A secret by the name of an environment variable. Messages show the name.
 *
 * @example
 * await terminal.fill(secret('DEPLOY_PASSWORD'));
 */
export function secret(name: string): Secret {
  const value = process.env[name];
  if (value !== undefined && value !== '') return new Secret(name, value);
  throw new MuxError(
    'INVALID_ARGUMENT',
    `The environment variable ${name}, which holds a secret, is not set.`,
    {
      suggestion: `Set ${name} where the tests are started, e.g. as a secret of the CI job.`,
    },
  );
}

const known = new Set<string>();

/** The values of all secrets of this process: a trace has none of them, also where a program was given one otherwise. */
export function knownSecrets(): ReadonlySet<string> {
  return known;
}

/** The text to type, and how it is shown. */
export function textOf(text: string | Secret): { readonly value: string; readonly shown: string } {
  if (text instanceof Secret) return { value: text.reveal(), shown: String(text) };
  return { value: text, shown: JSON.stringify(text) };
}
