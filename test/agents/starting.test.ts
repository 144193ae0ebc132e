import { existsSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { loadProfiles, profileFor } from '../../src/panes/profiles/profile.js';
import { screenText } from '../../src/screen/screen.js';
import { AgentWatch } from '../../src/status/agent-watch.js';
import { TmuxBridge } from '../../src/systems/tmux-bridge.js';
import { isolatedTmux } from '../../src/testing/index.js';
import { bridgeTo } from './bridge-to.js';
import { openAgent, prepareAgent } from './open-agent.js';
import { slowGit, untilGo } from './slow-git.js';

const TAKEN = /^(submitted|queued)$/;

// Codex shows its input box long before it has started, and keeps Enter until then.
describe('a text to a codex that still starts', () => {
  const KEPT = 'Waiting for startup';
  const QUEUED = 'Queued follow-up inputs';
  const PATIENT = { timeoutMs: 200_000 };

  it.each(['hello there', '!touch by-shell.txt'])('is taken when it has started: %s [B14]', async (text) => {
    await using agent = await openAgent('codex', { prepare: slowGit });
    const { pane, home, project, model } = agent;
    await using bridge = bridgeTo(agent);
    // Codex forgets the Enter behind a command.
    const maxEnterRetries = text.startsWith('!') ? 1 : 0;
    const sending = bridge.sendText(pane.id, text, { ...PATIENT, maxEnterRetries });
    // On a machine that is slow enough it has started by itself.
    await Promise.race([pane.waitForText(KEPT, PATIENT), sending]);
    // Longer than so many presses of Enter are waited for elsewhere, and less than Codex waits for Git.
    await sleep(3_000);
    await writeFile(join(home, 'go'), '');
    // Queued where Codex showed it so until it had started.
    expect(await sending).toMatchObject({ success: true, status: expect.stringMatching(TAKEN) });
    if (!text.startsWith('!')) return void (await model.waitForPrompt(text));
    await pane.waitForText('You ran touch by-shell.txt', PATIENT);
    expect(existsSync(join(project, 'by-shell.txt'))).toBe(true);
  });

  it('is never submitted where it never starts: it was kept, or queued, as Codex says', async () => {
    await using agent = await openAgent('codex', { prepare: brokenTools });
    const { pane, home, model } = agent;
    await using bridge = bridgeTo(agent);
    const sending = bridge.sendText(pane.id, 'hello there', PATIENT);
    // A text that comes before Codex asks for its tools is kept; one that comes behind that is queued.
    const screen = await pane.waitForText(new RegExp(`${KEPT}|${QUEUED}`), PATIENT);
    await writeFile(join(home, 'go'), '');
    const status = screenText(screen).includes(QUEUED) ? 'queued' : 'unconfirmed';
    expect(await sending).toMatchObject({ success: status === 'queued', status });
    expect(model.prompts).toEqual([]);
  });
});

// Codex shows its input box before it asks whether to trust the folder.
describe.each(['claude', 'codex'] as const)('a %s that was started this moment', (name) => {
  const PATIENT = { timeoutMs: 200_000 };

  it.each([true, false])('takes a text, or asks first and gets none of it: trusted %s', async (trusted) => {
    await using prepared = await prepareAgent(name, { trusted });
    const { model, project: cwd, command } = prepared;
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('agents', { size: { width: 100, height: 30 } });
    const pane = await session.newWindow({ cwd, command });
    await using bridge = new TmuxBridge({ host: server.tmux, config: { subprocessTimeoutMs: 60_000 } });
    const result = await bridge.sendText(pane.id, 'hello there', PATIENT);
    if (trusted) {
      expect(result).toMatchObject({ success: true, status: expect.stringMatching(TAKEN) });
      await model.waitForPrompt('hello there');
    } else {
      expect(result).toMatchObject({ success: false, errorCode: 'DIALOG_OPEN' });
      expect(result.receipt).toBeUndefined();
      expect(model.prompts).toEqual([]);
    }
  });

  it('is never ready before it has asked whether to trust the folder', async () => {
    await using prepared = await prepareAgent(name, { trusted: false });
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('agents', { size: { width: 100, height: 30 } });
    const pane = await session.newWindow({ cwd: prepared.project, command: prepared.command });
    const profile = profileFor(await loadProfiles(), { command: name, title: '' });
    await using watch = new AgentWatch(server.tmux, pane.id, profile);
    const states: string[] = [];
    watch.on('transition', ({ to }) => states.push(to.state));
    const verdict = await watch.waitFor(['IDLE', 'AWAITING_INPUT'], PATIENT);
    expect(verdict).toMatchObject({ state: 'AWAITING_INPUT', prompt: { kind: 'permission' } });
    expect(states).not.toContain('IDLE');
  });
});

/** Without a server that it requires it does not start. */
async function brokenTools(home: string): Promise<void> {
  const server = { command: 'sh', args: ['-c', untilGo(home)] };
  const lines = Object.entries(server).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  await appendFile(
    join(home, '.codex', 'config.toml'),
    `\n[mcp_servers.broken]\n${lines.join('\n')}\nrequired = true\nstartup_timeout_sec = 200\n`,
  );
}
