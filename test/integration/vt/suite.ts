import { readdir, readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { IsolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { comparedScreen, modelScreen } from './model-screens.js';
import { output } from './random-output.js';
import { type ScreenSize, tmuxScreens } from './tmux-screens.js';

const fixtures = new URL('../../fixtures/screens/', import.meta.url);

/** The model of a screen, and a real tmux, make the same of all output. */
export function screenModelSuite(start: () => Promise<IsolatedTmux>, runs: number): void {
  it('shows what tmux shows of random output', async () => {
    const size = { width: 20, height: 6 };
    await expectSame(start, size, fc.sample(output, { seed: 2_048, numRuns: runs }));
  });

  it('shows what tmux shows of the screens of real agents', async () => {
    await expectSame(start, { width: 100, height: 30 }, await agentScreens());
  });
}

/** Fails with the first output whose screens differ. */
export async function expectSame(
  start: () => Promise<IsolatedTmux>,
  size: ScreenSize,
  outputs: readonly string[],
): Promise<void> {
  await using server = await start();
  const screens = await tmuxScreens(server, size, outputs);
  for (const [index, screen] of screens.entries()) {
    const given = outputs[index] ?? '';
    expect(modelScreen(size, given), JSON.stringify(given)).toEqual(comparedScreen(screen));
  }
}

async function agentScreens(): Promise<string[]> {
  const names = await readdir(fixtures, { recursive: true });
  const captures = names.filter((name) => name.endsWith('.ansi')).toSorted();
  const texts = await Promise.all(captures.map((name) => readFile(new URL(name, fixtures), 'utf8')));
  return texts.map((text) => text.replaceAll('\n', '\r\n'));
}
