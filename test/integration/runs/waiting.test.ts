import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { judgeTerminal } from '../../../src/hosts/waiting/judge-terminal.js';
import { probeByScript, probeTerminal } from '../../../src/hosts/waiting/probe-terminal.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { scratchSshd } from '../../../src/testing/scratch-sshd.js';
import { type ProgramRow, plainPrograms, richPrograms } from './waiting-programs.js';
import { formatTable, judgePrograms } from './waiting-sample.js';

describe('whether a program waits for input, from the kernel', () => {
  it('is right about real programs, and never certain of what is wrong [A45] [A49]', async () => {
    await using server = await isolatedTmux();
    await using sshd = await scratchSshd();
    await using silent = await silentServer();
    await using folder = await temporaryFolder();
    await writeFile(
      join(folder.path, 'long.txt'),
      Array.from({ length: 300 }, (_, i) => `row ${i}\n`).join(''),
    );
    const rich = richPrograms(folder.path, silent.port, { ...sshd.options.ssh, port: sshd.port });
    const rows = await present([...plainPrograms, ...rich]);
    const table = await judgePrograms(server, rows, [probeTerminal, probeByScript]);
    console.log(formatTable('this machine', table.lines));
    expect(table.problems).toEqual([]);
    expect(table.lines.length).toBeGreaterThanOrEqual(40);
  }, 240_000);

  it('is unknown for a pane that is gone', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['cat'] });
    const { pid } = await pane.info();
    const ended = pane.waitForExit();
    await pane.kill();
    await ended;
    for (const probe of [probeTerminal, probeByScript]) {
      await expect.poll(async () => judgeTerminal(await probe(server.host, pid)).state).toBe('unknown');
    }
  });

  it('can be cancelled', async () => {
    await using server = await isolatedTmux();
    const signal = AbortSignal.abort();
    for (const probe of [probeTerminal, probeByScript]) {
      await expect(probe(server.host, process.pid, { signal })).rejects.toMatchObject({ code: 'ABORTED' });
    }
  });
});

async function present(rows: readonly ProgramRow[]): Promise<ProgramRow[]> {
  const there = await Promise.all(
    rows.map(({ needs }) => {
      if (!needs) return true;
      return promisify(execFile)('sh', ['-c', 'command -v "$1"', 'sh', needs]).then(
        () => true,
        () => false,
      );
    }),
  );
  return rows.filter((_, index) => there[index]);
}

async function silentServer(): Promise<AsyncDisposable & { readonly port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'mux-waiting-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
