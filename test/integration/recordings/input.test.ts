import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AgentHome } from '../agents/asking-agent.js';
import type { Answer } from '../operations/open-operations.js';
import { type OpenServer, openServer } from '../server/open-server.js';
import { TerminalClient } from '../server/terminal-client.js';
import { castEvents, inPane, PATIENT_MS, typedIn, untilFileHas } from './recorded.js';

const long = { timeout: 300_000 };

let open: OpenServer;
beforeAll(async () => {
  open = await openServer();
}, 120_000);
afterAll(async () => {
  await open[Symbol.asyncDispose]();
});

/** Begins to record what is typed, too; gives what was, when it is over. */
async function recording(target: string): Promise<() => Promise<string>> {
  const { host } = open.here;
  const { id, path } = await open.call('recording.start', { target, host, input: true });
  return async () => {
    await open.call('recording.stop', { id });
    return typedIn(await castEvents(path));
  };
}

it('has what is sent, pressed and pasted into a pane, and typed at a terminal', long, async () => {
  const { host } = open.here;
  const pane = await inPane(open.here, ['cat']);
  const typed = await recording(pane.id);
  await open.call('pane.send', { target: pane.id, host, text: 'sent', via: 'line' });
  await open.call('pane.keys', { target: pane.id, host, keys: ['k', 'e', 'y', 'Tab', 'Enter'] });
  await using viewer = new TerminalClient(
    open.url,
    { target: pane.id, host, mode: 'control' },
    { token: open.token },
  );
  await viewer.frame('hello');
  // The echo of a text, and what cat makes of it. The echo of the next text must not come in between.
  const shownTwice = (text: string) =>
    pane.waitForScreen(({ rows }) => rows.filter((row) => row === text).length === 2, {
      timeoutMs: PATIENT_MS,
    });
  for (const key of 'typed\r') viewer.type(key);
  await shownTwice('typed');
  viewer.type('\x1b[200~pasted\x1b[201~');
  viewer.type('\r');
  await shownTwice('pasted');
  expect(await typed()).toBe('sent\rkey\t\rtyped\rpasted\r');
});

it('has what a worker, a run and a workspace are sent', long, async () => {
  const { host } = open.here;
  await open.call('worker.spawn', { name: 'echoing', host, command: 'cat' });
  const toWorker = await recording('echoing');
  await open.call('worker.send', { name: 'echoing', text: 'to the worker', via: 'line' });
  await open.call('worker.interrupt', { name: 'echoing' });
  expect(await toWorker()).toBe('to the worker\r\x03');

  const run = await open.call('run.start', { host, command: 'read a; read b' });
  const toRun = await recording(run.id);
  await open.call('run.input', { run: run.id, text: 'an answer' });
  expect(await toRun()).toBe('an answer\r');
  await open.call('run.stop', { run: run.id });

  const place = { host, session: 'workspace' };
  await open.call('workspace.init', place);
  const { id } = (await open.here.tmux.panes()).find(
    ({ sessionName }) => sessionName === 'workspace',
  ) as Answer;
  const toWorkspace = await recording(id);
  await open.call('workspace.send', { ...place, command: 'echo from the workspace', wait: 'end' });
  expect(await toWorkspace()).toContain('echo from the workspace');
});

it('has what an agent is answered', long, async () => {
  await using home = await AgentHome.make();
  const agent = await home.start(open.here.server, { workMs: 3_600_000 });
  const { host } = open.here;
  const typed = await recording(agent.pane.id);
  await open.call('pane.send', { target: agent.pane.id, host, text: 'go on then, and take your time' });
  expect(await agent.told()).toEqual([{ submitted: 'go on then, and take your time' }]);
  expect(await typed()).toContain('go on then, and take your time\r');
});

it('has no secret in it, also where one is typed key by key', long, async () => {
  const { host } = open.here;
  const token = `ghp_${'Abc123'.repeat(6)}`;
  const pane = await inPane(open.here, ['cat']);
  const { id, path } = await open.call('recording.start', { target: pane.id, host, input: true });
  await using viewer = new TerminalClient(
    open.url,
    { target: pane.id, host, mode: 'control' },
    { token: open.token },
  );
  await viewer.frame('hello');
  for (const key of `export X=${token}\r`) viewer.type(key);
  await pane.waitForScreen(({ rows }) => rows.filter((row) => row.includes(token)).length === 2, {
    timeoutMs: PATIENT_MS,
  });
  for (const secret of ['hunter', 'x'])
    await open.call('pane.send', { target: pane.id, host, text: secret, secret: true, via: 'line' });
  await open.call('pane.send', { target: pane.id, host, text: 'over', via: 'line' });
  await untilFileHas(path, 'over');
  await open.call('recording.stop', { id });
  expect(await readFile(path, 'utf8')).not.toMatch(/Abc123|hunter/);
  const typed = typedIn(await castEvents(path));
  expect(typed).toMatch(/^export X=\S*\*{4}\rover\r$/);
});
