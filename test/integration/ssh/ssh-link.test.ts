import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openHost } from '../../../src/hosts/open-host.js';
import { type ScratchSshd, scratchSshd } from '../../../src/testing/scratch-sshd.js';

/** Runs that are all under way at the same time: each waits for a file that is made when all have started. */
const TOGETHER = 'touch "$1/run-$2"; while [ ! -e "$1/go" ]; do sleep 0.01; done; echo "$2"';

describe('the connection', () => {
  test('is shared by 20 programs at once', async () => {
    await using sshd = await scratchSshd({ serverConfig: ['MaxSessions 40'] });
    await using host = await openHost(sshd.address, sshd.options);
    const runs = Array.from({ length: 20 }, (_, i) =>
      host.run(['sh', '-c', TOGETHER, 'sh', sshd.folder, String(i)], { timeoutMs: 60_000 }),
    );
    const allStarted = 'until [ $(ls "$1" | grep -c ^run-) = 20 ]; do sleep 0.01; done; touch "$1/go"';
    const counter = promisify(execFile)('sh', ['-c', allStarted, 'sh', sshd.folder]);
    await counter;
    expect(await sshd.connections()).toBe(1);
    const results = await Promise.all(runs);
    expect(results.map(({ stdout }) => stdout.toString())).toEqual(results.map((_, i) => `${i}\n`));
  });

  test('is not the limit: what a server with ten sessions refuses gets a connection of its own', async () => {
    await using sshd = await scratchSshd();
    await using host = await openHost(sshd.address, sshd.options);
    const streams = await Promise.all(Array.from({ length: 12 }, () => host.open(['cat'])));
    // Nine beside the master's own, and three that were refused; what was given up on the way needs a moment to go.
    await expect.poll(() => sshd.connections()).toBe(4);
    expect((await host.run(['echo', 'and one more'])).stdout.toString()).toBe('and one more\n');
    await Promise.all(streams.map((stream) => stream.close()));
    await expect.poll(() => sshd.connections()).toBe(1);
  });

  test('is not shared where the server forbids it, and everything works', async () => {
    await using sshd = await scratchSshd({ serverConfig: ['MaxSessions 1'] });
    await using host = await openHost(sshd.address, sshd.options);
    for (const word of ['one', 'two']) {
      expect((await host.run(['cat'], { input: word })).stdout.toString()).toBe(word);
    }
    const stream = await host.open(['cat']);
    await expect.poll(() => sshd.connections()).toBe(1);
    await stream.close();
    expect(await stream.closed).toEqual({ code: 0, stderr: '', error: undefined });
  });

  test('is made anew after it broke, and after the server came back', async () => {
    await using sshd = await scratchSshd();
    await using host = await openHost(sshd.address, sshd.options);
    for (const cut of [() => sshd.drop(), () => sshd.stop().then(() => sshd.start())]) {
      const stream = await host.open(['cat']);
      await cut();
      await stream.closed;
      expect((await host.run(['echo', 'back'])).stdout.toString()).toBe('back\n');
    }
  });

  test('is closed with the host', async () => {
    await using sshd = await scratchSshd();
    const host = await openHost(sshd.address, sshd.options);
    const stream = await host.open(['cat']);
    await host.close();
    expect(await stream.closed).toEqual({ code: 0, stderr: '', error: undefined });
    await expect.poll(() => sshd.connections()).toBe(0);
  });

  test("is the user's own where the configuration shares one", async () => {
    await using sshd = await scratchSshd({ clientConfig: [...SHARED, 'ControlPersist 60'] });
    await using host = await openHost(sshd.address, sshd.options);
    expect((await host.run(['echo', 'first'])).stdout.toString()).toBe('first\n');
    const stream = await host.open(['cat']);
    expect(await sshd.connections()).toBe(1);
    await host.close();
    expect((await stream.closed).code).toBe(0);
    // It is not ours to end.
    await ssh(sshd, '-O', 'check');
    await ssh(sshd, '-O', 'exit');
  });

  test("is the user's own while that is open, and else ours", async () => {
    await using sshd = await scratchSshd({ clientConfig: SHARED });
    const terminal = spawn('ssh', [...clientArguments(sshd), '127.0.0.1', 'echo up; cat']);
    await once(terminal.stdout, 'data');
    await using host = await openHost(sshd.address, sshd.options);
    await host.run(['true']);
    expect(await sshd.connections()).toBe(1);
    terminal.stdin.end();
    await once(terminal, 'close');
    await host.run(['true']);
    // A stream is not carried by the ssh of a run, which would take it along.
    const stream = await host.open(['cat']);
    await expect(ssh(sshd, '-O', 'check')).rejects.toThrow('No such file');
    await stream.close();
  });

  test('that is being made can be given up', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const bound = silent.address();
    const host = await openHost(`ssh://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`);
    const connected = once(silent, 'connection');
    const run = expect(host.run(['true'])).rejects.toMatchObject({ code: 'CLOSED' });
    await connected;
    await host.close();
    await run;
    silent.close();
  });
});

const SHARED = ['ControlMaster auto', 'ControlPath /tmp/muxwright-test-%C'];

function clientArguments(sshd: ScratchSshd): string[] {
  return ['-F', sshd.options.ssh.configFile, '-p', String(sshd.port)];
}

function ssh(sshd: ScratchSshd, ...args: readonly string[]): Promise<unknown> {
  return promisify(execFile)('ssh', [...clientArguments(sshd), ...args, '127.0.0.1']);
}
