import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorTypeOf } from '../../../src/delivery/failure.js';
import { type SendResult, tmuxBridgeErrorTypes } from '../../../src/delivery/send-result.js';
import { errorCatalogue } from '../../../src/model/error-catalogue.js';
import { TmuxBridge } from '../../../src/systems/tmux-bridge.js';
import { patience } from '../../patience.js';
import { compiledProgram } from '../compiled-source.js';
import { type AgentServer, agentServer } from './scripted-agent.js';
import { PATIENT_ECHO } from './sent-times.js';

describe('failures of the bridge', () => {
  let agents: AgentServer;

  beforeAll(async () => {
    agents = await agentServer();
  });

  afterAll(() => agents[Symbol.asyncDispose]());

  it('are of seven types, and every code of the catalogue belongs to one [B52] [B53]', () => {
    expect(tmuxBridgeErrorTypes).toEqual([
      'PANE_NOT_FOUND',
      'TMUX_NOT_INSTALLED',
      'SUBPROCESS_FAILED',
      'NO_PANE_ID',
      'TIMEOUT',
      'SEND_FAILED',
      'UNKNOWN',
    ]);
    for (const code of Object.keys(errorCatalogue) as (keyof typeof errorCatalogue)[]) {
      expect(tmuxBridgeErrorTypes).toContain(errorTypeOf(code));
    }
    expect(errorTypeOf('TMUX_COMMAND_FAILED')).toBe('SUBPROCESS_FAILED');
  });

  it('say that there is no pane id [B53]', async () => {
    for (const id of ['', null, undefined]) {
      expect(await agents.bridge.sendText(id, 'hello')).toMatchObject({
        success: false,
        errorType: 'NO_PANE_ID',
      });
      expect(await agents.bridge.sendKeys(id, 'Enter')).toMatchObject({
        success: false,
        errorType: 'NO_PANE_ID',
      });
      expect(await agents.bridge.capturePane(id)).toMatchObject({ success: false, errorType: 'NO_PANE_ID' });
      expect(await agents.bridge.checkHealth(id)).toMatchObject({
        available: false,
        errorType: 'NO_PANE_ID',
      });
    }
  });

  it('say that a pane does not exist [B22]', async () => {
    const gone = { success: false, errorType: 'PANE_NOT_FOUND' };
    expect(await agents.bridge.sendText('%4711', 'hello')).toMatchObject(gone);
    expect(await agents.bridge.sendText('no pane', 'hello')).toMatchObject(gone);
    expect(await agents.bridge.sendKeys('%4711', 'Enter')).toMatchObject(gone);
    expect(await agents.bridge.capturePane('%4711')).toMatchObject(gone);
    expect(await agents.bridge.checkHealth('%4711')).toMatchObject({ available: false, running: false });
    await using none = new TmuxBridge({
      host: `local?socket=${agents.server.socket}-none`,
      config: { subprocessTimeoutMs: patience.commandTimeoutMs },
    });
    expect(await none.sendText('%0', 'hello')).toMatchObject(gone);
  });

  it('say that the host has no tmux [B23]', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'muxwright-no-tmux-'));
    for (const name of ['env', 'sh']) await symlink(`/usr/bin/${name}`, join(folder, name));
    const fixture = await compiledProgram(new URL('./fixtures/send-texts.ts', import.meta.url));
    const args = [fixture, 'local', '%0', '{}', 'hello'];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, PATH: folder },
    });
    await rm(folder, { recursive: true });
    const [result] = JSON.parse(stdout) as SendResult[];
    expect(result).toMatchObject({
      success: false,
      errorType: 'TMUX_NOT_INSTALLED',
      errorCode: 'TMUX_NOT_INSTALLED',
    });
  });

  it('say that the server does not answer, and do not hang with it [B24]', async () => {
    await using own = await agentServer({ config: { subprocessTimeoutMs: 400 } });
    const agent = await own.start();
    await using fresh = new TmuxBridge({ host: own.server.address, config: { subprocessTimeoutMs: 400 } });
    const pid = own.server.tmux.server?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    try {
      const late = { success: false, errorType: 'TIMEOUT' };
      expect(await own.bridge.sendText(agent.pane.id, 'hello')).toMatchObject(late);
      expect(await own.bridge.sendKeys(agent.pane.id, 'Enter')).toMatchObject(late);
      expect(await own.bridge.checkHealth(agent.pane.id)).toMatchObject({ available: false, ...late });
      expect(await fresh.sendText(agent.pane.id, 'hello')).toMatchObject(late);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect((await agent.events()).map(({ type }) => type)).toEqual(['start']);
  });

  it('say that the program of the pane has ended', async () => {
    const pane = await agents.run(['sh', '-c', 'exec sleep 600']);
    await agents.server.tmux.command('set-option', '-p', '-t', pane.id, 'remain-on-exit', 'on');
    const { pid } = await pane.info();
    process.kill(pid, 'SIGKILL');
    await pane.waitForExit();
    const dead = { success: false, errorType: 'SEND_FAILED', errorCode: 'PANE_DEAD' };
    expect(await agents.bridge.sendText(pane.id, 'hello')).toMatchObject(dead);
    expect(await agents.bridge.sendKeys(pane.id, 'Enter')).toMatchObject(dead);
  });

  it('tell of a program that dies when it is given text, and nothing goes to the shell behind it', async () => {
    const pane = await agents.run('sh');
    await agents.server.tmux.command('set-option', '-p', '-t', pane.id, 'remain-on-exit', 'on');
    const program = fileURLToPath(new URL('./fixtures/agent-tui.mjs', import.meta.url));
    await pane.sendText(`PS1='after> '; '${process.execPath}' '${program}' '{"dieOn":"text"}'\n`);
    await pane.waitForText('❯');
    const result = await agents.bridge.sendText(pane.id, 'echo this-was-run');
    expect(result).toMatchObject({ success: false, status: 'unconfirmed', errorCode: 'PROGRAM_CHANGED' });
    await pane.waitForText('after>');
    expect(await pane.capture({ history: 'all' })).not.toMatch(/^this-was-run/m);
  });

  it('tell of a pane that is closed between text and Enter', async () => {
    const agent = await agents.start({ dieOn: 'text' });
    const result = await agents.bridge.sendText(agent.pane.id, 'goodbye', PATIENT_ECHO);
    expect(result).toMatchObject({ success: false, status: 'unconfirmed', errorType: 'PANE_NOT_FOUND' });
  });

  it('do not take the end of a program at Enter for proof that it took the text', async () => {
    const agent = await agents.start({ dieOn: 'enter' });
    const result = await agents.bridge.sendText(agent.pane.id, 'fix the tests', PATIENT_ECHO);
    expect(result).toMatchObject({ success: false, status: 'unconfirmed' });
    expect(await agent.submitted()).toEqual([]);
  });

  it('do not take the shell behind a program that has ended for proof, either', async () => {
    const pane = await agents.run('sh');
    const program = fileURLToPath(new URL('./fixtures/agent-tui.mjs', import.meta.url));
    await pane.sendText(`PS1='after> '; '${process.execPath}' '${program}' '{"dieOn":"enter"}'\n`);
    await pane.waitForText('❯');
    const result = await agents.bridge.sendText(pane.id, 'fix the tests', PATIENT_ECHO);
    expect(result).toMatchObject({ success: false, status: 'unconfirmed' });
    await pane.waitForText('after>');
  });

  it('are none where a program ends that was told to', async () => {
    const agent = await agents.start({ dieOn: 'enter' });
    const result = await agents.bridge.sendText(agent.pane.id, '/exit', PATIENT_ECHO);
    expect(result).toMatchObject({ success: true, status: 'submitted' });
  });

  it.each([
    ['empty text', '', 'INVALID_ARGUMENT'],
    ['a NUL byte', 'a\0b', 'INVALID_ARGUMENT'],
    ['an escape sequence', 'a\x1b[201~\rb', 'INVALID_ARGUMENT'],
    ['half a character', 'a\ud800b', 'INVALID_ARGUMENT'],
    ['white space', ' \n\t ', 'INVALID_ARGUMENT'],
    ['a megabyte', 'x'.repeat(1024 * 1024), 'TEXT_TOO_LONG'],
  ])('refuse %s before anything is sent', async (_, text, errorCode) => {
    const agent = await agents.start();
    const result = await agents.bridge.sendText(agent.pane.id, text);
    expect(result).toMatchObject({ success: false, errorType: 'SEND_FAILED', errorCode });
    expect(result.suggestion).toBeDefined();
    expect((await agent.events()).map(({ type }) => type)).toEqual(['start']);
  });

  it('come as results also for what nobody foresaw [B1] [B53]', async () => {
    const signals = { watch: () => Promise.reject(new Error('what is this?')) };
    await using own = new TmuxBridge({ host: agents.server.tmux, signals });
    const agent = await agents.start();
    expect(await own.sendText(agent.pane.id, 'hello')).toMatchObject({
      success: false,
      errorType: 'UNKNOWN',
      errorMessage: 'what is this?',
    });
  });
});
