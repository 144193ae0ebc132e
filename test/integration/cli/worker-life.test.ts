import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../../src/tmux/connect.js';
import { patience } from '../../patience.js';
import { muxHere } from '../operations/mux-here.js';
import { type OpenOperations, openOperations } from '../operations/open-operations.js';
import { mux } from './mux.js';

let place: OpenOperations;
beforeAll(async () => {
  place = await openOperations({ started: false });
});
afterAll(async () => {
  await tmux('kill-server').catch(() => {});
  await place[Symbol.asyncDispose]();
});

/** The tmux servers of this place, as a person reaches them. */
const tmux = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('tmux', args)).stdout.trim();

const worker = (name: string): string[] => ['--', 'sh', '-c', 'echo "I am $0"; exec cat', name];

async function states(): Promise<Record<string, string>> {
  const { workers } = JSON.parse((await muxHere('ls', '--json')).stdout) as {
    workers: { name: string; state: string }[];
  };
  return Object.fromEntries(workers.map(({ name, state }) => [name, state]));
}

describe('workers, for whoever comes later', () => {
  it('live on when mux has exited, and are attached to, looked at and read [W43]', async () => {
    expect(await mux(['spawn', 'one', ...worker('one')])).toMatchObject({ code: 0 });
    await using local = await connect('local', patience);
    const [pane] = (await local.panes()).filter(({ windowName }) => windowName === 'one');
    await local.pane(pane?.id ?? '').waitForText('I am one', { timeoutMs: 120_000 });
    expect((await muxHere('peek', 'one')).stdout).toBe('I am one\n');
    // A line is on the screen a moment before it is in the log.
    await expect.poll(async () => (await muxHere('logs', 'one')).stdout).toBe('I am one\n');
    // There is no terminal here; that a person gets into the window is proven in one.
    expect((await muxHere('attach', '--print', 'one')).stdout).toMatch(/tmux .*attach-session -t /);
  });

  it('are stopped for mux ls where their window is gone, and cleaned with --all, but none that runs [W39, W40]', async () => {
    await muxHere('spawn', 'two', ...worker('two'));
    expect(await states()).toEqual({ one: 'running', two: 'running' });
    const [session] = (await tmux('list-sessions', '-F', '#{session_name}')).split('\n');
    await tmux('kill-window', '-t', `=${session}:=two`);
    expect(await states()).toEqual({ one: 'running', two: 'stopped' });
    expect((await muxHere('clean', '--all')).stdout).toBe('Removed two.\n');
    expect(await states()).toEqual({ one: 'running' });
  });

  it('of a socket are stopped with its server, and cleaned, while all others run on [W42]', async () => {
    await muxHere('spawn', 'three', '--socket', 'other', ...worker('three'));
    expect(await states()).toEqual({ one: 'running', three: 'running' });
    await tmux('-L', 'other', 'kill-server');
    expect(await states()).toEqual({ one: 'running', three: 'stopped' });
    expect((await muxHere('clean', 'three')).stdout).toBe('Removed three.\n');
    expect(await states()).toEqual({ one: 'running' });
  });

  it('are all stopped where the server has crashed, and cleaned, spawned and respawned at once [W41]', async () => {
    await muxHere('spawn', 'four', ...worker('four'));
    process.kill(Number(await tmux('display-message', '-p', '#{pid}')), 'SIGKILL');
    await expect.poll(() => tmux('list-sessions').catch(() => 'gone')).toBe('gone');
    expect(await states()).toEqual({ one: 'stopped', four: 'stopped' });
    expect((await muxHere('respawn', 'one')).stdout).toBe('Restarted one.\n');
    expect((await muxHere('clean', '--all')).stdout).toBe('Removed four.\n');
    expect(await muxHere('spawn', 'four', ...worker('four'))).toMatchObject({ code: 0 });
    expect(await states()).toEqual({ one: 'running', four: 'running' });
  });
});
