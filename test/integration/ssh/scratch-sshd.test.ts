import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { scratchSshd } from '../../../src/testing/scratch-sshd.js';
import { compiledProgram } from '../compiled-source.js';

const fixture = await compiledProgram(new URL('./fixtures/hold-sshd.ts', import.meta.url));

test('a scratch server listens, stops, starts on the same port and leaves no folder', async () => {
  const sshd = await scratchSshd();
  expect(await listens(sshd.port)).toBe(true);
  await sshd.stop();
  expect(await listens(sshd.port)).toBe(false);
  await sshd.start();
  expect(await listens(sshd.port)).toBe(true);
  await sshd[Symbol.asyncDispose]();
  expect([await listens(sshd.port), existsSync(sshd.folder)]).toEqual([false, false]);
});

test('a scratch server is gone when its process was killed', async () => {
  const child = spawn(process.execPath, [fixture], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const { port, folder } = JSON.parse(String(line));
  expect(await listens(port)).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(() => existsSync(folder)).toBe(false);
  // It was killed before the folder was removed, but a killed process needs a moment to go.
  await expect.poll(() => listens(port)).toBe(false);
});

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
