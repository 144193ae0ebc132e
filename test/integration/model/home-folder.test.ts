import { execFile } from 'node:child_process';
import { homedir, userInfo } from 'node:os';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { homeFolder } from '../../../src/model/home-folder.js';

it('is the home that the environment names, and with an empty one that of the list of users', () => {
  expect(homeFolder()).toBe(homedir());
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('HOME', '/somewhere');
  expect(homeFolder()).toBe('/somewhere');
  vi.stubEnv('HOME', '');
  expect(homeFolder()).toBe(userInfo().homedir);
});

// Only root can become somebody whom the system does not know.
it.skipIf(process.getuid?.() !== 0)('is / for a user whom the system does not know', async () => {
  const { HOME: _, ...env } = process.env;
  const script = `
    const { homeFolder } = await import(${JSON.stringify(new URL('../../../src/model/home-folder.ts', import.meta.url).href)});
    process.setuid(54321);
    console.log(homeFolder());
  `;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(stdout).toBe('/\n');
});
