import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownEnvironment } from '../../src/cli/foreground/own-environment.js';
import { connect } from '../../src/tmux/connect.js';
import { type OpenOperations, openOperations } from '../integration/operations/open-operations.js';

const CANARY = 'canary-of-the-environment';

/** What a server may have in its environment, and none of its panes. */
const OWN = {
  MUXWRIGHT_STORE: `postgres://mux:${CANARY}@127.0.0.1:1/mux`,
  MUXWRIGHT_KEY_FILE: `/nowhere/${CANARY}`,
  MUXWRIGHT_NEXT_KEY_FILE: `/nowhere/${CANARY}`,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${CANARY}`,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: `x-key=${CANARY}`,
  PGPASSWORD: CANARY,
};

let here: OpenOperations;
beforeAll(async () => {
  here = await openOperations();
  // The store is open before its address changes.
  await here.call('run.list');
  await here.call('worker.list');
  Object.assign(process.env, OWN, { MUXWRIGHT_TEST_PLAIN: 'plain-variable' });
});
afterAll(async () => {
  for (const host of hosts)
    await connect(host).then(
      (tmux) => tmux.killServer(),
      () => {},
    );
  for (const name of [...Object.keys(OWN), 'MUXWRIGHT_TEST_PLAIN']) delete process.env[name];
  await here[Symbol.asyncDispose]();
});

const hosts: string[] = [];

/** A tmux server that the call starts, on a socket of its own. */
function freshHost(name: string): string {
  const host = `local?socket=mux-${name}-${process.pid}`;
  hosts.push(host);
  return host;
}

async function globalEnvironment(host: string): Promise<string> {
  await using tmux = await connect(host);
  const [variables] = await tmux.request([['show-environment', '-g']]);
  return String(variables);
}

describe('what opens the store, or is sent with traces, is inherited by nothing', () => {
  it('of a run, and not by the tmux server that is started for it', async () => {
    const host = freshHost('run');
    const run = await here.call('run.complete', {
      host,
      command: 'env; cat /proc/$PPID/environ',
      login: false,
    });
    const { lines } = await here.call('run.output', { run: run.id });
    const environment = await globalEnvironment(host);
    expect(JSON.stringify(lines)).toContain('plain-variable');
    expect(environment).toContain('plain-variable');
    expect(JSON.stringify(lines)).not.toContain(CANARY);
    expect(environment).not.toContain(CANARY);
  });

  it('of a run on a tmux server that somebody started with it', async () => {
    const host = freshHost('old');
    await here.call('run.complete', { host, command: 'true' });
    await using tmux = await connect(host);
    for (const [name, value] of Object.entries(OWN))
      await tmux.request([['set-environment', '-g', name, value]]);
    const run = await here.call('run.complete', { host, command: 'env', login: false });
    const { lines } = await here.call('run.output', { run: run.id });
    expect(JSON.stringify(lines)).not.toMatch(/MUXWRIGHT_(?:STORE|KEY_FILE)=|OTEL_EXPORTER/);
  });

  it('of a worker', async () => {
    const host = freshHost('worker');
    await here.call('worker.spawn', { name: 'env-worker', host, command: ['sh', '-c', 'env; sleep 100'] });
    await expect
      .poll(async () => JSON.stringify(await here.call('worker.peek', { name: 'env-worker', lines: 200 })))
      .toContain('plain-variable');
    const logs = JSON.stringify(await here.call('worker.logs', { name: 'env-worker' }));
    expect(logs).not.toContain(CANARY);
    expect(await globalEnvironment(host)).not.toContain(CANARY);
  });

  it('of a workspace', async () => {
    const host = freshHost('workspace');
    const place = { host, folder: here.folder };
    await here.call('workspace.init', place);
    const sent = await here.call('workspace.send', { ...place, command: 'env', wait: 'end' });
    expect(sent.output).toContain('plain-variable');
    expect(JSON.stringify(sent)).not.toContain(CANARY);
    expect(await globalEnvironment(host)).not.toContain(CANARY);
  });

  it('of a chat session', async () => {
    const host = freshHost('chat');
    await here.call('session.open', { host, workspace: 'w', chatId: 'c' });
    expect(await globalEnvironment(host)).not.toContain(CANARY);
  });

  it('of a command that `mux run` starts as if it ran right here', () => {
    const passed = ownEnvironment(process.env);
    expect(passed).toMatchObject({ MUXWRIGHT_TEST_PLAIN: 'plain-variable', PGPASSWORD: CANARY });
    expect(Object.keys(passed).filter((name) => name.startsWith('MUXWRIGHT_') && name in OWN)).toEqual([]);
    expect(passed).not.toHaveProperty('OTEL_EXPORTER_OTLP_HEADERS');
  });
});
