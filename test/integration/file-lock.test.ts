import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isWanted, lock, tryLock } from '../../src/hosts/file-lock.js';
import { compiledProgram } from './compiled-source.js';

const fixture = await compiledProgram(new URL('./fixtures/hold-lock.ts', import.meta.url));
let names = 0;
const newName = (): string => `test ${process.pid} lock ${++names}`;

type Holder = ChildProcessByStdio<Writable, Readable, null>;

function start(name: string): Holder {
  return spawn(process.execPath, [fixture, name], { stdio: ['pipe', 'pipe', 'inherit'] });
}

async function holding(name: string): Promise<Holder> {
  const holder = start(name);
  await once(holder.stdout, 'data');
  return holder;
}

async function end(holder: Holder): Promise<void> {
  const exited = once(holder, 'exit');
  holder.kill('SIGKILL');
  await exited;
}

describe('a lock between processes', () => {
  it('is given in the order in which they asked for it', async () => {
    const name = newName();
    const release = await lock(name);
    const other = start(name);
    const held = once(other.stdout, 'data');
    await expect.poll(() => isWanted(name), { timeout: 30_000 }).toBe(true);
    expect(tryLock(name)).toBeUndefined();
    let isMine = false;
    const mine = lock(name).then((free) => {
      isMine = true;
      return free;
    });
    release();
    await held;
    expect(tryLock(name)).toBeUndefined();
    expect(isMine).toBe(false);
    other.stdin.end();
    (await mine)();
    expect(isWanted(name)).toBe(false);
  });

  it('stays with a holder that is slow', async () => {
    const name = newName();
    const holder = await holding(name);
    const mine = lock(name);
    // Longer than anybody waits who gives up early.
    expect(await Promise.race([mine, delay(3_000, 'waiting')])).toBe('waiting');
    holder.stdin.end();
    (await mine)();
    await once(holder, 'exit');
  });

  it('is released by the death of its holder', async () => {
    const name = newName();
    const holder = await holding(name);
    const mine = lock(name);
    await end(holder);
    (await mine)();
  });

  it('does not wait for a process that has died while it waited', async () => {
    const name = newName();
    const release = await lock(name);
    const other = start(name);
    await expect.poll(() => isWanted(name), { timeout: 30_000 }).toBe(true);
    const mine = lock(name);
    await end(other);
    release();
    (await mine)();
  });

  it('is not kept by a holder that was stopped', async () => {
    const name = newName();
    const holder = await holding(name);
    holder.kill('SIGSTOP');
    const release = await lock(name);
    // It does not take the lock from its new holder when it continues.
    holder.stdin.end();
    holder.kill('SIGCONT');
    await once(holder, 'exit');
    expect(tryLock(name)).toBeUndefined();
    release();
    const again = tryLock(name);
    expect(again).toBeDefined();
    again?.();
  });
});
