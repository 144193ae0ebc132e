import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProfiles, profileFor } from '../../../src/panes/profiles/profile.js';
import { TmuxBridge } from '../../../src/systems/tmux-bridge.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { type AgentServer, agentServer } from './scripted-agent.js';

const programs = new URL('../../labs/receipts/programs/', import.meta.url);
const box = fileURLToPath(new URL('box.mjs', programs));
const line = fileURLToPath(new URL('line.py', programs));

// The programs of the receipt lab write down what they really took.
describe('what proves that a text was taken', () => {
  let agents: AgentServer;
  let folder: string;
  let count = 0;

  beforeAll(async () => {
    agents = await agentServer();
    folder = await mkdtemp(join(tmpdir(), 'muxwright-proof-'));
  });

  afterAll(async () => {
    await agents[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  async function start(...command: readonly string[]): Promise<{ pane: Pane; took(): Promise<string[]> }> {
    const truth = join(folder, `${++count}.jsonl`);
    const events = async (): Promise<{ type: string; text?: string }[]> =>
      (await readFile(truth, 'utf8').catch(() => ''))
        .split('\n')
        .slice(0, -1)
        .map((each) => JSON.parse(each));
    const pane = await agents.run(['env', `TRUTH=${truth}`, ...command]);
    await expect.poll(async () => (await events()).some(({ type }) => type === 'ready')).toBe(true);
    const took = async (): Promise<string[]> =>
      (await events()).filter(({ type }) => type === 'took').map(({ text = '' }) => text);
    return { pane, took };
  }

  const boxed = (settings: object): ReturnType<typeof start> =>
    start(process.execPath, box, JSON.stringify(settings));
  const lines = (kind: string): ReturnType<typeof start> => start('python3', line, kind);

  it('is the kernel for a program that waited for a line and has read it', async () => {
    const { pane, took } = await lines('works');
    const { status, receipt } = await agents.bridge.sendText(pane.id, 'hello there');
    expect(status).toBe('submitted');
    expect(receipt?.evidence.at(-1)).toMatchObject({ source: 'kernel' });
    expect(await took()).toEqual(['hello there']);
  });

  it.each(['silent', 'no-prompt'])('is that also for one that shows nothing (%s)', async (kind) => {
    const { pane, took } = await lines(kind);
    expect(await agents.bridge.sendText(pane.id, 'hello there')).toMatchObject({ status: 'submitted' });
    expect(await took()).toEqual(['hello there']);
  });

  it('is the exit status of a program that ends with the line', async () => {
    const { pane, took } = await lines('once');
    const { status, receipt } = await agents.bridge.sendText(pane.id, 'Ada');
    expect(status).toBe('submitted');
    expect(receipt?.evidence.at(-1)?.detail).toContain('exit status 0');
    expect(await took()).toEqual(['Ada']);
    await expect.poll(() => pane.exists()).toBe(false);
  });

  it.each([
    ['crashes', 'signal 11'],
    ['fails', 'exit status 3'],
  ])('is not the end of one that %s, which is named', async (kind, words) => {
    const { pane } = await lines(kind);
    const result = await agents.bridge.sendText(pane.id, 'Ada');
    expect(result).toMatchObject({ success: false, status: 'unconfirmed', errorCode: 'SEND_UNCONFIRMED' });
    expect(result.receipt?.evidence.at(-1)?.detail).toContain(words);
    expect(result.errorMessage).toContain(words);
    await expect.poll(() => pane.exists()).toBe(false);
  });

  it('leaves the pane as it was: nothing about its end is changed', async () => {
    const { pane } = await lines('reads');
    await agents.bridge.sendText(pane.id, 'hello there');
    const options = await agents.server.tmux.command('show-options', '-p', '-t', pane.id);
    expect(options.join('\n')).not.toMatch(/remain-on-exit|muxwright_end/);
  });

  it('is not that a part of the line was read', async () => {
    const { pane } = await lines('bytes');
    const result = await agents.bridge.sendText(pane.id, 'hello there');
    expect(result).toMatchObject({ success: false, status: 'unconfirmed', receipt: { attempts: 1 } });
    expect(result.receipt?.evidence.at(-1)?.detail).toMatch(/keeps \d+ bytes/);
  });

  it('says how many lines were taken one by one', async () => {
    const { pane, took } = await lines('reads');
    const result = await agents.bridge.sendText(pane.id, 'one\ntwo\nthree');
    expect(result).toMatchObject({ status: 'submitted', receipt: { lines: 3 } });
    expect(await took()).toEqual(['one', 'two', 'three']);
  });

  it('refuses a line that the terminal would cut', async () => {
    const { pane, took } = await lines('reads');
    const result = await agents.bridge.sendText(pane.id, 'x'.repeat(4_200));
    expect(result).toMatchObject({ success: false, errorCode: 'TEXT_TOO_LONG' });
    expect(await took()).toEqual([]);
  });

  it('is not an input box that is empty again', async () => {
    const { pane } = await boxed({ enter: 'drop', transcript: false });
    const result = await agents.bridge.sendText(pane.id, 'hello there');
    expect(result).toMatchObject({ success: false, status: 'unconfirmed' });
    expect(result.receipt?.evidence.at(-1)?.detail).toContain('the input box is empty');
  });

  it('is the text above a menu that it has opened at once', async () => {
    const { pane, took } = await boxed({ enter: 'menu' });
    const result = await agents.bridge.sendText(pane.id, 'remove the folder');
    expect(result).toMatchObject({
      success: true,
      status: 'submitted',
      asks: { options: ['Yes, go ahead', 'No, stop'] },
    });
    expect(await took()).toEqual(['remove the folder']);
  });

  it('keeps Enter from a text that a person types into', async () => {
    const generic = profileFor(await loadProfiles(), { command: '', title: '', name: 'generic' });
    // Long enough for a letter to be seen, also on a busy machine.
    const profiles = [{ ...generic, enterAfterMs: 3_000 }];
    await using bridge = new TmuxBridge({ host: agents.server.tmux, profiles });
    const { pane, took } = await boxed({});
    const sending = bridge.sendText(pane.id, 'my own words');
    await pane.waitForText('my own words');
    await pane.sendText('q');
    const result = await sending;
    expect(result).toMatchObject({
      success: false,
      status: 'unconfirmed',
      errorCode: 'TEXT_MIXED',
      receipt: { attempts: 0 },
    });
    expect(result.errorMessage).toContain("'my own wordsq'");
    expect(await took()).toEqual([]);
  });

  it.each([73, 74, 75, 76, 77, 152])('sends no ghost text behind %i of 76 columns [B8]', async (length) => {
    for (const settings of [{}, { look: 'rules' }, { caret: 'stay' }]) {
      const { pane, took } = await boxed({ ghost: 'dim', ...settings });
      const text = 'x'.repeat(length);
      expect(await agents.bridge.sendText(pane.id, text)).toMatchObject({ status: 'submitted' });
      expect(await took()).toEqual([text]);
      await pane.kill();
    }
  });

  it('waits with Enter for a program that takes a fast one as a line break', async () => {
    const { pane, took } = await boxed({ burstMs: 40 });
    const result = await agents.bridge.sendText(pane.id, 'hello there');
    expect(result).toMatchObject({ status: 'submitted', receipt: { attempts: 1 } });
    expect(await took()).toEqual(['hello there']);
  });
});
