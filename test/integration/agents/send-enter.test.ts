import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BridgeLogEntry, bridgeDefaults } from '../../../src/delivery/bridge-options.js';
import { type AgentServer, agentServer, type ScriptedAgent } from './scripted-agent.js';
import { PATIENT_ECHO, type SentTimes, sentTimes } from './sent-times.js';

const long = 'Please look at the failing test and tell me in one sentence what is wrong with it.';

describe('Enter of sendText', () => {
  const logged: BridgeLogEntry[] = [];
  let agents: AgentServer;

  beforeAll(async () => {
    agents = await agentServer({ log: (entry) => logged.push(entry) });
  });

  afterAll(() => agents[Symbol.asyncDispose]());

  it.each([
    ['first', 1, long],
    ['first', 1, 'short'],
    ['second', 2, long],
    ['third', 3, 'short'],
  ])(
    'is pressed again when the program swallowed it up to the %s time [B14] [B16] [B18]',
    async (_, swallowEnter, text) => {
      const agent = await agents.start({ swallowEnter });
      const result = await agents.bridge.sendText(agent.pane.id, text);
      expect(result).toMatchObject({
        success: true,
        status: 'submitted',
        receipt: { attempts: swallowEnter + 1 },
      });
      expect(await agent.submitted()).toEqual([text]);
      expect(await enters(agent)).toBe(swallowEnter + 1);
    },
  );

  it('follows when a box has shown the text in its own way, and paints no more', async () => {
    const agent = await agents.start({ masked: true });
    // Less than a program that is known is given to show the text.
    const options = { profile: 'claude-code', timeoutMs: bridgeDefaults.echoTimeoutMs - 1_000 };
    const result = await agents.bridge.sendText(agent.pane.id, long, options);
    expect(result).toMatchObject({ success: true, status: 'submitted' });
    expect(await agent.submitted()).toEqual([long]);
  });

  it.each([
    ['long', long],
    ['short', 'short'],
  ])(
    'is pressed four times at most, and a dump without secrets is logged: %s text [B18] [B19]',
    async (_, text) => {
      logged.length = 0;
      const agent = await agents.start({ swallowEnter: 99 });
      await agents.server.tmux.command(
        'select-pane',
        '-t',
        agent.pane.id,
        '-T',
        'token ghp_0123456789abcdefghijABCDEFGHIJ012345',
      );
      const result = await agents.bridge.sendText(agent.pane.id, text);
      expect(result).toMatchObject({
        success: false,
        status: 'unconfirmed',
        errorType: 'SEND_FAILED',
        errorCode: 'SEND_UNCONFIRMED',
        receipt: { status: 'unconfirmed', attempts: 4 },
      });
      // That nothing came of the last one does not say that it was read.
      await expect.poll(() => enters(agent)).toBe(4);
      expect(await agent.submitted()).toEqual([]);
      expect(logged).toHaveLength(1);
      expect(logged[0]).toMatchObject({ level: 'warn', paneId: agent.pane.id, dump: result.dump });
      expect(logged[0]?.dump).toContain('❯ ');
      expect(logged[0]?.dump).not.toContain('ghp_0123456789');
    },
  );

  it('is retried as often as is asked for [B18]', async () => {
    const agent = await agents.start({ swallowEnter: 99 });
    const result = await agents.bridge.sendText(agent.pane.id, 'once', { maxEnterRetries: 0 });
    expect(result).toMatchObject({ success: false, receipt: { attempts: 1 } });
    await expect.poll(() => enters(agent)).toBe(1);
  });

  it('is sent once and without proof on request [B11]', async () => {
    const agent = await agents.start({ swallowEnter: 99 });
    const result = await agents.bridge.sendText(agent.pane.id, long, { verifyEnter: false });
    // No failure, as nobody asked for proof; but no proof, either.
    expect(result).toMatchObject({
      success: true,
      status: 'unconfirmed',
      receipt: { status: 'unconfirmed', attempts: 1 },
    });
    expect(result.receipt?.evidence.at(-1)?.detail).toContain('verifyEnter is false');
    await expect.poll(() => enters(agent)).toBe(1);
  });

  it.each(['dim', 'gray'])('comes after Escape where ghost text is %s [B8] [B9]', async (ghost) => {
    const agent = await agents.start({ ghost });
    using sent = sentTimes(agents.server.tmux);
    const result = await agents.bridge.sendText(agent.pane.id, 'run it', PATIENT_ECHO);
    expect(result).toMatchObject({ success: true, status: 'submitted', receipt: { attempts: 1 } });
    expect(await agent.keys()).toEqual(['Escape', 'Enter']);
    expect(pauseAfterEscape(sent)).toBeGreaterThanOrEqual(199);
    expect(await agent.submitted()).toEqual(['run it']);
  });

  it('waits as long as it is told after Escape [B9]', async () => {
    const agent = await agents.start({ ghost: 'dim' });
    using sent = sentTimes(agents.server.tmux);
    await agents.bridge.sendText(agent.pane.id, 'run it', { ...PATIENT_ECHO, clearDelayMs: 500 });
    expect(pauseAfterEscape(sent)).toBeGreaterThanOrEqual(499);
  });

  it('comes without Escape where ghost text is not wanted to be dealt with [B10]', async () => {
    const agent = await agents.start({ ghost: 'dim' });
    const options = { detectGhostText: false, maxEnterRetries: 1 };
    expect(await agents.bridge.sendText(agent.pane.id, 'run it', options)).toMatchObject({ success: false });
    await expect.poll(() => agent.keys()).toEqual(['Enter', 'Enter']);
  });

  it('is pressed again after Escape when ghost text took it [B17]', async () => {
    const agent = await agents.start({ ghost: 'dim', echoDelayMs: 150 });
    const result = await agents.bridge.sendText(agent.pane.id, 'run it', { textEnterDelayMs: 10 });
    expect(result).toMatchObject({ success: true, status: 'submitted' });
    expect(await agent.submitted()).toEqual(['run it']);
    expect((await agent.keys()).slice(-2)).toEqual(['Escape', 'Enter']);
  });

  it('does not take a suggestion in an empty box for text [B8]', async () => {
    const agent = await agents.start({ ghost: 'dim', ghostWhen: 'always' });
    const result = await agents.bridge.sendText(agent.pane.id, 'my own words');
    expect(result).toMatchObject({ success: true, status: 'submitted' });
    expect(await agent.submitted()).toEqual(['my own words']);
  });

  it('is pressed again when a completion took the first one', async () => {
    const agent = await agents.start({ complete: ['#REA', '#README.md '] });
    const result = await agents.bridge.sendText(agent.pane.id, 'look at #REA');
    expect(result).toMatchObject({ success: true, status: 'submitted', receipt: { attempts: 2 } });
    expect(await agent.submitted()).toEqual(['look at #README.md ']);
  });

  it('is pressed only once for a program that does not read, and would take them all later', async () => {
    const agent = await agents.start();
    const { pid } = await agent.pane.info();
    process.kill(pid, 'SIGUSR2');
    await expect.poll(async () => (await agent.events()).at(-1)?.type).toBe('hangs');
    const result = await agents.bridge.sendText(agent.pane.id, 'are you there?');
    expect(result).toMatchObject({ success: false, status: 'unconfirmed', receipt: { attempts: 1 } });
    await agent.goOn();
    await agent.pane.waitForText('> are you there?');
    expect(await agent.submitted()).toEqual(['are you there?']);
    expect(await enters(agent)).toBe(1);
  });

  it('is not taken for accepted because a clock ticks [B15] [B16]', async () => {
    const agent = await agents.start({ repaintMs: 20, swallowEnter: 2 });
    const result = await agents.bridge.sendText(agent.pane.id, 'tick tock');
    expect(result).toMatchObject({ success: true, receipt: { attempts: 3 } });
    expect(await agent.submitted()).toEqual(['tick tock']);
  });

  it('does not wait for a program that paints all the time to be quiet', async () => {
    const agent = await agents.start({ repaintMs: 5 });
    const result = await agents.bridge.sendText(agent.pane.id, long);
    expect(result).toMatchObject({ success: true, status: 'submitted', receipt: { attempts: 1 } });
    expect(await agent.submitted()).toEqual([long]);
  });
});

function pauseAfterEscape(sent: SentTimes): number {
  const [escaped = Number.NaN] = sent.of('Escape');
  return (sent.of('Enter').at(-1) ?? Number.NaN) - escaped;
}

async function enters(agent: ScriptedAgent): Promise<number> {
  return (await agent.keys()).filter((key) => key === 'Enter').length;
}
