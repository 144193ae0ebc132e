import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { observerOf } from '../../../src/panes/pane-observer.js';
import { loadProfiles, type Profile, profileFor } from '../../../src/panes/profiles/profile.js';
import type { Transition } from '../../../src/status/agent-verdict.js';
import { AgentWatch } from '../../../src/status/agent-watch.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { connect } from '../../../src/tmux/connect.js';
import type { Command } from '../../../src/tmux/quote.js';
import { patience } from '../../patience.js';
import { ASKS_EARLY, goldenScreen, osc, TELLING_PROGRAM, tellingProgram } from './telling-program.js';

const generic = await profile('generic');
const claude = await profile('claude-code');
const PATIENT = { timeoutMs: 120_000 };

describe('an agent that tells what it does', () => {
  it('is followed by its program status, without a profile', async () => {
    await using server = await isolatedTmux();
    const program = await tellingProgram(server.tmux);
    await using watch = new AgentWatch(server.tmux, program.pane.id, generic);
    await watch.start();
    const seen = transitionsOf(watch);
    await program.tell({ write: osc('7501;state=working') });
    await watch.waitFor('PROCESSING', PATIENT);
    await program.tell({ write: osc('7501;state=blocked:kind=permission:msg=T2s/') });
    const asked = await watch.waitFor('AWAITING_INPUT', PATIENT);
    expect(asked).toMatchObject({
      source: 'program-status',
      confidence: 'certain',
      prompt: { kind: 'permission', text: 'Ok?' },
    });
    await program.tell({ write: osc('7501;state=working') });
    await watch.waitFor('PROCESSING', PATIENT);
    await program.tell({ write: `\x1bPtmux;${osc('7501;state=done').replaceAll('\x1b', '\x1b\x1b')}\x1b\\` });
    expect(await watch.waitFor('AWAITING_INPUT', PATIENT)).toMatchObject({ prompt: { kind: 'answer' } });
    expect(seen.slice(-4).map(({ to }) => `${to.state} by ${to.source}`)).toEqual([
      'PROCESSING by program-status',
      'AWAITING_INPUT by program-status',
      'PROCESSING by program-status',
      'AWAITING_INPUT by program-status',
    ]);
  });

  it('is followed by its progress', async () => {
    await using server = await isolatedTmux();
    const program = await tellingProgram(server.tmux);
    await using watch = new AgentWatch(server.tmux, program.pane.id, generic);
    await watch.start();
    await program.tell({ write: osc('9;4;3') });
    expect(await watch.waitFor('PROCESSING', PATIENT)).toMatchObject({ source: 'progress' });
    await program.tell({ write: osc('9;4;0') });
    await watch.waitFor(['AWAITING_INPUT'], PATIENT);
  });

  it('is followed by the marks of a real bash, with the code that a command ended with', async () => {
    await using server = await isolatedTmux();
    const folder = await temporaryFolder();
    const rcfile = join(folder, 'bashrc');
    await writeFile(
      rcfile,
      [
        `PS1='\\[\\e]133;A\\a\\]\\$ \\[\\e]133;B\\a\\]'`,
        `PS0='\\e]133;C\\a'`,
        `PROMPT_COMMAND='printf "\\e]133;D;%s\\a" $?'`,
      ].join('\n'),
    );
    const session = await server.tmux.ensureSession('agents');
    const pane = await session.newWindow({ command: ['bash', '--noprofile', '--rcfile', rcfile] });
    await pane.waitForCursorLine(/^[$#]$/);
    await using watch = new AgentWatch(server.tmux, pane.id, generic);
    await watch.start();
    await pane.sendText('read line; exit_with() { return $1; }; exit_with 3');
    await pane.sendKeys('Enter');
    expect(await watch.waitFor('PROCESSING', PATIENT)).toMatchObject({ source: 'osc133' });
    await pane.sendKeys('Enter');
    expect(await watch.waitFor('AWAITING_INPUT', PATIENT)).toMatchObject({ source: 'osc133' });
    await expect.poll(() => said(watch, 'osc133')).toMatch(/^[AB]$/);
  });

  it('has its bracketed paste mode known where it was seen to be set', async () => {
    await using server = await isolatedTmux();
    const program = await tellingProgram(server.tmux);
    await using watch = new AgentWatch(server.tmux, program.pane.id, generic);
    await watch.start();
    expect(watch.bracketedPaste).toBeUndefined();
    await program.tell({ write: '\x1b[?2004h' });
    await expect.poll(() => watch.bracketedPaste).toBe(true);
    await program.tell({ write: '\x1b[?2004l' });
    await expect.poll(() => watch.bracketedPaste).toBe(false);
  });
});

describe('the query of a program for who reads its status', () => {
  it('is answered with the same sequence, once, also when two processes watch', async () => {
    await using server = await isolatedTmux();
    await using other = await connect(server.address, patience);
    const program = await tellingProgram(server.tmux);
    // By the clock they hear of it at the same time, however busy the machine is.
    const now = new Date();
    const options = { clock: () => now };
    await using one = new AgentWatch(server.tmux, program.pane.id, generic, options);
    await using two = new AgentWatch(other, program.pane.id, generic, options);
    await Promise.all([one.start(), two.start()]);
    const heard = Promise.all([signalOf(one, 'status-query'), signalOf(two, 'status-query')]);
    await program.tell({ ask: true });
    await heard;
    // Both have sent what they send: what follows on the same connections is behind it.
    await Promise.all([server.tmux.command('list-sessions'), other.command('list-sessions')]);
    await program.tell({ show: 'answers' });
    await program.pane.waitForText('answers: [7501;?]');
  });

  it('is answered where a script has started the program', async () => {
    await using server = await isolatedTmux();
    const program = await tellingProgram(server.tmux, [
      'sh',
      '-c',
      '"$0" "$1"; true',
      process.execPath,
      TELLING_PROGRAM,
    ]);
    await using watch = new AgentWatch(server.tmux, program.pane.id, generic);
    await watch.start();
    const asked = signalOf(watch, 'status-query');
    await program.tell({ ask: true });
    await asked;
    await expect
      .poll(async () => {
        await program.tell({ show: 'answers' });
        return (await program.pane.waitForText('answers: [')).rows.join('\n');
      }, PATIENT_POLL)
      .toContain('answers: [7501;?]');
  });

  it('is answered before it comes where every later answer is too late, as with Claude Code', async () => {
    await using server = await isolatedTmux();
    const { pane } = await tellingProgram(server.tmux, [process.execPath, ASKS_EARLY]);
    await using watch = new AgentWatch(server.tmux, pane.id, claude);
    await watch.start();
    const setUp = signalOf(watch, 'mode');
    await pane.sendKeys('Enter');
    await setUp;
    // What is typed now, on the same connection, comes behind what the watch has sent.
    await pane.sendKeys('Enter');
    await pane.waitForText('status is read');
  });

  it('is not answered to a shell, in copy mode, where panes are synchronized, and where nobody wants it', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    const session = await tmux.ensureSession('agents');
    const shell = await session.newWindow({ command: ['bash', '--noprofile', '--norc'] });
    await using shellWatch = new AgentWatch(tmux, shell.id, generic);
    await shellWatch.start();
    const asked = signalOf(shellWatch, 'status-query');
    await shell.sendText(`printf '\\033]7501;?\\033\\\\'; PS1='again> '\n`);
    await asked;
    const { cursor } = await shell.waitForCursorLine(/^again>$/);
    // The kernel is asked before a shell's program is answered: wait until that is over.
    await shellWatch.close();
    await tmux.command('list-sessions');
    expect((await shell.screen()).cursor).toEqual(cursor);

    const program = await tellingProgram(tmux);
    await using watch = new AgentWatch(tmux, program.pane.id, generic);
    await watch.start();
    const pid = (await program.pane.info()).pid;
    const obstacles: readonly (readonly [Command, Command])[] = [
      [
        ['copy-mode', '-t', program.pane.id],
        ['send-keys', '-t', program.pane.id, '-X', 'cancel'],
      ],
      [
        ['set-option', '-w', '-t', program.pane.id, 'synchronize-panes', 'on'],
        ['set-option', '-w', '-t', program.pane.id, 'synchronize-panes', 'off'],
      ],
    ];
    for (const [begin, end] of obstacles) {
      await tmux.command(...begin);
      const heard = signalOf(watch, 'status-query');
      process.kill(pid, 'SIGUSR1');
      await heard;
      await tmux.command('list-sessions');
      await tmux.command(...end);
    }
    await watch.close();
    await using quiet = new AgentWatch(tmux, program.pane.id, generic, { answersQueries: false });
    await quiet.start();
    const heard = signalOf(quiet, 'status-query');
    await program.tell({ ask: true });
    await heard;
    await tmux.command('list-sessions');
    await program.tell({ show: 'answers' });
    await program.pane.waitForText('answers: []');
  });
});

describe('an agent that is seen', () => {
  it('is corrected by its screen where no hook tells that a turn was interrupted', async () => {
    await using server = await isolatedTmux();
    const program = await tellingProgram(server.tmux);
    await using watch = new AgentWatch(server.tmux, program.pane.id, claude);
    await program.tell({ paint: goldenScreen('claude-code-2.1.325/idle') });
    await watch.start();
    expect(await watch.waitFor('IDLE', PATIENT)).toMatchObject({ source: 'screen' });
    watch.hook('UserPromptSubmit', { prompt: 'hello' });
    expect(watch.verdict).toMatchObject({ state: 'PROCESSING', source: 'hook' });
    await program.tell({ paint: goldenScreen('claude-code-2.1.325/working') });
    await expect.poll(() => watch.screen?.state, PATIENT_POLL).toBe('working');
    await program.tell({ paint: goldenScreen('claude-code-2.1.325/interrupted') });
    expect(await watch.waitFor('AWAITING_INPUT', PATIENT)).toMatchObject({
      source: 'screen',
      prompt: { kind: 'answer' },
    });
    expect(watch.explain().find(({ source }) => source === 'hook')).toMatchObject({ role: 'refuted' });
  });

  it('is seen to ask for leave, with its choices, and to go on when a person gives it at the terminal', async () => {
    await using server = await isolatedTmux();
    const program = await tellingProgram(server.tmux);
    await using watch = new AgentWatch(server.tmux, program.pane.id, claude);
    await watch.start();
    watch.hook('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'touch x' } });
    await program.tell({ paint: goldenScreen('claude-code-2.1.325/permission') });
    await expect.poll(() => watch.verdict.prompt?.menu?.options.length ?? 0, PATIENT_POLL).toBeGreaterThan(1);
    expect(watch.verdict).toMatchObject({
      state: 'AWAITING_INPUT',
      source: 'hook',
      prompt: { kind: 'permission', text: 'Bash touch x' },
    });
    await program.tell({ paint: goldenScreen('claude-code-2.1.325/working') });
    expect(await watch.waitFor('PROCESSING', PATIENT)).toMatchObject({ source: 'screen' });
  });

  it('is looked at also while it prints all the time', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('agents');
    const flood = await session.newWindow({
      command: ['sh', '-c', 'while :; do echo printing; sleep 0.02; done'],
    });
    await using watch = new AgentWatch(server.tmux, flood.id, generic);
    await watch.start();
    const looks = vi.spyOn(observerOf(watch.pane), 'screen');
    await expect.poll(() => looks.mock.calls.length, PATIENT_POLL).toBeGreaterThanOrEqual(2);
    await flood.kill();
    await expect.poll(() => watch.verdict.state, PATIENT_POLL).toBe('EXITED');
  });

  it('is a python of which nobody wrote a profile', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('agents');
    const pane = await session.newWindow({ command: ['python3', '-q'] });
    await pane.waitForCursorLine(/^>>>$/);
    await using watch = new AgentWatch(server.tmux, pane.id, generic);
    await watch.start();
    expect(await watch.waitFor('IDLE', PATIENT)).toMatchObject({ source: 'screen' });
    await pane.sendText('exit()\n');
    expect(await watch.waitFor('EXITED', PATIENT)).toMatchObject({
      source: 'process',
      confidence: 'certain',
    });
  });

  it('is a vim, which tells and asks nothing, and is gone when it is', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('agents');
    const pane = await session.newWindow({ command: ['vim', '-u', 'NONE', '-n'] });
    await pane.waitForText('VIM - Vi IMproved');
    await using watch = new AgentWatch(server.tmux, pane.id, generic);
    await watch.start();
    expect(watch.verdict.confidence).not.toBe('certain');
    await pane.sendText(':q\r');
    await watch.waitFor('EXITED', PATIENT);
  });
});

