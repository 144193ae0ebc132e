import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { compiledProgram } from '../compiled-source.js';

/** Starts programs while no file descriptor is left, and again when there are some. */
const PROGRAM = `
const { openHost } = await import(process.argv[1]);
const { openSync, closeSync } = await import('node:fs');
const host = await openHost('local');
const codes = [];
const attempt = (work) => work().then(() => codes.push('ok'), (error) => codes.push(error.code));
const taken = [];
try { for (;;) taken.push(openSync('/dev/null', 'r')); } catch {}
for (const spare of [0, 1, 2, 3, 4, 5, 6]) {
  if (spare > 0) closeSync(taken.pop());
  await attempt(() => host.run(['true']));
  await attempt(async () => (await host.open(['cat'])).close());
}
for (const file of taken) closeSync(file);
await attempt(() => host.run(['true']));
await attempt(async () => (await host.open(['cat'])).close());
await host.close();
console.log(JSON.stringify(codes));
`;

it('a host refuses to start a program while no file descriptor is left, and starts it later', async () => {
  const openHost = await compiledProgram(new URL('../../../src/hosts/open-host.ts', import.meta.url));
  const script = 'ulimit -n 80; exec "$@"';
  const node = [process.execPath, '--input-type=module', '-e', PROGRAM, openHost];
  const { stdout } = await promisify(execFile)('sh', ['-c', script, 'sh', ...node]);
  const codes = JSON.parse(stdout) as string[];
  expect(codes.slice(0, 2)).toEqual(['HOST_IO_FAILED', 'HOST_IO_FAILED']);
  expect(codes.slice(-2)).toEqual(['ok', 'ok']);
  expect(codes.every((code) => code === 'ok' || code === 'HOST_IO_FAILED')).toBe(true);
});

/** Needs a part that is loaded only then. */
const LATE_PROGRAM = `
const { openHost } = await import(process.argv[1]);
const { openSync } = await import('node:fs');
try { for (;;) openSync('/dev/null', 'r'); } catch {}
await openHost('ssh://nobody@localhost').catch(({ code, details }) => console.log(code, details?.errno));
`;

it('a part of muxwright that cannot be loaded without a file descriptor is refused by name', async () => {
  const openHost = await compiledProgram(new URL('../../../src/hosts/open-host.ts', import.meta.url));
  const node = [process.execPath, '--input-type=module', '-e', LATE_PROGRAM, openHost];
  const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -n 80; exec "$@"', 'sh', ...node]);
  expect(stdout).toBe('HOST_IO_FAILED EMFILE\n');
});
