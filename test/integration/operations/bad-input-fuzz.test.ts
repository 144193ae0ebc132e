import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../../src/model/error-catalogue.js';
import { MuxError } from '../../../src/model/mux-error.js';
import { allOperations } from '../../../src/operations/families.js';
import { invoke, invokeStream } from '../../../src/operations/invoke.js';
import type { Operation, OperationContext } from '../../../src/operations/operation.js';
import { sized, soak } from '../../soak.js';
import { exampleOf, hostileText, MEGABYTE, misfits, textFields, withText } from './bad-values.js';
import { type OpenOperations, openOperations } from './open-operations.js';

const operations = await allOperations();
const rounds = sized(40, 1_000);
/** The same cases every time, and others where there is time to search. */
const search = soak ? {} : { seed: 7770 };

let open: OpenOperations;
/** For what is made by those that succeed, which is nobody else's business. */
let full: OpenOperations;
beforeAll(async () => {
  open = await openOperations();
  // The environment says where it is, and that of the next one is another.
  await open.runtime.store();
  full = await openOperations();
});
afterAll(async () => {
  await full[Symbol.asyncDispose]();
  await open[Symbol.asyncDispose]();
});

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (name, operation) => {
    it('refuses what does not fit it, with a sentence about the mistake, before anything is done', async () => {
      const before = await world();
      await fc.assert(
        fc.asyncProperty(misfits(operation), async (input) => {
          const error = refusal(await attempt(operation, input));
          expect(error.code).toBe('INVALID_ARGUMENT');
          expect(error.suggestion).not.toBe('');
        }),
        { ...search, numRuns: rounds },
      );
      for (const field of textFields(operation)) {
        const input = withText(operation, exampleOf(operation), field, MEGABYTE);
        expect(refusal(await attempt(operation, input)).code).toBe('INVALID_ARGUMENT');
      }
      expect(await world()).toEqual(before);
    });

    it('takes any text for a name, a path or an id without falling over', async () => {
      const fields = textFields(operation);
      if (fields.length === 0) return;
      const here = makes(name) ? full : open;
      const choice = fc.tuple(fc.constantFrom(...fields), hostileText(here.folder));
      await fc.assert(
        fc.asyncProperty(choice, async ([field, text]) => {
          const before = await world(here);
          const result = await attempt(
            operation,
            withText(operation, base(operation, here), field, text),
            here,
          );
          const after = await world(here);
          if (result instanceof Error) {
            const { code } = refusal(result);
            const made = after.filter((one) => !before.includes(one));
            const most = name.startsWith('workspace.') ? 1 : 0;
            // What was started and does not print what it was waited for goes on.
            if (!NOT_READY.includes(code)) expect(made.length).toBeLessThanOrEqual(most);
          }
          if (here === open) expect(after).toEqual(before);
        }),
        { ...search, numRuns: rounds / 5 },
      );
    });
  },
);

/** On the server of the test, wherever a host can be named, and in its folder. */
function base(operation: Operation, { host, folder }: OpenOperations): Record<string, unknown> {
  const { shape } = operation.input;
  return {
    ...exampleOf(operation),
    ...('host' in shape && { host }),
    ...('cwd' in shape && { cwd: folder }),
    ...('folder' in shape && { folder: `${folder}/work` }),
    ...('dryRun' in shape && { dryRun: true }),
  };
}

const NOT_READY: readonly string[] = ['TIMEOUT', 'WORKER_STOPPED'];

/** Whether a call that succeeds starts something. */
function makes(name: string): boolean {
  return /^(?:run\.(?:start|complete)|worker\.spawn|session\.open|workspace\..*)$/.test(name);
}

/** What a call gives, or what it fails with. None takes long: the caller has had enough by then. */
async function attempt(operation: Operation, input: unknown, { runtime } = open): Promise<unknown> {
  const context: OperationContext = {
    runtime,
    signal: AbortSignal.timeout(60_000),
    progress: () => {},
  };
  try {
    if (operation.kind === 'call') return await invoke(operation, input, context);
    for await (const item of invokeStream(operation, input, context)) return item;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(`Thrown: ${String(error)}`);
  }
}

/** The error of a refusal, which has a code of the catalogue and a sentence for people, and nothing for a debugger. */
function refusal(error: unknown): MuxError {
  expect(error).toBeInstanceOf(MuxError);
  const { code, message } = error as MuxError;
  expect(Object.keys(errorCatalogue)).toContain(code);
  expect(code).not.toBe('INTERNAL_ERROR');
  expect(message).toMatch(/\w \w/);
  expect(message).not.toMatch(/\n\s+at |Error:|undefined|\[object/);
  expect(message).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f]/);
  expect(message.length).toBeLessThan(2_000);
  return error as MuxError;
}

/** Everything that a call could start, end or write down. */
async function world({ runtime, tmux } = open): Promise<string[]> {
  const store = await runtime.store();
  const [panes, runs, workers, agents, sessions] = await Promise.all([
    tmux.command('list-panes', '-a', '-F', '#{session_id} #{pane_id} #{pane_pid}'),
    store.runs.list({ limit: 1_000 }),
    store.workers.list(),
    store.agents.list(),
    store.sessions.list(),
  ]);
  return [
    ...panes,
    ...runs.runs.map(({ id }) => `run ${id}`),
    ...workers.map(({ name }) => `worker ${name}`),
    ...agents.map(({ id }) => `agent ${id}`),
    ...sessions.map(({ name }) => `session ${name}`),
  ];
}
