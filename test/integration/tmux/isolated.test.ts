import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';

describe('a tmux server for tests', () => {
  it('knows the exit code of every program whose pane stays', async () => {
    await using server = await isolatedTmux({ config: 'set -g remain-on-exit on' });
    const { tmux } = server;
    for (let code = 0; code < 60; code++) {
      const [id = ''] = await tmux.command('new-window', '-dPF', '#{pane_id}', `exit ${code}`);
      const told = () => tmux.command('display-message', '-p', '-t', id, '#{pane_dead} #{pane_dead_status}');
      // One after the other: the end of another program would make a server look that has lost the news of this one.
      await expect.poll(told, { timeout: 20_000 }).toEqual([`1 ${code}`]);
    }
  });

  it('is ended also where the file of its socket is gone', async () => {
    const server = await isolatedTmux();
    const [pid, socket = ''] = await facts(server);
    await rm(socket);
    await server[Symbol.asyncDispose]();
    expect(running(pid)).toBe(false);
  });

  it('is ended also where it was stopped and answers nobody', async () => {
    const server = await isolatedTmux();
    const [pid] = await facts(server);
    process.kill(Number(pid), 'SIGSTOP');
    await server[Symbol.asyncDispose]();
    expect(running(pid)).toBe(false);
  });

  it('is ended also where every command of tmux has become an alias', async () => {
    const server = await isolatedTmux();
    const [pid] = await facts(server);
    await server.tmux.command('set-option', '-s', 'command-alias[100]', 'kill-server=no-such-command');
    await server[Symbol.asyncDispose]();
    expect(running(pid)).toBe(false);
  });

  it('is ended together with the one that has taken its socket since', async () => {
    const server = await isolatedTmux();
    const [pid, socket = ''] = await facts(server);
    await rm(socket);
    await server.host.run(['tmux', '-L', server.socket, '-f', '/dev/null', 'new-session', '-d', 'cat']);
    const { stdout } = await server.host.run([
      'tmux',
      '-L',
      server.socket,
      'display-message',
      '-p',
      '#{pid}',
    ]);
    const other = stdout.toString().trim();
    expect(other).not.toBe(pid);
    await server[Symbol.asyncDispose]();
    expect([pid, other].filter(running)).toEqual([]);
  });
});

async function facts({ tmux }: IsolatedTmux): Promise<string[]> {
  return tmux.command('display-message', '-p', '#{pid}\n#{socket_path}');
}

/** A process that has ended may be listed until its parent has looked at it. */
function running(pid: string | undefined): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
