import { describe, expect, it } from 'vitest';
import { judgeTerminal } from './judge-terminal.js';
import { sameActivity } from './same-activity.js';
import type { ProcessFacts, TerminalFacts, TerminalModes, ThreadFacts } from './terminal-facts.js';

const TERMINAL = 0x8802;
const files = { 0: '/dev/pts/2', 1: '/dev/pts/2', 2: '/dev/pts/2' };

function thread(fields: Partial<ThreadFacts> & { readonly in?: string }): ThreadFacts {
  const { in: name, ...rest } = fields;
  const call = name === undefined ? undefined : { name, timed: false };
  return { id: 12, timeslices: 1, waitChannel: '', awaits: call ? [] : undefined, call, ...rest };
}

function program(fields: Partial<ProcessFacts>): ProcessFacts {
  const common = { pid: 12, parent: 1, group: 12, terminal: TERMINAL, name: 'prog', state: 'S', cpuTicks: 0 };
  return { ...common, threads: [thread({ in: 'wait4' })], files, ...fields };
}

function terminal(processes: readonly ProcessFacts[], modes: Partial<TerminalModes> = {}): TerminalFacts {
  const mode = { terminal: TERMINAL, canonical: true, echo: true, ...modes };
  return {
    system: 'Linux',
    machine: 'x86_64',
    terminal: TERMINAL,
    processes,
    modes: [mode],
    cut: false,
    whole: true,
  };
}

const reads = thread({ in: 'read', awaits: [0] });
const judged = (...processes: Partial<ProcessFacts>[]) => judgeTerminal(terminal(processes.map(program)));

