// `muxwright/test/node`: terminals for the test runner of Node.
import { after, test as nodeTest, type TestContext, type TestOptions } from 'node:test';
import { createExpect, type Expect } from './expect/expect.js';
import { callerFile } from './source-line.js';
import { step } from './steps.js';
import type { TerminalOptions } from './terminal/launch-options.js';
import type { Terminal } from './terminal/terminal.js';
import { TestTerminals, WorkerServers } from './test-terminals.js';

export { terminalMatchers } from './expect/terminal-matchers.js';
export { secret } from './secret.js';

/** What a test is given. */
export interface TerminalTestContext {
  /** A terminal for this test, in which `run` starts a program. */
  readonly terminal: Terminal;
  /** Starts a program in a further terminal. */
  readonly launch: TestTerminals['launch'];
  readonly expect: Expect;
  /** Gives a part of the test a name, which stands in messages. */
  readonly step: typeof step;
  /** The context of `node:test`. */
  readonly test: TestContext;
}

type Body = (context: TerminalTestContext) => unknown;

export interface TerminalTest {
  (name: string, body: Body): Promise<void>;
  (name: string, options: TestOptions & { readonly terminal?: TerminalOptions }, body: Body): Promise<void>;
  /** Sets options for all terminals of the tests that come after it in the file. */
  use(options: TerminalOptions): void;
}

const servers = new WorkerServers();
after(() => servers[Symbol.asyncDispose]());

let usual: TerminalOptions = {};

/**
 * `test` of `node:test` with terminals.
 *
 * @example
 * it('sums', async ({ terminal, expect }) => {
 *   await terminal.run(['bc', '-q']);
 *   await terminal.fill('6*7');
 *   await expect(terminal.row(1)).toHaveText('42');
 * });
 */
export const it: TerminalTest = Object.assign(declare, {
  use: (options: TerminalOptions) => {
    usual = options;
  },
});

async function declare(
  name: string,
  optionsOrBody: (TestOptions & { readonly terminal?: TerminalOptions }) | Body,
  body?: Body,
): Promise<void> {
  const isShort = typeof optionsOrBody === 'function';
  const { terminal: own = {}, ...options } = isShort ? {} : optionsOrBody;
  const run = isShort ? optionsOrBody : (body ?? (() => {}));
  const terminalOptions = { ...usual, ...own };
  const testPath = callerFile();
  await nodeTest(name, options, async (context) => {
    const currentTestName = fullName(context);
    const facts = { name: currentTestName, file: testPath, attempt: 1, attempts: 1, versions: () => ({}) };
    const terminals = new TestTerminals(servers, terminalOptions, facts);
    let failure: unknown;
    try {
      await terminals.keepServer();
      const expect = createExpect({ testPath, currentTestName });
      await run({ terminal: terminals.terminal(), launch: terminals.launch, expect, step, test: context });
    } catch (error) {
      failure = error ?? new Error('The test has failed.');
    }
    const message = failure instanceof Error ? failure.message : failure && String(failure);
    await terminals.end({ error: message as string | undefined });
    if (failure !== undefined) throw failure;
  });
}

/** With the names of the suites around it, where this version of Node tells them. */
function fullName(context: TestContext): string {
  return (context as { readonly fullName?: string }).fullName ?? context.name;
}
