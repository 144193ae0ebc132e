import type { TerminalOptions } from './terminal/launch-options.js';
import { Terminal } from './terminal/terminal.js';

/**
 * Starts a program in a terminal of its own, on a tmux server that nobody else uses, with an empty home. Both are gone
 * when the terminal is closed, also where this process is killed.
 *
 * @example
 * await using terminal = await launch(['vim', 'notes.txt'], { size: [100, 30] });
 */
export async function launch(command: readonly string[], options: TerminalOptions = {}): Promise<Terminal> {
  const terminal = new Terminal(options);
  try {
    await terminal.run(command);
    return terminal;
  } catch (error) {
    await terminal.close();
    throw error;
  }
}
