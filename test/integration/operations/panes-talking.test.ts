import { describe, expect, it } from 'vitest';
import { Runtime } from '../../../src/operations/runtime.js';
import { agentServer } from '../agents/scripted-agent.js';
import { openOperations } from './open-operations.js';

describe('pane.send', () => {
  it('proves that a program with an input box took the text, and types nothing into its dialogs', async () => {
    await using here = await openOperations();
    await using agents = await agentServer();
    const agent = await agents.start();
    const target = { target: agent.pane.id, host: agents.server.address };
    const sent = await here.call('pane.send', { ...target, text: 'Fix the failing test' });
    expect(sent).toMatchObject({
      paneId: agent.pane.id,
      via: 'bridge',
      status: 'submitted',
      receipt: { status: 'submitted', attempts: 1, at: expect.stringMatching(/Z$/) },
    });
    expect(sent.receipt.evidence.length).toBeGreaterThan(0);
    const again = { ...target, text: 'only once', idempotencyKey: 'k1' };
    const [first, second] = [await here.call('pane.send', again), await here.call('pane.send', again)];
    expect(second.receipt).toEqual(first.receipt);
    expect(await agent.submitted()).toEqual(['Fix the failing test', 'only once']);

    const asking = await agents.start({ dialogAfterStartMs: 1 });
    await asking.pane.waitForText('Do you want');
    const refused = await here.fails('pane.send', { ...target, target: asking.pane.id, text: 'yes please' });
    expect(refused).toMatchObject({ code: 'DIALOG_OPEN', suggestion: 'Answer it with pane.keys first.' });
    expect(await asking.submitted()).toEqual([]);
  });

  it('says that nothing proves it, and does not send a second time', async () => {
    await using here = await openOperations();
    await using agents = await agentServer();
    const agent = await agents.start({ swallowEnter: 99 });
    const sent = await here.call('pane.send', {
      target: agent.pane.id,
      host: agents.server.address,
      text: 'is anybody there',
    });
    expect(sent).toMatchObject({ via: 'bridge', status: 'unconfirmed', receipt: { status: 'unconfirmed' } });
    expect(await agent.submitted()).toEqual([]);
  });

  it('gives up waiting for an agent that is at work when the caller has had enough', async () => {
    await using here = await openOperations();
    await using agents = await agentServer();
    const agent = await agents.start({ startWorkMs: 3_600_000 });
    const controller = new AbortController();
    const sending = here.fails(
      'pane.send',
      { target: agent.pane.id, host: agents.server.address, text: 'later', when: 'idle', timeoutMs: 0 },
      { signal: controller.signal },
    );
    setImmediate(() => controller.abort());
    expect((await sending).code).toBe('ABORTED');
    expect(await agent.submitted()).toEqual([]);
  });

  it('reaches runs and workers by their names, and nobody else where their panes are gone', async () => {
    await using here = await openOperations();
    const start = { command: 'cat', host: here.host, login: false, interactive: false };
    const { id, paneId } = await here.call('run.start', start);
    await here.call('worker.spawn', { name: 'echo', command: ['cat'], host: here.host });
    for (const target of [id, 'echo']) {
      expect(await here.call('pane.send', { target, text: `hello ${target}` })).toMatchObject({
        via: 'line',
      });
      const waited = await here.call('pane.wait', { target, regex: `hello ${target}\\nhello ${target}` });
      expect(waited.screen).toContain(`hello ${target}`);
    }
    expect(await here.call('pane.screen', { target: id })).toMatchObject({ paneId });
    // The same id in another server is another pane.
    await here.tmux.killServer();
    const runtime = new Runtime();
    await here.tmux.ensureSession('other', { command: ['cat'] });
    for (let made = 0; made < 4; made++)
      await (await here.tmux.ensureSession('other')).newWindow({ command: ['cat'] });
    expect((await here.tmux.panes()).map((pane) => pane.id)).toContain(paneId);
    for (const target of [id, 'echo']) {
      const error = await here.fails('pane.send', { target, text: 'for somebody else' }, { by: runtime });
      expect(error.code).toMatch(/^(PANE_NOT_FOUND|TARGET_NOT_FOUND)$/);
    }
    for (const { id: other } of await here.tmux.panes())
      expect(await here.tmux.pane(other).capture()).toBe('');
    await runtime.close();
  });

  it('goes to the pane that was meant, whatever a note on that pane says', async () => {
    await using here = await openOperations();
    const start = { command: 'cat', host: here.host, login: false, interactive: false };
    const { id, paneId } = await here.call('run.start', start);
    await here.call('run.wait', { run: id, until: 'prompt' });
    const note = await here.tmux.pane(paneId).options.get('@muxwright_run');
    const other = await (await here.tmux.ensureSession('main')).newWindow({ command: ['cat'] });
    await other.options.set('@muxwright_run', note ?? '');
    await here.call('pane.send', { target: other.id, host: here.host, text: 'for this one' });
    await here.call('pane.wait', { target: other.id, host: here.host, regex: 'this one\\n.*this one' });
    expect(await here.tmux.pane(paneId).capture()).not.toContain('for this one');
  });

  it('types without Enter, over several lines, and refuses what cannot be typed', async () => {
    await using here = await openOperations();
    const command = ['sh', '-c', 'stty -echo; echo ready; exec cat'];
    const pane = await (await here.tmux.ensureSession('main')).newWindow({ command });
    const target = { target: pane.id, host: here.host };
    await here.call('pane.wait', { ...target, text: 'ready' });
    await here.call('pane.send', { ...target, text: 'half', enter: false });
    await here.call('pane.send', { ...target, text: ' and half\nsecond' });
    const { screen } = await here.call('pane.wait', { ...target, text: 'second' });
    expect(screen).toBe('ready\nhalf and half\nsecond');
    const empty = await here.fails('pane.send', { ...target, text: '' });
    expect(empty.message).toBe("'text' of pane.send is empty.");
    const large = await here.fails('pane.send', { ...target, text: 'x'.repeat(1_000_000) });
    expect(large.message).toBe("'text' of pane.send has more than 262144 characters.");
    await pane.kill();
    expect((await here.fails('pane.send', { ...target, text: 'x' })).code).toBe('PANE_NOT_FOUND');
  });
});