describe('the verdict on a terminal', () => {
  it('is unknown where there is nothing to judge', () => {
    expect(judgeTerminal({ ...terminal([]), system: 'Darwin' })).toMatchObject({
      state: 'unknown',
      reason: 'What a program waits for is only known on Linux, and this is Darwin.',
    });
    expect(judgeTerminal({ ...terminal([]), terminal: 0 }).state).toBe('unknown');
    expect(judged().state).toBe('unknown');
    expect(judged({ state: 'Z', threads: [reads] }).state).toBe('unknown');
  });

  it('is certain of a program that can do nothing but read, and says which', () => {
    expect(judged({ threads: [reads] }, { pid: 13, name: 'sh' })).toEqual({
      state: 'waiting',
      confidence: 'certain',
      kind: 'line',
      reason: 'prog (12) is blocked in read on its terminal.',
      process: { pid: 12, name: 'prog' },
      wait: '12:12:1',
    });
  });

  it('tells a line, a password and a key apart', () => {
    const kind = (modes: Partial<TerminalModes>) =>
      judgeTerminal(terminal([program({ threads: [reads] })], modes)).kind;
    expect(kind({})).toBe('line');
    expect(kind({ echo: false })).toBe('password');
    expect(kind({ canonical: false, echo: false })).toBe('key');
    expect(judgeTerminal({ ...terminal([program({ threads: [reads] })]), modes: [] })).not.toHaveProperty(
      'kind',
    );
  });

  it('takes /dev/tty for the terminal, and another terminal not', () => {
    const on = (link: string) => judged({ threads: [reads], files: { 0: link } }).state;
    expect(on('/dev/tty')).toBe('waiting');
    expect(on('/dev/pts/22')).toBe('running');
  });

  it('is likely where it may be another terminal: one of a changed root, or one that was inherited', () => {
    const on = (link: string, terminal = TERMINAL) =>
      judged({ threads: [reads], files: { 0: link, 1: '/dev/pts/2' }, terminal });
    expect(on('/root/dev/tty')).toMatchObject({ state: 'waiting', confidence: 'certain' });
    expect(on('/root/dev/pts/2')).toMatchObject({ state: 'waiting', confidence: 'likely' });
    expect(on('/dev/tty', 0)).toMatchObject({ state: 'waiting', confidence: 'likely' });
  });

  it('is not certain that a program works which may look at the terminal from time to time', () => {
    const asleep = (timeoutMs?: number) =>
      judged({
        threads: [
          thread({ call: { name: 'nanosleep', timed: true, ...(timeoutMs && { timeoutMs }) }, awaits: [] }),
        ],
      });
    expect(asleep(600_000)).toMatchObject({ state: 'running', confidence: 'certain' });
    expect(asleep(100)).toMatchObject({ state: 'running', confidence: 'likely' });
    expect(asleep()).toMatchObject({ confidence: 'likely' });
    expect(judged({ threads: [thread({ in: 'wait4' })] })).toMatchObject({ confidence: 'likely' });
    expect(judged({ threads: [thread({ in: 'running' })] })).toMatchObject({ confidence: 'likely' });
    expect(judged({ threads: [thread({ in: 'recvfrom' })] })).toMatchObject({ confidence: 'certain' });
    expect(judged({ threads: [thread({ in: 'pause' })], signalled: true })).toMatchObject({
      state: 'running',
      confidence: 'likely',
    });
  });

  it('is a guess that a program asks which also watches a folder', () => {
    const threads = [thread({ in: 'epoll_wait', awaits: [0, 3] })];
    const watcher = program({ threads, files: { ...files, 3: 'anon_inode:inotify' } });
    expect(judgeTerminal(terminal([watcher]))).toMatchObject({ state: 'running', confidence: 'guess' });
    const keys = terminal([watcher], { canonical: false, echo: false });
    expect(judgeTerminal(keys)).toMatchObject({ state: 'waiting', confidence: 'guess' });
  });

  it('is not certain while others in the group work, or were not all looked at', () => {
    expect(judged({ threads: [reads] }, { pid: 13, threads: [thread({ in: 'running' })] })).toMatchObject({
      state: 'waiting',
      confidence: 'likely',
    });
    const cut = { ...terminal([program({ threads: [reads] })]), cut: true };
    expect(judgeTerminal(cut)).toMatchObject({ state: 'waiting', confidence: 'likely' });
  });

  it('is that a program works whose other thread computes', () => {
    expect(judged({ threads: [reads, thread({ id: 13, in: 'running' })] })).toMatchObject({
      state: 'running',
      confidence: 'guess',
    });
  });

  it('is a guess where a thread reads and another one waits for news', () => {
    const other = thread({ id: 13, in: 'recvfrom' });
    expect(judged({ threads: [reads, other] })).toMatchObject({ state: 'waiting', confidence: 'guess' });
    expect(judged({ threads: [reads, thread({ id: 13, in: 'futex' })] })).toMatchObject({
      confidence: 'likely',
    });
  });

  it('is that a program works which has stopped, or reads something else', () => {
    expect(judged({ state: 'T', threads: [reads] })).toMatchObject({ state: 'running' });
    expect(judged({ threads: [reads], files: { 0: 'socket:[1]' } })).toMatchObject({
      state: 'running',
      confidence: 'certain',
      reason: 'prog (12) waits for a socket in read, and nobody looks at the terminal.',
    });
  });

  it('leaves it to the mode of the terminal when a socket is watched as well', () => {
    const both = program({
      threads: [thread({ in: 'poll', awaits: [0, 3] })],
      files: { ...files, 3: 'socket:[1]' },
    });
    expect(judgeTerminal(terminal([both]))).toMatchObject({ state: 'running', confidence: 'guess' });
    expect(judgeTerminal(terminal([both], { canonical: false }))).toMatchObject({
      state: 'waiting',
      confidence: 'guess',
    });
    expect(judgeTerminal({ ...terminal([both]), modes: [] })).toMatchObject({ state: 'unknown' });
  });

  it('makes nothing of a pipe with which a program wakes up itself', () => {
    const threads = [thread({ in: 'poll', awaits: [0, 3] })];
    const own = judged({ threads, files: { ...files, 3: 'pipe:[1]', 4: 'pipe:[1]' } });
    expect(own).toMatchObject({ state: 'waiting', confidence: 'certain' });
    const foreign = judged({ threads, files: { ...files, 3: 'pipe:[1]' } });
    expect(foreign).toMatchObject({ state: 'running', confidence: 'guess' });
  });

  it('is asked of the terminal behind a program that passes on what is typed', () => {
    const relay = program({
      name: 'script',
      threads: [thread({ in: 'poll', awaits: [0, 3] })],
      files: { ...files, 3: '/dev/ptmx' },
    });
    const behind = (thread: ThreadFacts) =>
      judgeTerminal(
        terminal([
          relay,
          program({ pid: 20, terminal: 0x8803, threads: [thread], files: { 0: '/dev/pts/3' } }),
        ]),
      );
    expect(behind(reads)).toMatchObject({ state: 'waiting', confidence: 'likely', process: { pid: 20 } });
    expect(behind(thread({ in: 'nanosleep' }))).toMatchObject({ state: 'running', confidence: 'likely' });
    expect(judgeTerminal(terminal([relay])).confidence).toBe('guess');
    const threads = [reads, thread({ id: 13, in: 'read', awaits: [3] })];
    const inner = program({ pid: 20, terminal: 0x8803, threads: [thread({ in: 'nanosleep' })] });
    expect(judgeTerminal(terminal([{ ...relay, threads }, inner]))).toMatchObject({ state: 'running' });
  });

  it('is not asked of a terminal without a size and echo, which an editor has as a pipe to its compiler', () => {
    const editor = program({
      threads: [thread({ in: 'pselect6', awaits: [0, 3] })],
      files: { ...files, 3: '/dev/ptmx' },
    });
    const compiler = program({ pid: 20, terminal: 0x8803, threads: [thread({ in: 'running' })] });
    const facts = terminal([editor, compiler], { canonical: false, echo: false });
    const inner = { terminal: 0x8803, canonical: true, echo: false };
    const verdict = (modes: TerminalModes) => judgeTerminal({ ...facts, modes: [...facts.modes, modes] });
    expect(verdict(inner).state).toBe('running');
    expect(verdict({ ...inner, sizeless: true })).toMatchObject({ state: 'waiting', confidence: 'likely' });
  });
});

