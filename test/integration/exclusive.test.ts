import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { exclusive } from '../../src/hosts/exclusive.js';
import { compiledProgram } from './compiled-source.js';

const fixture = await compiledProgram(new URL('./fixtures/hold-exclusive.ts', import.meta.url));

it('waits for another process, and takes over from one that died', async () => {
  const name = `test ${process.pid} across processes`;
  const holder = spawn(process.execPath, [fixture, name], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  let mine = false;
  const waiting = exclusive(
    name,
    async () => {
      mine = true;
    },
    { maxWaitMs: 60_000 },
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(mine).toBe(false);
  holder.kill('SIGKILL');
  await waiting;
  expect(mine).toBe(true);
});

it('goes ahead when another process holds on for too long', async () => {
  const name = `test ${process.pid} too long`;
  const holder = spawn(process.execPath, [fixture, name], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  expect(await exclusive(name, async () => 'done', { maxWaitMs: 20 })).toBe('done');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
});