describe('an agent whose program ends', () => {
  it('is EXITED while the shell it was started in stays, and starts anew when it is started again', async () => {
    await using server = await isolatedTmux();
    const folder = await temporaryFolder();
    const program = join(folder, 'claude');
    await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${TELLING_PROGRAM}" claude\n`);
    await chmod(program, 0o755);
    const session = await server.tmux.ensureSession('agents', { size: { width: 120, height: 40 } });
    const pane = await session.newWindow({ command: ['bash', '--noprofile', '--norc'] });
    const start = async (): Promise<void> => {
      await pane.sendText(`clear; ${program}\n`);
      await pane.waitForText('ready');
      await pane.sendText(`${JSON.stringify({ paint: goldenScreen('claude-code-2.1.325/idle') })}\r`);
    };
    await start();
    await using watch = new AgentWatch(server.tmux, pane.id, named(claude, ['telling-program']));
    await watch.waitFor('IDLE', PATIENT);
    await pane.sendText(`${JSON.stringify({ end: 0 })}\r`);
    expect(await watch.waitFor('EXITED', PATIENT)).toMatchObject({ source: 'process' });
    await start();
    await expect.poll(() => watch.verdict.state, PATIENT_POLL).toBe('IDLE');
  });

  it('is EXITED in a pane that stays, and not any more when the pane is used again', async () => {
    await using server = await isolatedTmux();
    const program = await tellingProgram(server.tmux);
    await server.tmux.command('set-option', '-w', '-t', program.pane.id, 'remain-on-exit', 'on');
    await using watch = new AgentWatch(server.tmux, program.pane.id, generic);
    await watch.start();
    await program.tell({ end: 7 });
    expect(await watch.waitFor('EXITED', PATIENT)).toMatchObject({ source: 'process' });
    await server.tmux.command('respawn-pane', '-t', program.pane.id);
    await expect.poll(() => watch.verdict.state, PATIENT_POLL).not.toBe('EXITED');
  });
});

