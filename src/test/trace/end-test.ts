import { MuxError } from '../../model/index.js';
import type { Terminal } from '../terminal/terminal.js';
import type { SavedTrace } from './save-trace.js';
import { tellGitHub } from './tell-failure.js';
import type { TestEnd, TestTrace } from './test-trace.js';

/** What is to be done with the terminals of a test before they are closed: a last look, and to hold them if asked to. */
export async function beforeClose(
  test: TestTrace,
  terminals: readonly Terminal[],
  end: TestEnd,
): Promise<void> {
  if (test.isKept(end)) await Promise.all(terminals.map((terminal) => terminal.lookForTrace()));
  if (end.error === undefined || !test.isLastAttempt || !holdsFailures()) return;
  const held = terminals.flatMap((terminal) => terminal.hold() ?? []);
  if (held.length === 0) return;
  process.stderr.write(`\nHeld because MUX_TEST_HOLD=failure: ${test.name}\n`);
  for (const { attach, end: endIt } of held)
    process.stderr.write(`  attach   ${attach}\n  end it   ${endIt}\n`);
}

/** Writes the trace where the mode says so, and tells where the failure is. */
export async function afterClose(test: TestTrace, end: TestEnd): Promise<SavedTrace | undefined> {
  const saved = await test.finish(end);
  if (saved && test.isLastAttempt) tellGitHub(saved);
  return saved;
}

function holdsFailures(): boolean {
  const { MUX_TEST_HOLD = '' } = process.env;
  if (MUX_TEST_HOLD === '' || MUX_TEST_HOLD === 'failure') return MUX_TEST_HOLD === 'failure';
  throw new MuxError('INVALID_ARGUMENT', `MUX_TEST_HOLD is '${MUX_TEST_HOLD}', and knows only 'failure'.`, {
    suggestion: 'Set MUX_TEST_HOLD=failure to keep the terminals of tests that fail.',
  });
}
