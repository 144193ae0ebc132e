import type { Output } from '../../../src/cli/output.js';
import { run } from '../../../src/cli/run.js';
import { style } from '../../../src/cli/style.js';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Carries out a command line in this process, which is quicker than to start one, and gives what it printed. */
export async function muxHere(...words: string[]): Promise<CommandResult> {
  let [stdout, stderr] = ['', ''];
  const output: Output = {
    print: (data) => {
      stdout += typeof data === 'string' ? data : Buffer.from(data).toString();
    },
    printWhenReady: async (text) => {
      stdout += text;
    },
    printError: (text) => {
      stderr += text;
    },
    style: style(false),
    errorStyle: style(false),
    live: false,
    liveError: false,
    rows: 24,
    onResize: () => () => {},
  };
  return { code: await run(words, output), stdout, stderr };
}
