import { fileURLToPath } from 'node:url';
import type { Pane } from '../../../src/tmux/pane.js';
import type { Tmux } from '../../../src/tmux/tmux.js';

export const TELLING_PROGRAM = fileURLToPath(new URL('fixtures/telling-program.mjs', import.meta.url));
export const ASKS_EARLY = fileURLToPath(new URL('fixtures/asks-early.mjs', import.meta.url));

/** What the program can be asked to do. */
export interface Order {
  readonly write?: string;
  /** Path of a golden screen, without its ending. */
  readonly paint?: string;
  readonly ask?: boolean;
  /** Prints these words and all that the terminal has answered. */
  readonly show?: string;
  readonly end?: number;
}

/** A program in a pane of its own that tells its terminal what the test wants. */
export interface TellingProgram {
  readonly pane: Pane;
  tell(order: Order): Promise<void>;
}

export async function tellingProgram(
  tmux: Tmux,
  command: readonly string[] = [process.execPath, TELLING_PROGRAM],
): Promise<TellingProgram> {
  const session = await tmux.ensureSession('agents', { size: { width: 120, height: 40 } });
  const pane = await session.newWindow({ command });
  await pane.waitForText('ready');
  return { pane, tell: (order) => pane.sendText(`${JSON.stringify(order)}\r`) };
}

/** An OSC as programs write it. */
export function osc(text: string): string {
  return `\x1b]${text}\x1b\\`;
}

/** A golden screen of an agent, without its ending. */
export function goldenScreen(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/screens/${name}`, import.meta.url));
}