describe('waiting for a state', () => {
  it('fails with what was heard when it takes too long, and at once when the agent ends or the caller gives up', async () => {
    await using server = await isolatedTmux();
    const program = await tellingProgram(server.tmux);
    await using watch = new AgentWatch(server.tmux, program.pane.id, claude);
    await watch.start();
    watch.hook('UserPromptSubmit');
    await expect(watch.waitFor('IDLE', { timeoutMs: 50 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringContaining('UserPromptSubmit (decides)'),
    });
    const giveUp = new AbortController();
    const given = watch.waitFor('IDLE', { signal: giveUp.signal });
    giveUp.abort();
    await expect(given).rejects.toMatchObject({ code: 'ABORTED' });
    const waiting = watch.waitFor('IDLE', PATIENT);
    await program.pane.kill();
    await expect(waiting).rejects.toMatchObject({ code: 'PANE_DEAD' });
    expect(watch.listenerCount('transition')).toBe(0);
  });
});

const PATIENT_POLL = { interval: 20 };

async function profile(name: string): Promise<Profile> {
  return profileFor(await loadProfiles(), { command: '', title: '', name });
}

function named(base: Profile, programs: readonly string[]): Profile {
  return { ...base, programs };
}

function transitionsOf(watch: AgentWatch): Transition[] {
  const transitions: Transition[] = [];
  watch.on('transition', (transition) => transitions.push(transition));
  return transitions;
}

function signalOf(watch: AgentWatch, type: string): Promise<void> {
  return new Promise((resolve) => {
    const listener = (signal: { readonly type: string }): void => {
      if (signal.type !== type) return;
      watch.off('signal', listener);
      resolve();
    };
    watch.on('signal', listener);
  });
}

function said(watch: AgentWatch, source: string): string | undefined {
  return watch.explain().find((signal) => signal.source === source)?.said;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-status-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
