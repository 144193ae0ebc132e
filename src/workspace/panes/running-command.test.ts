import { describe, expect, it } from 'vitest';
import { launchShell } from '../../shells/integration/launch-shell.js';
import { restartCommand, runningCommand, sentState } from './running-command.js';
import { sentCommand } from './sent-note.js';
import type { WorkspacePane } from './survey.js';

const pane: WorkspacePane = {
  id: '%1',
  address: '0.0',
  windowId: '@1',
  index: 0,
  active: true,
  title: '',
  cwd: '/',
  created: '',
  pid: 10,
  dead: false,
  alternate: false,
  synchronized: false,
  program: 'bash',
  // What a program has put there.
  path: 'file://box/tmp',
  log: '',
  piped: true,
  shell: 'abc',
  sent: JSON.stringify({ command: 'while :; do :; done', sentAt: '2025-01-24T10:30:00Z', prompt: 2 }),
  started: JSON.stringify({ command: 'while :; do :; done', whole: true, prompt: 2 }),
};

const foreground = (...argv: string[]) => [{ pid: 11, argv }];

describe('what runs in a pane', () => {
  it.each([
    [['tail', '-f', 'logs.txt'], 'tail -f logs.txt'],
    [['npm test'], 'npm test'],
    [['sh', 'job.sh', 'two words'], "sh job.sh 'two words'"],
    [['bash', '-c', 'sleep 5'], "bash -c 'sleep 5'"],
    [['-bash'], null],
    [['bash', '--rcfile', '/dev/fd/9', '-i'], null],
    [['/usr/bin/zsh', '-i'], null],
    [['fish', '-i', '-C', 'set -l mux'], null],
    [['busybox', 'sh', '-i'], null],
  ])('is told by the processes in the foreground: %j', (argv, running) => {
    expect(runningCommand(pane, foreground(...argv))).toMatchObject({ running, source: 'kernel' });
  });

  it('is nothing while the shell of a new pane is started', () => {
    const { command } = launchShell('abc', '');
    const fresh = { ...pane, path: '', sent: '', started: '' };
    expect(runningCommand(fresh, foreground(...command))).toMatchObject({ running: null, source: 'kernel' });
  });

  it('is what was sent while the shell of a new pane is started, which will read it', () => {
    const fresh = { ...pane, path: '' };
    const verdict = runningCommand(fresh, foreground('bash', '-i'));
    expect(verdict).toMatchObject({ running: 'while :; do :; done', confidence: 'likely' });
    expect(sentState(fresh, verdict)).toBe('running');
  });

  it('is told by a shell of ours, also what has no process', () => {
    const idle = { ...pane, path: 'muxwright:abc:idle:3:0:bash' };
    expect(runningCommand(idle, foreground('bash', '-i'))).toEqual({
      running: null,
      source: 'osc133',
      confidence: 'certain',
    });
    const busy = { ...pane, path: 'muxwright:abc:run:2' };
    expect(runningCommand(busy, foreground('bash', '-i')).running).toBe('while :; do :; done');
    expect(runningCommand(busy, foreground('make', 'all')).running).toBe('make all');
    expect(runningCommand({ ...idle, path: 'muxwright:abc:idle:3:0:sh' }, foreground('vi')).running).toBe(
      'vi',
    );
  });

  it('has not begun at the prompt where it was typed, and has ended at the next one', () => {
    const at = (prompt: number) => ({ ...pane, path: `muxwright:abc:idle:${prompt}:0:bash` });
    const typed = runningCommand(at(2), foreground('bash', '-i'));
    expect(typed).toMatchObject({ running: 'while :; do :; done', confidence: 'likely' });
    expect(sentState(at(2), typed)).toBe('running');
    expect(sentState(at(3), runningCommand(at(3), foreground('bash', '-i')))).toBe('ended');
  });

  it('is no command where a shell inside the shell is at its prompt', () => {
    const busy = { ...pane, path: 'muxwright:abc:run:2' };
    const verdict = runningCommand(busy, foreground('bash', '--norc'));
    expect(verdict).toEqual({ running: null, source: 'kernel', confidence: 'likely' });
    expect(sentState(busy, verdict)).toBe('running');
  });

  it('is not ours where a person typed it at a later prompt', () => {
    const hers = { ...pane, path: 'muxwright:abc:run:3' };
    const verdict = runningCommand(hers, foreground('bash', '-i'));
    expect(verdict).toEqual({ running: 'bash', source: 'osc133', confidence: 'certain' });
    expect(sentState(hers, verdict)).toBe('ended');
    expect(restartCommand(hers, foreground('bash', '-i'))).toBeUndefined();
    expect(restartCommand(hers, foreground('sleep', '5'))).toBe('sleep 5');
  });

  it.each([
    ['sleep 5 | cat', true, ['sleep', '5'], 'sleep 5 | cat'],
    ['sleep 5 | cat', false, ['sleep', '5'], undefined],
    ['echo a', true, ['sleep', '5'], 'sleep 5'],
    ['while :; do :; done', true, ['bash', '-i'], 'while :; do :; done'],
  ])('is started again as it was typed, if that is what runs: %s', (command, whole, argv, restart) => {
    const started = JSON.stringify({ command, whole, prompt: 2 });
    expect(restartCommand({ ...pane, path: 'muxwright:abc:run:2', started }, foreground(...argv))).toBe(
      restart,
    );
  });

  it('is guessed by its name where nothing else is known', () => {
    expect(runningCommand({ ...pane, program: 'vim' }, undefined)).toMatchObject({
      running: 'vim',
      confidence: 'guess',
    });
    expect(runningCommand(pane, [])).toMatchObject({ running: null, confidence: 'guess' });
  });

  it('was sent, if there is a note of it', () => {
    expect(sentCommand(pane)?.command).toBe('while :; do :; done');
    for (const sent of ['', '{}', 'x']) expect(sentCommand({ sent })).toBeUndefined();
  });
});
