import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer, type MuxServer } from '../../../src/server/create-server.js';
import { muxArgv } from '../cli/mux.js';
import { type OpenOperations, openOperations } from '../operations/open-operations.js';
import { StreamClient } from './stream-client.js';

let here: OpenOperations;
let before: readonly string[];
beforeAll(async () => {
  here = await openOperations();
  // What a server has in any case.
  await using server = await createServer({ runtime: here.another(), port: 0 });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await server.close();
  before = await files();
});
afterAll(() => here?.[Symbol.asyncDispose]());

/**
 * All files of this machine: state, home, sockets of tmux. Without what comes and goes with a store, and the key of the
 * state folder, which the first run of all makes.
 */
async function files(): Promise<string[]> {
  const all = await readdir(here.folder, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => !entry.isDirectory() && !/-(wal|shm)$|^credentials\.key$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

/** Takes the tour to where everything is there. */
async function take(url: string): Promise<StreamClient> {
  const token = (await readFile(join(here.folder, 'state', 'server-token'), 'utf8')).trim();
  const client = await new StreamClient(url, { authorization: `Bearer ${token}` }).opened();
  client.say({ type: 'follow', id: 'tour', operation: 'tour.take' });
  await client.until(() => {
    const error = client.frames.find(({ type }) => type === 'error');
    if (error) throw new Error(JSON.stringify(error));
    return client.items('tour').some((item) => (item as { type: string }).type === 'ready');
  });
  // It has begun to watch all of it then: tmux crashes where a client leaves while another one introduces itself.
  await expect.poll(() => asked(url), { timeout: 60_000 }).toContain(ready(client).run);
  return client;
}

function ready(client: StreamClient): { readonly host: string; readonly run: string } {
  return client.items('tour').find((item) => (item as { type: string }).type === 'ready') as never;
}

/** What there is of a tour while it goes on. */
async function expectThings(client: StreamClient): Promise<void> {
  const { host, run } = ready(client);
  const { sessions } = await here.call('pane.list', { host });
  const names = sessions.map(({ name }: { name: string }) => name).sort();
  expect(names).toEqual(['tour-run', 'tour-worker', 'tour-workspace']);
  const { runs } = await here.call('run.list', { host });
  expect(runs).toContainEqual(expect.objectContaining({ id: run, state: 'running' }));
}

async function expectNothing(): Promise<void> {
  expect((await here.call('run.list', {})).runs).toEqual([]);
  expect((await here.call('worker.list', {})).workers).toEqual([]);
  expect((await here.call('recording.list', {})).recordings).toEqual([]);
  expect(await files()).toEqual(before);
}

describe('the guided tour', () => {
  it('is gone when whoever takes it is gone, without a word', async () => {
    await using server = await createServer({ runtime: here.another(), port: 0 });
    const client = await take(server.url);
    await expectThings(client);
    client.socket.terminate();
    await server.close();
    await expectNothing();
  });

  it('is ended by a call, which answers when nothing of it is left', async () => {
    await using server = await createServer({ runtime: here.runtime, port: 0 });
    await using client = await take(server.url);
    expect(await here.call('tour.status', {})).toEqual({ going: true });
    expect(await here.call('tour.end', {})).toEqual({ ended: true });
    await client.frame('end', 'tour');
    expect(await here.call('tour.status', {})).toEqual({ going: false });
    await server.close();
    await expectNothing();
  });

  it('is there once: the next to take it ends the one before', async () => {
    await using server = await createServer({ runtime: here.another(), port: 0 });
    await using first = await take(server.url);
    await using second = await take(server.url);
    await first.frame('end', 'tour');
    await expectThings(second);
    expect(ready(second).run).not.toBe(ready(first).run);
    await server.close();
    await expectNothing();
  });

  it('of a server that was killed is cleaned up by the next', async () => {
    const killed = await startedProcess();
    await using client = await take(killed.url);
    await expectThings(client);
    await killed.kill();
    await expectThings(client);
    await using server: MuxServer = await createServer({ runtime: here.another(), port: 0 });
    await server.close();
    await expectNothing();
  });
});

/** The runs that ask something, as that server knows it. */
async function asked(url: string): Promise<string[]> {
  const token = (await readFile(join(here.folder, 'state', 'server-token'), 'utf8')).trim();
  const answer = await fetch(`${url}/api/operations/inbox.list`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { items } = (await answer.json()) as { readonly items: readonly { readonly id: string }[] };
  return items.map(({ id }) => id);
}

/** A server in a process of its own. */
async function startedProcess(): Promise<{ readonly url: string; kill(): Promise<void> }> {
  const [command = '', ...words] = [...muxArgv, 'serve', '--port', '0', '--json'];
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line) as { readonly url: string };
    return {
      url,
      kill: async () => {
        child.kill('SIGKILL');
        await exited;
      },
    };
  }
  throw new Error('The server did not start.');
}
