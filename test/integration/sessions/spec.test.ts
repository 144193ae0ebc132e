import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Host } from '../../../src/hosts/host.js';
import { openHost } from '../../../src/hosts/open-host.js';
import { TmuxManager } from '../../../src/index.js';
import { type ScratchContainer, scratchContainer } from '../../../src/testing/scratch-container.js';
import { patience } from '../../patience.js';
import { dockerContext } from '../docker-context.js';
import { installClaude, readRequests } from './chat-server.js';

/** As callers write it: a container by its name, its own tmux server, and nothing configured. */
describe('a container with Claude', () => {
  let container: ScratchContainer;
  let host: Host;
  let containerId: string;
  let home: string;
  const managers: TmuxManager[] = [];
  const newManager = (...options: ConstructorParameters<typeof TmuxManager>): TmuxManager => {
    const manager = new TmuxManager(...options);
    managers.push(manager);
    return manager;
  };

  beforeAll(async () => {
    const { engine, images } = dockerContext();
    home = await mkdtemp(join(tmpdir(), 'muxwright-chats-'));
    vi.stubEnv('DOCKER_HOST', engine);
    vi.stubEnv('MUXWRIGHT_HOME', home);
    container = await scratchContainer({ engine, image: images.glibc });
    containerId = container.name;
    host = await openHost(container.address, patience);
    await installClaude(host, '/usr/bin');
  });

  beforeEach(async () => {
    await host.run(['tmux', 'kill-server']);
    await host.run(['rm', '-f', '/usr/bin/log-123']);
  });

  afterAll(async () => {
    for (const manager of managers) await manager.close();
    await host.close();
    await container.remove();
    vi.unstubAllEnvs();
    await rm(home, { recursive: true });
  });

  it('has a session under the name of workspace and chat (test 1) [M1] [M2] [M3] [M9]', async () => {
    const manager = newManager();
    const sessionName = await manager.getOrCreateSession(containerId, 'cc-bridge', '123456789');
    expect(sessionName).toBe('claude-cc-bridge-123456789');
    expect(await manager.sessionExists(containerId, sessionName)).toBe(true);
    expect(await manager.listSessions(containerId)).toContain(sessionName);
    const { stdout } = await host.run(['tmux', 'ls', '-F', '#{session_name} #{session_attached_list}']);
    expect(stdout.toString()).toMatch(/^claude-cc-bridge-123456789 (client-\d+)?$/m);
  });

  it('gives the same session again (test 2) [M4]', async () => {
    const manager = newManager();
    const session1 = await manager.getOrCreateSession(containerId, 'cc-bridge', '123');
    const session2 = await manager.getOrCreateSession(containerId, 'cc-bridge', '123');
    expect(session1).toBe(session2);
    expect(await manager.listSessions(containerId)).toEqual([session1]);
  });

  it('runs a prompt with what the Stop hook needs (test 3) [M13] [M14] [M19]', async () => {
    const manager = newManager();
    const sessionName = await manager.getOrCreateSession(containerId, 'cc-bridge', '123');
    const metadata = { requestId: 'req-001', chatId: '123', workspace: 'cc-bridge' };
    const receipt = await manager.sendToSession(containerId, sessionName, 'Hello Claude!', metadata);
    expect(receipt).toMatchObject({ requestId: 'req-001', sessionName });
    await host.run(['tmux', 'wait-for', 'answered req-001'], { timeoutMs: 120_000 });
    expect(await readRequests(host, '/usr/bin/log-123')).toEqual([
      { argv: ['-p', 'Hello Claude!'], ...metadata },
    ]);
  });

  it('takes special characters as they are (test 4) [M16] [M17]', async () => {
    const manager = newManager();
    const sessionName = await manager.getOrCreateSession(containerId, 'cc-bridge', '123');
    const testCases = [
      'Simple message',
      'Message with "quotes"',
      'Message with $variables',
      'Multi\nline\nmessage',
      "Message with 'single quotes'",
      'Message with `backticks`',
    ];
    for (const [number, prompt] of testCases.entries()) {
      const metadata = { requestId: `req-${number}`, chatId: '123', workspace: 'cc-bridge' };
      await manager.sendToSession(containerId, sessionName, prompt, metadata);
    }
    await host.run(['tmux', 'wait-for', 'answered req-5'], { timeoutMs: 120_000 });
    const requests = await readRequests(host, '/usr/bin/log-123');
    expect(requests.map(({ argv }) => argv)).toEqual(testCases.map((prompt) => ['-p', prompt]));
  });

  it('ends a session that was not used (test 5) [M29]', async () => {
    const manager = newManager({ sessionIdleTimeoutMs: 1000 });
    const sessionName = await manager.getOrCreateSession(containerId, 'cc-bridge', '123');
    // What a shell does before its first prompt counts as something that runs.
    const capture = ['tmux', 'capture-pane', '-p', '-t', `=${sessionName}:`];
    await expect.poll(async () => (await host.run(capture)).stdout.toString()).toMatch(/[$#] *$/m);
    const busy = async () => (await manager.describeSessions(containerId)).some((one) => one.busy);
    await expect.poll(busy).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const cleaned = await manager.cleanupIdleSessions();
    expect(cleaned).toBe(1);
    expect(await manager.sessionExists(containerId, sessionName)).toBe(false);
  });

  it('takes several prompts at once (test 6) [M20]', async () => {
    const manager = newManager();
    const sessionName = await manager.getOrCreateSession(containerId, 'cc-bridge', '123');
    const metadata = (requestId: string) => ({ requestId, chatId: '123', workspace: 'cc-bridge' });
    const promises = [
      manager.sendToSession(containerId, sessionName, 'Prompt 1', metadata('r1')),
      manager.sendToSession(containerId, sessionName, 'Prompt 2', metadata('r2')),
      manager.sendToSession(containerId, sessionName, 'Prompt 3', metadata('r3')),
    ];
    await Promise.all(promises);
    await host.run(['tmux', 'wait-for', 'answered r3'], { timeoutMs: 120_000 });
    const requests = await readRequests(host, '/usr/bin/log-123');
    expect(requests.map(({ argv }) => argv[1])).toEqual(['Prompt 1', 'Prompt 2', 'Prompt 3']);
  });

  it('says that a container does not exist (test 7) [M31]', async () => {
    const manager = newManager();
    await expect(manager.getOrCreateSession('invalid-container', 'test', '123')).rejects.toThrow(
      'Container not found',
    );
  });
});
