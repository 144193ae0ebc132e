import { describe, expect, it } from 'vitest';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';

describe('options of a new session', () => {
  it('are on it from the first moment on, and a session that exists keeps its own', async () => {
    await using server = await isolatedTmux({ started: false });
    const { tmux } = server;
    const mark = (value: string) => ({ userOptions: { '@owner': value } }) as const;
    const first = await tmux.ensureSession('work', mark('it\'s "me" #{pane_id}; $HOME'));
    expect(await first.options.get('@owner')).toBe('it\'s "me" #{pane_id}; $HOME');
    await tmux.ensureSession('work', mark('somebody else'));
    expect(await first.options.get('@owner')).toBe('it\'s "me" #{pane_id}; $HOME');
    const long = await tmux.ensureSession('work-2', { ...mark('other'), historyLimit: 10 });
    expect(await long.options.get('@owner')).toBe('other');
    expect(await first.options.get('@owner')).not.toBe('other');
  });
});
