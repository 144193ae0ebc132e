import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isMuxError, type MuxError } from '../../../src/model/mux-error.js';
import { families } from '../../../src/operations/families.js';
import type { Operation } from '../../../src/operations/operation.js';
import { sized } from '../../soak.js';
import { type OpenOperations, openOperations } from './open-operations.js';

const operations = (
  await Promise.all([families.pane, families.run, families.host].map(({ load }) => load()))
).flat();

/** What people and models put into fields by mistake, or to see what happens. */
const nasty: readonly string[] = [
  '\0',
  '\x1b[2J\x07',
  '../../../etc/passwd',
  '-t',
  '--',
  '%0; kill-server',
  '#{pane_id}#(id)',
  '$(echo owned)',
  '`id`',
  `'"\\`,
  'a\nb',
  '=other:',
  '\ud800',
  'ｗｉｄｅ 日本 🎉',
  ' ',
  'x'.repeat(999),
  'x'.repeat(1_000_000),
];

let here: OpenOperations;
beforeAll(async () => {
  here = await openOperations();
});
afterAll(() => here[Symbol.asyncDispose]());

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  'bad input of %s',
  (_, operation) => {
    it('gives a code and a sentence for every text in every place, and harms nobody', async () => {
      for (const [field, value] of cases(operation)) {
        const error = await outcome(operation, { ...usual(operation), [field]: value });
        if (error === undefined) continue;
        const where = `${operation.name} ${field} ${JSON.stringify(value).slice(0, 40)}`;
        expect(isMuxError(error), `${where}: ${error}`).toBe(true);
        const { message } = error as MuxError;
        expect(message, where).toMatch(/\S[\s\S]*[.…\S]$/);
        expect(message, where).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f]|ZodError|undefined|\[object|^\s*at /);
        expect(message.length, where).toBeLessThan(10_000);
      }
      expect((await here.tmux.sessions()).map(({ name }) => name)).toContain('main');
    });

    it('is refused where numbers and lists are beyond their limits', async () => {
      for (const [field, schema] of Object.entries(propertiesOf(operation))) {
        const values: unknown[] = [Number.MAX_VALUE, -1e308, Number.NaN, 0.5, [], {}, [[[]]], true, null];
        for (const value of values) {
          if (schema.type === 'boolean' && value === true) continue;
          const error = await outcome(operation, { ...usual(operation), [field]: value });
          const where = `${operation.name} ${field} ${JSON.stringify(value)}`;
          const mayFit = (schema.type === 'array' && Array.isArray(value)) || schema.type === 'object';
          if (!mayFit) expect(error, where).toMatchObject({ code: 'INVALID_ARGUMENT' });
          else if (error) expect(isMuxError(error), `${where}: ${error}`).toBe(true);
        }
      }
    });
  },
);

interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly FieldSchema[];
}

function propertiesOf({ input }: Operation): Record<string, FieldSchema> {
  return (z.toJSONSchema(input, { io: 'input' }).properties ?? {}) as Record<string, FieldSchema>;
}

let next = 0;

/** A few of them, and the next time others, so that all have their turn; all of them where there is time. */
function some<T>(list: readonly T[]): T[] {
  next += 1;
  return list.filter((_, index) => (index + next) % sized(4, 1) === 0);
}

function* cases(operation: Operation): Generator<[string, unknown]> {
  for (const [field, schema] of Object.entries(propertiesOf(operation))) {
    const kinds = [schema, ...(schema.anyOf ?? [])].map(({ type }) => type);
    for (const text of some(nasty)) {
      if (kinds.includes('string')) yield [field, text];
      if (kinds.includes('array')) yield [field, [text]];
      if (kinds.includes('object')) yield [field, { [text]: text }];
    }
  }
}

/** An input that would work, quickly and without harm. */
function usual({ name, input }: Operation): Record<string, unknown> {
  const values: Record<string, unknown> = {
    target: 'main:',
    run: 'nosuchrun',
    host: here.host,
    text: 'true',
    keys: ['Enter'],
    command: 'true',
    login: false,
    interactive: false,
    waitMs: 500,
    timeoutMs: 200,
    ...(name === 'pane.wait' && { text: 'never' }),
    ...(name === 'run.prune' && { maxAgeMs: 1e12, dryRun: true }),
    // The only pane of the session is needed by all the others.
    ...(name === 'pane.kill' && { target: '%999' }),
  };
  return Object.fromEntries(Object.entries(values).filter(([field]) => field in input.shape));
}

async function outcome(operation: Operation, input: unknown): Promise<unknown> {
  if (operation.kind === 'call')
    return here.call(operation.name, input).then(
      () => undefined,
      (error: unknown) => error,
    );
  const controller = new AbortController();
  const items = here.stream(operation.name, input, controller.signal);
  const error = await items.next().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  controller.abort();
  await items.return();
  return error;
}
