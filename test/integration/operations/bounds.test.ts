import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allOperations } from '../../../src/operations/families.js';
import type { CallOperation } from '../../../src/operations/operation.js';
import { type Answer, type OpenOperations, openOperations } from './open-operations.js';

const calls = (await allOperations()).filter(
  (operation): operation is CallOperation => operation.kind === 'call',
);

let here: OpenOperations;
beforeAll(async () => {
  here = await openOperations();
});
afterAll(() => here[Symbol.asyncDispose]());

/** What has no limit of its own, and why it needs none. */
const SMALL: Readonly<Record<string, string>> = {
  'pane.screen': 'one screen',
  'pane.tree': 'the elements of one screen',
  'pane.choose': 'the keys to one element',
  'pane.wait': 'one screen',
  'pane.screens': 'the screens of two hundred panes at most',
  'run.explain': 'a handful of signs',
  'run.recover': 'the runs of one host that changed',
  'run.prune': 'the runs that were removed',
  'run.metrics': 'the kinds of commands there are',
  'run.status': 'the tags of one run',
  'run.scrub': 'the kinds of places that a database has',
  'worker.spawn': 'one worker',
  'worker.status': 'one worker',
  'worker.respawn': 'one worker',
  'worker.kill': 'one worker',
  'run.end': 'the processes that one run has left',
  'worker.broadcast': 'the workers that were told',
  'worker.clean': 'the workers that were removed',
  'worker.kill-orphans': 'the sessions that were removed',
  'worker.attach': 'the words of a command',
  'worker.interrupt': 'the keys of a program',
  'worker.eof': 'one key',
  'agent.status': 'one agent',
  'agent.send': 'one receipt',
  'agent.respond': 'one receipt',
  'agent.install-hooks': 'the files of one program',
  'agent.uninstall-hooks': 'the files of one program',
  'pane.send': 'one receipt',
  'worker.send': 'one receipt',
  'workspace.init': 'the windows of one session',
  'workspace.list': 'the panes of one session',
  'workspace.sync': 'the panes of one window',
  'workspace.layout': 'the layouts of one folder',
  'workspace.snapshot': 'the panes of one session',
  'workspace.capability': 'an answer for each tag of the call',
  'recording.get': 'one recording',
  'recording.prune': 'the recordings that were removed',
  'recording.image': 'one picture',
  'token.create': 'one token',
  'token.revoke': 'one token',
  'host.info': 'one host',
  'host.doctor': 'the checks of the hosts that were named',
};

/** Whether an answer has a list, or a text that a program printed. */
function isLong(operation: CallOperation): boolean {
  const schema = JSON.stringify(z.toJSONSchema(operation.output, { io: 'output' }));
  const texts = ['output', 'text', 'screen'].some((name) => name in operation.output.shape);
  return texts || schema.includes('"type":"array"');
}

describe('answers', () => {
  it('have a limit in every operation that could give very much', () => {
    const bounded = (one: CallOperation): boolean =>
      'limit' in one.input.shape || 'maxBytes' in one.input.shape;
    const long = calls.filter(isLong);
    expect(long.filter((one) => !bounded(one) && !(one.name in SMALL)).map(({ name }) => name)).toEqual([]);
    // Nothing is excused that has a limit, or is not long.
    const known = new Set(long.filter((one) => !bounded(one)).map(({ name }) => name as string));
    expect(Object.keys(SMALL).filter((name) => !known.has(name))).toEqual([]);
  });

  it('give panes and hosts page by page, and every one of them', async () => {
    for (const name of ['a', 'b', 'c']) {
      const session = await here.tmux.ensureSession(name, { command: ['cat'] });
      await session.newWindow({ command: ['cat'] });
    }
    const panes = (answer: Answer): string[] =>
      answer.sessions.flatMap((session: Answer) =>
        session.windows.flatMap((window: Answer) => window.panes.map(({ id }: Answer) => id)),
      );
    const all = await here.call('pane.list', { host: here.host });
    expect(all).toMatchObject({ hasMore: false });
    const found: string[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const part = await here.call('pane.list', { host: here.host, limit: 2, ...(cursor && { cursor }) });
      expect(panes(part).length).toBeLessThanOrEqual(2);
      found.push(...panes(part));
      [cursor, more] = [part.nextCursor, part.hasMore];
    }
    expect(found).toEqual(panes(all));
    expect(found.length).toBeGreaterThanOrEqual(6);
    await here.call('run.complete', { host: here.host, command: 'true', login: false });
    const { hosts, nextCursor } = await here.call('host.list', { limit: 1 });
    const rest = await here.call('host.list', { limit: 1, cursor: nextCursor });
    expect([...hosts, ...rest.hosts].map(({ host }: Answer) => host)).toEqual(['local', here.host]);
  });

  it('give the end of a long text, and say so', async () => {
    const seq = { name: 'seq', host: here.host, login: false, command: 'seq 1000; exec cat' };
    await here.call('worker.spawn', { ...seq, readyText: '1000' });
    const whole = await here.call('worker.peek', { name: 'seq', lines: 900 });
    const part = await here.call('worker.peek', { name: 'seq', lines: 900, maxBytes: 1_000 });
    expect([whole.truncated, part.truncated]).toEqual([false, true]);
    expect(part.text.length).toBeLessThanOrEqual(1_000);
    expect(whole.text.endsWith(part.text)).toBe(true);

    const place = { host: here.host, session: 'model', folder: join(here.folder, 'work') };
    const sent = await here.call('workspace.send', {
      ...place,
      command: 'seq 2000',
      wait: 'end',
      maxBytes: 1_000,
    });
    expect(sent).toMatchObject({ exit_code: 0, output: expect.stringMatching(/^18\d\d\n[\d\n]*\n2000$/) });
    const reading = { ...place, lines: 1_000, maxBytes: 1_000 };
    // The log, from which is read, is a moment behind the command.
    await expect.poll(async () => (await here.call('workspace.read', reading)).output).toMatch(/^2000$/m);
    const read = await here.call('workspace.read', reading);
    expect(read.output.length).toBeLessThanOrEqual(1_000);
    expect(read).toMatchObject({ has_more: true, lines_captured: read.output.split('\n').length });
  });

  it('give as many turns of an agent as fit, and the begin of long commands in lists', async () => {
    const store = await here.runtime.store();
    const [pane] = await here.tmux.panes();
    await store.agents.insert({ id: 'a1', host: here.host, name: 'talker', tmuxPaneId: pane?.id ?? '' });
    for (const letter of ['x', 'y', 'z'])
      await store.turns.append('a1', {
        actor: 'USER',
        intent: 'COMMAND',
        text: letter.repeat(800),
        source: 'respond',
      });
    const turns = await here.call('agent.turns', { agent: 'a1', order: 'oldest', maxBytes: 1_700 });
    expect(turns.turns.map(({ text }: Answer) => text[0])).toEqual(['x', 'y']);
    expect(turns.hasMore).toBe(true);
    const after = turns.turns.at(-1).id;
    expect(await here.call('agent.turns', { agent: 'a1', order: 'oldest', after })).toMatchObject({
      turns: [{ text: 'z'.repeat(800) }],
      hasMore: false,
    });

    const command = `true ${'x'.repeat(10_000)}`;
    const { id } = await here.call('run.complete', { host: here.host, command, login: false });
    const [{ command: listed }] = (await here.call('run.list', { limit: 1 })).runs;
    expect(listed).toBe(`${command.slice(0, 500)}…`);
    expect((await here.call('run.status', { run: id })).command).toContain(command.slice(0, 1_000));
  });
});
