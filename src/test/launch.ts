import { callerFile } from './source-line.js';
import type { TerminalOptions } from './terminal/launch-options.js';
import { shownCommand } from './terminal/program-script.js';
import { Terminal, type TerminalEnding } from './terminal/terminal.js';
import { afterClose, beforeClose } from './trace/end-test.js';
import { TestTrace } from './trace/test-trace.js';
import { traceSettings } from './trace/trace-options.js';

/**
 * Starts a program in a terminal of its own, on a tmux server that nobody else uses, with an empty home. Both are gone
 * when the terminal is closed, also where this process is killed.
 *
 * @example
 * await using terminal = await launch(['vim', 'notes.txt'], { size: [100, 30] });
 */
export async function launch(command: readonly string[], options: TerminalOptions = {}): Promise<Terminal> {
  const test = new TestTrace(traceSettings(options.trace, 'off'), {
    name: Array.isArray(command) ? shownCommand(command) : 'launch',
    file: callerFile(),
    attempt: 1,
    attempts: 1,
    versions: () => ({}),
  });
  const terminal = new Terminal(options, test, endingOf(test));
  try {
    await terminal.run(command);
    return terminal;
  } catch (error) {
    await terminal.close();
    throw error;
  }
}

const GOOD: ReadonlySet<string | undefined> = new Set(['done', 'passed', undefined]);

/** No runner says whether a script has failed: here it has where one of its actions or expectations has. */
function endingOf(test: TestTrace): TerminalEnding {
  const end = ({ state: { softFailures, record } }: Terminal): { readonly error: string | undefined } => {
    const failed = record.entries.findLast(({ outcome }) => !GOOD.has(outcome));
    const entry = failed && `${failed.name} ${failed.detail}: ${failed.outcome}`;
    return { error: softFailures.at(-1)?.message ?? test.failure ?? entry };
  };
  return {
    before: (terminal) => beforeClose(test, [terminal], end(terminal)),
    after: async (terminal) => void (await afterClose(test, end(terminal))),
  };
}
