import { describe, expect, it } from 'vitest';
import { isMuxError } from '../../../src/model/mux-error.js';
import { resolveTarget } from '../../../src/operations/targets/resolve-target.js';
import { type OpenOperations, openOperations } from './open-operations.js';

describe('a target', () => {
  it('names a pane by its id, its window or its session, whatever the base-index is', async () => {
    await using here = await openOperations({ config: 'set -g base-index 3\nset -g pane-base-index 5' });
    const session = await here.tmux.ensureSession('work', { command: ['cat'] });
    const first = await session.newWindow({ command: ['cat'], name: 'editor' });
    const second = await first.split({ command: ['cat'], select: true });
    const { windowId, sessionId, windowIndex } = await first.info();
    const named = async (target: string): Promise<string> =>
      (await resolveTarget(here.runtime, target, here.host)).pane.id;
    for (const target of [
      first.id,
      'work:editor.5',
      `work:${windowIndex}.5`,
      `${windowId}.5`,
      `=work:=editor.${first.id}`,
    ])
      expect(await named(target), target).toBe(first.id);
    for (const target of [
      'work:editor',
      'work:editor.6',
      windowId,
      `${windowId}.${second.id}`,
      `${sessionId}:editor`,
    ])
      expect(await named(target), target).toBe(second.id);
    const [active] = (await session.panes()).filter((pane) => pane.windowIndex === 3);
    for (const target of ['work', 'work:', '=work', sessionId])
      expect(await named(target), target).toBe(active?.id);
  });

  it('is taken as a whole, and never for a neighbour or for what begins so', async () => {
    await using here = await openOperations();
    const session = await here.tmux.ensureSession('work', { command: ['cat'] });
    await session.newWindow({ command: ['cat'], name: 'editor' });
    const targets = [
      'w',
      'wor',
      'wor*',
      'work:edit',
      'work:e*',
      'work:+',
      'work:-',
      'work:!',
      'work:{end}',
      'work:.9',
    ];
    const relative = [
      '',
      ':',
      '.',
      '.0',
      ':0',
      '+',
      '-',
      '!',
      '~',
      '{last}',
      '-t',
      '--',
      '=',
      '==work',
      'work:editor.x',
    ];
    for (const target of [...targets, ...relative])
      expect(await codeOf(here, target), target).toMatch(/_NOT_FOUND$/);
    const own = await here.tmux.ensureSession('-t', { command: ['cat'] });
    const [pane] = await own.panes();
    expect((await resolveTarget(here.runtime, '-t', here.host)).pane.id).toBe(pane?.id);
  });

  it('means a worker before a session of the same name, and says where it means two things', async () => {
    await using here = await openOperations();
    await here.tmux.ensureSession('api', { command: ['cat'] });
    const { paneId } = await here.call('worker.spawn', {
      name: 'api',
      command: ['cat'],
      host: here.host,
      session: 'elsewhere',
    });
    const found = await resolveTarget(here.runtime, 'api');
    expect(found).toMatchObject({ kind: 'worker', name: 'api', host: here.host });
    if (paneId !== undefined) expect(found.pane.id).toBe(paneId);
    const session = await resolveTarget(here.runtime, 'api:', here.host);
    expect(session.kind).toBe('pane');
    const store = await here.runtime.store();
    await store.agents.insert({ id: 'a1', host: here.host, name: 'api', tmuxPaneId: session.pane.id });
    const error = await here.fails('pane.screen', { target: 'api' });
    expect(error).toMatchObject({ code: 'TARGET_AMBIGUOUS', suggestion: 'Give the pane id, with its host.' });
    expect(await here.call('pane.screen', { target: 'a1' })).toMatchObject({ paneId: session.pane.id });
  });
});

async function codeOf(here: OpenOperations, target: string): Promise<unknown> {
  const error = await resolveTarget(here.runtime, target, here.host).catch((thrown: unknown) => thrown);
  return isMuxError(error) ? error.code : error;
}