describe('the verdict on a process of another session', () => {
  const foreign = (fields: Partial<ProcessFacts>): ProcessFacts =>
    program({ pid: 20, name: 'other', group: 20, terminal: 0, ...fields });

  it('is likely that it asks, where it reads the terminal', () => {
    expect(judged({}, foreign({ threads: [reads] }))).toMatchObject({
      state: 'waiting',
      confidence: 'likely',
      process: { pid: 20 },
    });
  });

  it('is likely also where the program that has it ask waits for its answer, as gpg does', () => {
    const gpg = { threads: [thread({ in: 'read', awaits: [3] })], files: { ...files, 3: 'socket:[1]' } };
    const pinentry = foreign({ threads: [thread({ in: 'poll', awaits: [0] })] });
    const facts = terminal([program(gpg), pinentry], { canonical: false, echo: false });
    expect(judgeTerminal(facts)).toMatchObject({ state: 'waiting', confidence: 'likely', kind: 'key' });
  });

  it('is a guess that the foreground works, where that computes', () => {
    const computes = { threads: [thread({ in: 'running' })] };
    expect(judged(computes, foreign({ threads: [reads] }))).toMatchObject({
      state: 'running',
      confidence: 'guess',
    });
  });

  it('leaves out one that does something else, or has another terminal open', () => {
    const sleeps = foreign({ threads: [thread({ in: 'nanosleep' })] });
    expect(judged({ threads: [reads] }, sleeps)).toMatchObject({ state: 'waiting', confidence: 'certain' });
    const elsewhere = foreign({ threads: [reads], files: { 0: '/dev/pts/7' } });
    expect(judged({}, elsewhere)).toMatchObject({ state: 'running', confidence: 'certain' });
  });

  it('is never certain where it may not be looked at', () => {
    const hidden = foreign({ threads: [], files: undefined });
    expect(judged({}, hidden)).toMatchObject({ state: 'unknown', process: { pid: 20 } });
    expect(judged({ threads: [reads] }, hidden)).toMatchObject({ state: 'waiting', confidence: 'likely' });
    const raw = terminal([program({}), hidden], { canonical: false });
    expect(judgeTerminal(raw)).toMatchObject({ state: 'waiting', confidence: 'guess', kind: 'key' });
  });

  it('is certain that nobody reads only where all processes were looked at', () => {
    const sleeps = program({ threads: [thread({ in: 'nanosleep' })] });
    expect(judgeTerminal(terminal([sleeps]))).toMatchObject({ state: 'running', confidence: 'certain' });
    expect(judgeTerminal({ ...terminal([sleeps]), whole: false })).toMatchObject({ confidence: 'likely' });
  });

  it('comes from the inner terminals of a tmux inside the terminal, as a guess where they differ', () => {
    const server = foreign({
      name: 'tmux: server',
      threads: [thread({ in: 'epoll_wait', awaits: [4, 5] })],
      files: { 4: '/dev/pts/2', 5: '/dev/ptmx' },
    });
    const inner = (pid: number, number: number, one: ThreadFacts): ProcessFacts =>
      program({ pid, terminal: 0x8800 + number, threads: [one], files: { 0: `/dev/pts/${number}` } });
    const sleeps = thread({ in: 'nanosleep' });
    expect(judged(server, inner(30, 5, reads))).toMatchObject({ state: 'waiting', confidence: 'likely' });
    expect(judged(server, inner(30, 5, sleeps))).toMatchObject({ state: 'running', confidence: 'likely' });
    expect(judged(server, inner(30, 5, sleeps), inner(31, 6, reads))).toMatchObject({
      state: 'waiting',
      confidence: 'guess',
    });
  });
});

