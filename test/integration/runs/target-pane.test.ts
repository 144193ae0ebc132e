import { describe, expect, it } from 'vitest';
import { targetPane } from '../../../src/runs/target-pane.js';
import { openRuns } from './open-runs.js';

describe('a tmux target', () => {
  it('names one pane by whole names and indexes, whichever pane is active [A50]', async () => {
    await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
    const { tmux } = runs;
    const session = await tmux.ensureSession('work');
    const first = await session.newWindow({ name: 'editor', command: ['cat'] });
    const second = await first.split({ command: ['cat'], select: true });
    const { windowIndex, windowId, index } = await first.info();

    const named = async (target: string): Promise<string> => (await targetPane(tmux, target)).id;
    for (const window of [`work:${windowIndex}`, 'work:editor', '=work:=editor', windowId]) {
      expect(await named(`${window}.${index}`)).toBe(first.id);
      expect(await named(`${window}.${index + 1}`)).toBe(second.id);
      expect(await named(window)).toBe(second.id);
    }
    expect(await named(first.id)).toBe(first.id);
    for (const target of ['wor', 'work:edi', 'work:editor.7', '-', '--', '+', '', '!', '{last}', 'a\0b']) {
      await expect(targetPane(tmux, target)).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
    }
  });
});
