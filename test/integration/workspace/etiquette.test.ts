import { expect, it, vi } from 'vitest';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { openWorkspace, PATIENCE } from './open-workspace.js';

it('never disturbs a person who is attached: window, pane and size stay what she chose', async () => {
  await using workspace = await openWorkspace();
  const { ok, tmux, server } = workspace;
  await ok({ action: 'window', name: 'hers' });
  await ok({ action: 'split', window: 1, direction: 'horizontal' });
  // A person: a real client with a terminal of 101 by 31, in a pane of another server.
  await using desk = await isolatedTmux();
  await desk.tmux.ensureSession('desk', {
    size: { width: 101, height: 31 },
    command: ['sh', '-c', `unset TMUX; exec tmux -L ${server.socket} attach -t artie`],
  });
  await vi.waitFor(async () => expect((await tmux.sessions())[0]?.attached).toBe(1), PATIENCE);
  await tmux.command('select-window', '-t', 'artie:hers');
  await tmux.command('select-pane', '-t', 'artie:hers.1');
  const seen = (): Promise<string[]> =>
    tmux.command(
      'display-message',
      '-p',
      '-t',
      'artie:',
      '#{window_name} #{@muxwright_ws_address} #{window_width}x#{window_height}',
    );
  const before = await seen();
  expect(before[0]).toMatch(/^hers 1\.1 101x/);
  await ok({ action: 'send', command: 'seq 100', wait: 'end' });
  await ok({ action: 'send', pane: '1.0', command: 'seq 100', clear: true, wait: 'end' });
  await ok({ action: 'read', pane: '1.0', all: true });
  await ok({ action: 'split', window: 1, direction: 'vertical' });
  await ok({ action: 'split', window: 0, direction: 'vertical' });
  await ok({ action: 'window', name: 'more' });
  await ok({ action: 'layout', operation: 'save', window: 1 });
  await ok({ action: 'layout', operation: 'restore', window: 1 });
  await ok({ action: 'snapshot', operation: 'save' });
  await ok({ action: 'kill', pane: '1.2' });
  await ok({ action: 'kill', window: 2 });
  expect(await seen()).toEqual(before);
});
