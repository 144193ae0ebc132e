import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type OpenOperations, openOperations } from './open-operations.js';

let here: OpenOperations;
let place: Record<string, string>;
/** Says when a program that was started has come so far. */
let begun: string;
beforeAll(async () => {
  here = await openOperations();
  place = { host: here.host, session: 'model', folder: join(here.folder, 'work') };
  begun = join(here.folder, 'begun');
  await promisify(execFile)('mkfifo', [begun]);
});
afterAll(() => here[Symbol.asyncDispose]());

/** Calls, waits until the program it starts has begun, and has had enough then. Gives the error. */
async function enoughOf(name: string, input: Record<string, unknown>): Promise<Answer> {
  const caller = new AbortController();
  const outcome = here.fails(name, input, { signal: caller.signal });
  await Promise.race([readFile(begun), outcome]);
  caller.abort();
  return outcome;
}

describe('a caller who has had enough', () => {
  it.each([
    ['text', { text: 'never' }],
    ['quiet', { quietMs: 86_400_000 }],
    ['end', {}],
  ])('ends a wait of the workspace for %s at once; the command goes on', async (wait, more) => {
    const { pane } = await here.call('workspace.window', { ...place, name: wait });
    const command = `echo > '${begun}'; sleep 1000`;
    const sent = { ...place, pane, command, wait, timeout: 86_400, ...more };
    expect(await enoughOf('workspace.send', sent)).toMatchObject({ code: 'ABORTED' });
    expect(await here.call('workspace.status', { ...place, pane })).toMatchObject({ state: 'running' });
  });

  it('ends the tags of a text, and no further one is carried out', async () => {
    const { pane } = await here.call('workspace.window', { ...place, name: 'tags' });
    const file = join(here.folder, 'further');
    const tag = (command: string, wait: string): string =>
      `<capability name="tmux" action="send" pane="${pane}" command="${command}" ${wait} />`;
    const long = `sh -c 'echo > ${begun}; exec sleep 1000'`;
    const text = `${tag(long, 'wait="end" timeout="86400"')} ${tag(`touch '${file}'`, '')}`;
    expect(await enoughOf('workspace.capability', { ...place, text })).toMatchObject({ code: 'ABORTED' });
    await here.call('pane.keys', { target: `model:tags`, host: here.host, keys: ['C-c'] });
    await expect
      .poll(() => here.call('workspace.status', { ...place, pane }))
      .toMatchObject({ state: 'idle' });
    const { exit_code } = await here.call('workspace.send', { ...place, pane, command: 'true', wait: 'end' });
    expect([exit_code, existsSync(file)]).toEqual([0, false]);
  });

  it('ends the wait until a worker is ready, when it is started and when it is started again; it runs on', async () => {
    const command = `echo > '${begun}'; exec sleep 1000`;
    const ready = { readyText: 'never', readyTimeoutMs: 86_400_000 };
    const spawn = { name: 'slow', host: here.host, command, login: false, ...ready };
    expect(await enoughOf('worker.spawn', spawn)).toMatchObject({ code: 'ABORTED' });
    expect(await here.call('worker.status', { name: 'slow' })).toMatchObject({ state: 'running' });
    await here.call('worker.kill', { name: 'slow' });
    expect(await enoughOf('worker.respawn', { name: 'slow', ...ready })).toMatchObject({ code: 'ABORTED' });
    expect(await here.call('worker.status', { name: 'slow' })).toMatchObject({
      state: 'running',
      respawns: 1,
    });
  });

  it('is heard before anything is done', async () => {
    const signal = AbortSignal.abort();
    for (const [name, input] of [
      ['worker.respawn', { name: 'slow', force: true }],
      ['workspace.send', { ...place, command: 'touch further' }],
    ] as const)
      expect(await here.fails(name, input, { signal })).toMatchObject({ code: 'ABORTED' });
    expect(await here.call('worker.status', { name: 'slow' })).toMatchObject({ respawns: 1 });
  });
});
