// `muxwright/test/vitest`: terminals as fixtures of Vitest, and its `expect` with the matchers of the kit.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as vitest from 'vitest';
import {
  test as base,
  type ExpectStatic,
  type RunnerTestCase,
  type TestAPI,
  expect as vitestExpect,
} from 'vitest';
import { traceFiles } from '../trace/index.js';
import { builtInMatchers, type TerminalMatchers } from './expect/terminal-matchers.js';
import { step } from './steps.js';
import type { TerminalOptions } from './terminal/launch-options.js';
import type { Terminal } from './terminal/terminal.js';
import { TestTerminals, WorkerServers } from './test-terminals.js';
import type { SavedTrace } from './trace/save-trace.js';
import type { TestFacts } from './trace/test-trace.js';

export { terminalMatchers } from './expect/terminal-matchers.js';
export { secret } from './secret.js';

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: as Vitest declares it.
  interface Matchers<T = any> extends TerminalMatchers {}
}

export interface TerminalFixtures {
  /** @internal */
  terminalServers: WorkerServers;
  /** @internal What `test.use` has set. */
  terminalOptions: TerminalOptions;
  /** @internal */
  terminals: TestTerminals;
  /** A terminal for this test, in which `run` starts a program. */
  terminal: Terminal;
  /** Starts a program in a further terminal. */
  launch: TestTerminals['launch'];
  /** Gives a part of the test a name, which stands in messages. */
  step: typeof step;
}

/** `test` of Vitest, with what is only here. */
export interface TerminalTest extends TestAPI<TerminalFixtures> {
  /** Sets options for all terminals of the file, or of the `describe` that it is called in. */
  use(options: TerminalOptions): void;
}

const withTerminals: TestAPI<TerminalFixtures> = base.extend<TerminalFixtures>({
  terminalServers: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of what is needed from it.
    async ({}, use) => {
      await using servers = new WorkerServers();
      await use(servers);
    },
    { scope: 'worker' },
  ],
  terminalOptions: {},
  terminals: async ({ terminalServers, terminalOptions, task }, use) => {
    const before = task.result?.errors?.length ?? 0;
    const terminals = new TestTerminals(terminalServers, terminalOptions, factsOf(task));
    await use(terminals);
    const saved = await terminals.end({ error: errorOf(task, before) });
    if (saved?.trace.status === 'failed') await attach(task, saved);
  },
  terminal: async ({ terminals }, use) => {
    await terminals.keepServer();
    await use(terminals.terminal());
  },
  launch: async ({ terminals }, use) => use(terminals.launch),
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of what is needed from it.
  step: async ({}, use) => use(step),
});

function factsOf(task: RunnerTestCase): TestFacts {
  return {
    name: [...suitesOf(task), task.name].join(' > '),
    file: task.file.filepath,
    attempt: (task.result?.retryCount ?? 0) + 1,
    attempts: (typeof task.retry === 'number' ? task.retry : (task.retry?.count ?? 0)) + 1,
    versions: () => ({ vitest: vitestVersion() }),
  };
}

/** Versions of Vitest that know artifacts list it with the test. What a reporter cannot take does not change how the test ends. */
async function attach(task: RunnerTestCase, { trace, folder, page }: SavedTrace): Promise<void> {
  const { recordArtifact } = vitest as { readonly recordArtifact?: RecordArtifact };
  const attachments = [
    ...(page ? [{ path: page, contentType: 'text/html' }] : []),
    { path: join(folder, traceFiles.markdown), contentType: 'text/markdown' },
  ];
  const artifact = { type: 'muxwright:trace', name: trace.name, attachments };
  await recordArtifact?.(task, artifact).catch((error: unknown) => {
    process.stderr.write(`The trace ${trace.name} could not be attached to its test: ${String(error)}\n`);
  });
}

type RecordArtifact = (task: RunnerTestCase, artifact: object) => Promise<unknown>;

function vitestVersion(): string {
  const { version } = createRequire(import.meta.url)('vitest/package.json') as { readonly version: string };
  return version;
}

function suitesOf({ suite }: Pick<RunnerTestCase, 'suite'>): string[] {
  return suite ? [...suitesOf(suite as Pick<RunnerTestCase, 'suite'>), suite.name] : [];
}

/** What this attempt has failed with: the errors of those before it are in the list, too. */
function errorOf({ result }: RunnerTestCase, before: number): string | undefined {
  if (result?.state !== 'fail') return undefined;
  const messages = (result.errors ?? []).slice(before).map(({ message }) => message);
  return messages.join('\n\n') || 'The test has failed.';
}

/**
 * `test` of Vitest with terminals.
 *
 * @example
 * test.use({ size: [100, 30] });
 * test('sums', async ({ terminal }) => {
 *   await terminal.run(['bc', '-q']);
 *   await terminal.fill('6*7');
 *   await expect(terminal.row(1)).toHaveText('42');
 * });
 */
export const test: TerminalTest = Object.assign(withTerminals, {
  use(options: TerminalOptions): void {
    // Vitest 3 has it by another name.
    const override = withTerminals.override ?? withTerminals.scoped;
    override.call(withTerminals, { terminalOptions: options });
  },
});

vitestExpect.extend(builtInMatchers);

/** `expect` of Vitest, which knows terminals and locators. */
export const expect: ExpectStatic = vitestExpect;
