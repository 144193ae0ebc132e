import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkHealth, checkHealthOf } from '../../../src/status/health/check-health.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { differentTools, usePlace } from '../tmux/places.js';

const AGENTS = 200;

describe.each(differentTools)('the health of an agent on $name', (place) => {
  const start = usePlace(place);

  it('finds it behind a shell that has started it, and no agent in a shell that waits [B26, B27]', async () => {
    await using server = await start();
    const wrapped = await run(server, 'sleep 1000; true', 'sh');
    await expect
      .poll(() => checkHealth(server.tmux, wrapped.id, { programs: ['sleep'] }))
      .toMatchObject({ available: true, running: true, evidence: 'sleep 1000 is in the foreground' });
    const found = await checkHealth(server.tmux, wrapped.id, { programs: ['sleep'] });
    expect(found.panePid).toBe((await wrapped.info()).pid);
    expect(found.pid).not.toBe(found.panePid);
    const waiting = await run(server, 'read line', 'sh');
    expect(await checkHealth(server.tmux, waiting.id, { programs: ['sleep'] })).toMatchObject({
      available: true,
      running: false,
    });
    await waiting.kill();
    expect(await checkHealth(server.tmux, waiting.id)).toMatchObject({ available: false, running: false });
  });
});

describe('the health of an agent', () => {
  it('tells whether the pane is there, wherever on the server, and whether claude or node runs in it [B26, B27]', async () => {
    await using server = await isolatedTmux();
    for (const program of ['claude', 'node']) {
      const pane = await run(server, `exec -a ${program} sleep 1000`, program);
      expect(await checkHealth(server.tmux, pane.id)).toMatchObject({
        available: true,
        running: true,
        command: program,
        pid: (await pane.info()).pid,
        evidence: `${program} is in the foreground`,
      });
    }
    const other = await run(server, 'exec -a vi sleep 1000', 'vi');
    expect(await checkHealth(server.tmux, other.id)).toMatchObject({
      available: true,
      running: false,
      command: 'vi',
    });
    await other.kill();
    expect(await checkHealth(server.tmux, other.id)).toMatchObject({
      available: false,
      running: false,
      command: undefined,
    });
    expect(await checkHealth(server.tmux, 'not a pane')).toMatchObject({ available: false });
  });

  it('is that of its program and not of any node, where the profile is known [B27]', async () => {
    await using server = await isolatedTmux();
    const folder = await temporaryFolder();
    const files = ['codex.js', 'server.js', 'node_modules/@anthropic-ai/claude-code/cli.js', 'bin/claude'];
    for (const file of files) {
      await mkdir(join(folder, file, '..'), { recursive: true });
      await writeFile(
        join(folder, file),
        '#!/usr/bin/env node\nsetInterval(() => {}, 1000);\nconsole.log("ready");\n',
      );
      await chmod(join(folder, file), 0o755);
    }
    const session = await server.tmux.ensureSession('agents');
    const health = async (command: readonly string[], programs: readonly string[]): Promise<boolean> => {
      const pane = await session.newWindow({ command });
      await pane.waitForText('ready');
      return (await checkHealth(server.tmux, pane.id, { programs })).running;
    };
    const [codex = '', other = '', packaged = '', script = ''] = files.map((file) => join(folder, file));
    expect(await health([process.execPath, '--no-warnings', codex], ['codex'])).toBe(true);
    expect(await health([process.execPath, other], ['codex', 'node'])).toBe(false);
    expect(await health([process.execPath, packaged], ['claude'])).toBe(true);
    expect(await health([script], ['claude'])).toBe(true);
    expect(await health([process.execPath, codex], ['claude'])).toBe(false);
    // Without a profile the name decides, as it says.
    const pane = await session.newWindow({ command: [process.execPath, other] });
    await pane.waitForText('ready');
    expect(await checkHealth(server.tmux, pane.id)).toMatchObject({ running: true, command: 'node' });
  });

  it('is bad where its program has ended and the pane stays, and where no server runs [B26]', async () => {
    await using server = await isolatedTmux();
    const pane = await run(server, 'exec -a claude sleep 1000', 'claude');
    await server.tmux.command('set-option', '-w', '-t', pane.id, 'remain-on-exit', 'on');
    process.kill((await pane.info()).pid);
    await pane.waitForExit();
    expect(await checkHealth(server.tmux, pane.id)).toMatchObject({
      available: true,
      running: false,
      dead: true,
    });
    await server.tmux.killServer();
    expect(await checkHealth(server.tmux, pane.id)).toMatchObject({ available: false, running: false });
  });

  it('fails as tmux does when it does not answer', async () => {
    await using server = await isolatedTmux();
    const stopped = new AbortController();
    stopped.abort();
    await expect(checkHealth(server.tmux, '%0', { signal: stopped.signal })).rejects.toMatchObject({
      code: 'ABORTED',
    });
  });
});

it('says that its processes were not told in time, and not that the agent has gone', async () => {
  await using server = await isolatedTmux();
  const pane = await run(server, 'sleep 1000; true', 'sh');
  const programs = ['sleep'];
  await expect.poll(() => checkHealth(server.tmux, pane.id, { programs })).toMatchObject({ running: true });
  // The shell of the host that scripts run in: it would be asked next.
  const shell = Number((await server.tmux.host.script('echo $$')).stdout);
  process.kill(shell, 'SIGSTOP');
  const late = checkHealth(server.tmux, pane.id, { programs, timeoutMs: 1_000 });
  await expect(late).rejects.toMatchObject({ code: 'TIMEOUT' });
});

describe(`the health of ${AGENTS} agents`, () => {
  it('is asked for by one query, and by one script for those whose name does not tell [B27, B46]', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('agents');
    const ids: string[] = [];
    for (let n = 0; n < AGENTS; n++) {
      const program = n % 2 === 0 ? 'claude' : 'node';
      const pane = await session.newWindow({ command: ['bash', '-c', `exec -a ${program} sleep 1000`] });
      ids.push(pane.id);
    }
    const requests = vi.spyOn(server.tmux, 'request');
    const scripts = vi.spyOn(server.tmux.host, 'script');
    const byName = ids.map((paneId) => ({ paneId }));
    await expect.poll(() => running(server, byName)).toBe(AGENTS);
    requests.mockClear();
    await checkHealthOf(server.tmux, byName);
    expect([requests.mock.calls.length, scripts.mock.calls.length]).toEqual([1, 0]);
    requests.mockClear();
    const closer = ids.map((paneId) => ({ paneId, programs: ['claude', 'codex'] }));
    expect(await running(server, closer)).toBe(AGENTS / 2);
    expect([requests.mock.calls.length, scripts.mock.calls.length]).toEqual([1, 1]);
  });
});

async function running(
  { tmux }: IsolatedTmux,
  targets: readonly { readonly paneId: string; readonly programs?: readonly string[] }[],
): Promise<number> {
  return (await checkHealthOf(tmux, targets)).filter((health) => health.running).length;
}

/** A program under a name of its own, in a session of its own. */
async function run({ tmux }: IsolatedTmux, script: string, command: string): Promise<Pane> {
  const shell = command === 'sh' ? 'sh' : 'bash';
  const session = await tmux.ensureSession(`for-${command}`);
  const pane = await session.newWindow({ command: [shell, '-c', script] });
  await expect.poll(async () => (await pane.info()).command).toBe(command);
  return pane;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-health-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
