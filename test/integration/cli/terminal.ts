import { join } from 'node:path';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { type ScratchMux, scratchMux } from './scratch-mux.js';

export type Shell = 'bash' | 'zsh' | 'fish';

/** A terminal with a shell, typed into and read as a person would. */
export interface Terminal extends AsyncDisposable {
  readonly mux: ScratchMux;
  readonly pane: Pane;
  /** Types a line, and Enter. */
  enter(line: string): Promise<void>;
  /** Types a line that prints a mark when all of it is done; resolves with what it printed, without the mark. */
  output(line: string): Promise<string>;
  /** Gives the terminal another size. */
  resize(width: number, height: number): Promise<void>;
}

const shells: Readonly<Record<Shell, readonly string[]>> = {
  bash: ['bash', '--noprofile', '--norc', '-i'],
  zsh: ['zsh', '-f', '-i'],
  fish: ['fish', '--no-config', '-i'],
};

export async function openTerminal(shell: Shell = 'bash'): Promise<Terminal> {
  const mux = await scratchMux();
  try {
    return await openIn(mux, shell);
  } catch (error) {
    await mux[Symbol.asyncDispose]();
    throw error;
  }
}

async function openIn(mux: ScratchMux, shell: Shell): Promise<Terminal> {
  const server = await isolatedTmux();
  const session = await server.tmux.ensureSession('terminal', { size: { width: 100, height: 30 } });
  const prompt = { PS1: '> ', PROMPT: '> ', TERM: 'xterm-256color' };
  const pane = await session.newWindow({
    command: [...shells[shell]],
    cwd: join(mux.folder, 'work'),
    env: { ...mux.env, ...prompt },
  });
  await pane.waitForCursorLine(/[>#]$/, { timeoutMs: 120_000 });
  let marks = 0;
  const enter = async (line: string): Promise<void> => {
    await pane.sendText(line);
    await pane.sendKeys('Enter');
  };
  return {
    mux,
    pane,
    enter,
    output: async (line) => {
      marks += 1;
      const mark = `done-${marks}`;
      // A prompt that was not there before tells that all of the line is carried out.
      await enter(`clear; PS1='${marks}> '`);
      await pane.waitForScreen(({ lines }) => lines.join('').trim() === `${marks}>`, { timeoutMs: 120_000 });
      await enter(`${line}; echo ${mark}-$((1 + 0))`);
      const { lines } = await pane.waitForText(`${mark}-1`, { timeoutMs: 120_000 });
      const text = lines.join('\n');
      return text.slice(text.indexOf('\n') + 1, text.indexOf(`${mark}-1`));
    },
    resize: async (width, height) => {
      await server.tmux.command('resize-window', '-t', pane.id, '-x', String(width), '-y', String(height));
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await mux[Symbol.asyncDispose]();
    },
  };
}
