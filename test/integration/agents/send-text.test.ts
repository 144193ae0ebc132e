import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterDelayMs } from '../../../src/delivery/bridge-options.js';
import { type AgentServer, agentServer } from './scripted-agent.js';
import { PATIENT_ECHO, sentTimes } from './sent-times.js';

describe('sendText', () => {
  let agents: AgentServer;

  beforeAll(async () => {
    agents = await agentServer();
  });

  afterAll(() => agents[Symbol.asyncDispose]());

  it('gives a short text and Enter to an idle program and proves that it was taken [B1] [B2] [B5]', async () => {
    const agent = await agents.start();
    const result = await agents.bridge.sendText(agent.pane.id, 'fix the test', PATIENT_ECHO);
    expect(result).toMatchObject({
      success: true,
      status: 'submitted',
      receipt: { status: 'submitted', attempts: 1 },
    });
    expect(result.receipt?.evidence.map(({ source }) => source)).toEqual(['echo', 'screen']);
    expect(result.receipt?.at).toBeInstanceOf(Date);
    expect(result.latencyMs).toBeGreaterThan(0);
    expect(await agent.submitted()).toEqual(['fix the test']);
  });

  it.each([
    ['names of keys', 'Enter C-c Escape'],
    ['quotes, semicolons and dollars', `say "it's" $HOME; echo \`date\` \\; #{pane_id} ~ ;`],
    ['a dash in front', '-l --help'],
    ['letters of all kinds', 'Größe: 日本語 🙂 ﷽ é'],
    ['spaces at both ends', '  indented  '],
    ['several lines', 'first line\n\n  third line\nEnter\nlast'],
    ['tabs', 'a\tb\n\tc'],
    ['windows line ends', 'one\r\ntwo'],
    ['a question like one of a program', 'Should it ask: proceed? [y/n]'],
    ['words of a dialog', 'It printed: Do you want to proceed?\n ❯ 1. Yes\n   2. No'],
  ])('gives %s exactly as text [B2]', async (_, text) => {
    const agent = await agents.start();
    const result = await agents.bridge.sendText(agent.pane.id, text);
    expect(result).toMatchObject({ success: true, status: 'submitted' });
    expect(await agent.submitted()).toEqual([text.replaceAll('\r\n', '\n')]);
  });

  it.each([1, 39, 40, 41, 200, 1_000, 5_000, 8_000])(
    'gives %i characters once and whole [B2] [B12]',
    async (length) => {
      const agent = await agents.start();
      const text = Array.from({ length }, (_, index) => 'abcdefghij klmnopq'[index % 18])
        .join('')
        .replace(/ $/, 'x');
      expect(await agents.bridge.sendText(agent.pane.id, text)).toMatchObject({
        success: true,
        status: 'submitted',
      });
      expect(await agent.submitted()).toEqual([text]);
      const pasted = (await agent.events()).filter(({ type }) => type === 'paste').length;
      expect(pasted).toBe(length > 40 ? 1 : 0);
    },
  );

  it('sends one text after the other, each once [B6]', async () => {
    const agent = await agents.start();
    const texts = Array.from({ length: 12 }, (_, index) => `message number ${index}`);
    // Each waits for all before it.
    const options = { timeoutMs: 200_000 };
    const results = await Promise.all(
      texts.map((text) => agents.bridge.sendText(agent.pane.id, text, options)),
    );
    expect(results.map(({ status }) => status)).toEqual(texts.map(() => 'submitted'));
    expect(await agent.submitted()).toEqual(texts);
  });

  it('waits for the echo of a slow program, however long the formula is [B3]', async () => {
    const agent = await agents.start({ echoDelayMs: 600 });
    const result = await agents.bridge.sendText(agent.pane.id, 'a slow one', { profile: 'claude-code' });
    expect(result).toMatchObject({ success: true, status: 'submitted', receipt: { attempts: 1 } });
    expect((await agent.events()).filter(({ type }) => type === 'swallowed')).toEqual([]);
    expect(await agent.submitted()).toEqual(['a slow one']);
  });

  it('waits no longer than the formula where no echo can be seen [B3]', async () => {
    const agent = await agents.start({ echo: false });
    using sent = sentTimes(agents.server.tmux);
    const result = await agents.bridge.sendText(agent.pane.id, 'nobody sees this');
    expect(result).toMatchObject({ success: true, status: 'submitted' });
    const [typed = Number.NaN] = sent.of('nobody sees this');
    const [enter = Number.NaN] = sent.of('Enter');
    expect(enter - typed).toBeGreaterThanOrEqual(119);
    expect(await agent.submitted()).toEqual(['nobody sees this']);
  });

  it.each([10, 200, 1_000, 5_000])(
    'follows the echo of %i characters and not the clock [B3] [B4]',
    async (length) => {
      const agent = await agents.start();
      const text = 'the quick brown fox '
        .repeat(250)
        .slice(0, length - 1)
        .concat('x');
      // With the formula of this base Enter would come long after the test has ended.
      const result = await agents.bridge.sendText(agent.pane.id, text, PATIENT_ECHO);
      expect(result).toMatchObject({ success: true, status: 'submitted', receipt: { attempts: 1 } });
      expect(await agent.submitted()).toEqual([text]);
    },
  );

  it('computes the longest wait from the length [B3]', () => {
    expect([10, 200, 209, 210, 1_200].map((length) => enterDelayMs(length))).toEqual([
      120, 120, 120, 121, 220,
    ]);
    expect(enterDelayMs(1_200, 50)).toBe(150);
  });

  it('only types where Enter is not wanted', async () => {
    const agent = await agents.start();
    expect(await agents.bridge.sendText(agent.pane.id, 'half a', { enter: false })).toMatchObject({
      success: true,
    });
    expect(await agent.submitted()).toEqual([]);
    expect(await agents.bridge.sendText(agent.pane.id, ' thought', { ifNotEmpty: 'append' })).toMatchObject({
      status: 'submitted',
    });
    expect(await agent.submitted()).toEqual(['half a thought']);
  });

  it('leaves copy mode before it types', async () => {
    const agent = await agents.start();
    await agents.server.tmux.command('copy-mode', '-t', agent.pane.id);
    expect(await agents.bridge.sendText(agent.pane.id, 'out of copy mode')).toMatchObject({
      status: 'submitted',
    });
    expect(await agent.submitted()).toEqual(['out of copy mode']);
    await agents.server.tmux.command('clock-mode', '-t', agent.pane.id);
    expect(await agents.bridge.sendText(agent.pane.id, 'out of the clock')).toMatchObject({
      status: 'submitted',
    });
    expect(await agent.submitted()).toEqual(['out of copy mode', 'out of the clock']);
  });

  it('tells a collapsed paste by its marker, and takes it for submitted only with proof [B13]', async () => {
    const text = Array.from({ length: 60 }, (_, index) => `row ${index} of the paste`).join('\n');
    const working = await agents.start({ collapseAbove: 800, workMs: 400 });
    const proven = await agents.bridge.sendText(working.pane.id, text, PATIENT_ECHO);
    expect(proven).toMatchObject({ success: true, status: 'submitted' });
    expect(proven.receipt?.evidence[0]?.detail).toContain('[Pasted text #1 +59 lines]');
    expect(await working.submitted()).toEqual([text]);
    const mute = await agents.start({ collapseAbove: 800, transcript: false });
    const unproven = await agents.bridge.sendText(mute.pane.id, text);
    expect(unproven).toMatchObject({
      success: false,
      status: 'unconfirmed',
      errorType: 'SEND_FAILED',
      receipt: { attempts: 1 },
    });
    await expect.poll(() => mute.submitted()).toEqual([text]);
  });

  it('takes the status that a program tells as proof [B13]', async () => {
    const agent = await agents.start({
      collapseAbove: 800,
      transcript: false,
      spinner: false,
      status: true,
      workMs: 300,
    });
    const text = 'x'.repeat(900);
    const { status, receipt } = await agents.bridge.sendText(agent.pane.id, text);
    expect(status).toBe('submitted');
    expect(receipt?.evidence.at(-1)?.source).toBe('program-status');
  });

  it('takes a hook of the program as proof [B13]', async () => {
    const signals = {
      watch: async (
        _: string,
        listener: (signal: { type: 'hook'; event: string; payload: { prompt: string } }) => void,
      ) => {
        const timer = setInterval(
          () => listener({ type: 'hook', event: 'UserPromptSubmit', payload: { prompt: text } }),
          40,
        );
        return () => clearInterval(timer);
      },
    };
    await using own = await agentServer({ signals });
    const text = 'y'.repeat(900);
    const agent = await own.start({ collapseAbove: 800, transcript: false });
    const { status, receipt } = await own.bridge.sendText(agent.pane.id, text);
    expect(status).toBe('submitted');
    expect(receipt?.evidence.at(-1)?.source).toBe('hook');
  });
});