describe('the verdict on a program that wakes up by itself', () => {
  it('says after how long, from its call or from the mode of the terminal', () => {
    const call = { name: 'poll', timed: true, timeoutMs: 300 };
    expect(judged({ threads: [thread({ call, awaits: [0] })] })).toMatchObject({
      state: 'waiting',
      confidence: 'likely',
      timeoutMs: 300,
    });
    const half = terminal([program({ threads: [reads] })], { canonical: false, readTimeoutMs: 1_000 });
    expect(judgeTerminal(half)).toMatchObject({ state: 'waiting', confidence: 'likely', timeoutMs: 1_000 });
    expect(judged({ threads: [reads] })).not.toHaveProperty('timeoutMs');
  });
});

describe('the verdict where system calls may not be seen', () => {
  const hidden = (
    waitChannel: string,
    fields: Partial<ProcessFacts> = {},
    modes: Partial<TerminalModes> = {},
  ) => judgeTerminal(terminal([program({ threads: [thread({ waitChannel })], ...fields })], modes));

  it('comes from where a program sleeps in the kernel', () => {
    expect(hidden('wait_woken')).toMatchObject({ state: 'waiting', confidence: 'likely', kind: 'line' });
    expect(hidden('n_tty_read')).toMatchObject({ state: 'waiting', confidence: 'likely' });
    expect(hidden('hrtimer_nanosleep')).toMatchObject({ state: 'running', confidence: 'likely' });
    expect(hidden('do_wait')).toMatchObject({ state: 'running', confidence: 'likely' });
    expect(hidden('do_select')).toMatchObject({ state: 'running', confidence: 'guess' });
    expect(hidden('do_select', {}, { canonical: false })).toMatchObject({
      state: 'waiting',
      confidence: 'likely',
    });
    expect(hidden('')).toMatchObject({ state: 'unknown' });
  });

  it('stays open where a socket could be read as well', () => {
    expect(hidden('wait_woken', { files: { ...files, 3: 'socket:[1]' } })).toMatchObject({
      state: 'unknown',
    });
  });

  it('is a password where the terminal hides a line, whoever reads it', () => {
    const su = { name: 'su', files: undefined, threads: [] };
    expect(hidden('', su)).toMatchObject({ state: 'unknown' });
    expect(hidden('', su, { echo: false })).toMatchObject({
      state: 'waiting',
      confidence: 'likely',
      kind: 'password',
    });
  });
});

describe('two looks at a terminal', () => {
  it('are the same until a thread has run', () => {
    const look = (timeslices: number) => terminal([program({ threads: [{ ...reads, timeslices }] })]);
    expect(sameActivity(look(1), look(1))).toBe(true);
    expect(sameActivity(look(1), look(2))).toBe(false);
    expect(sameActivity(look(1), terminal([]))).toBe(false);
  });
});
