import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { randomFrom } from '../../random-from.js';
import { sized } from '../../soak.js';
import { compiledSource } from '../compiled-source.js';
import { openWorkers } from './open-workers.js';

const fixture = fileURLToPath(new URL('./fixtures/send-lines.mjs', import.meta.url));
const source = await compiledSource();

/** Sends from a number on, is killed at some moment, and gives the number that comes next as far as it has told. */
async function sendAndDie(
  args: readonly string[],
  from: number,
  lines: number,
  waitMs: number,
): Promise<number> {
  const child = spawn(process.execPath, [fixture, ...args, String(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let next = from;
  for await (const line of createInterface({ input: child.stdout })) {
    next = Number(line) + 1;
    if (next === from + lines) void delay(waitMs).then(() => child.kill('SIGKILL'));
  }
  await ended;
  return next;
}

it('types a line once and whole however its sender is killed, if it is sent again with the same key', async () => {
  await using open = await openWorkers();
  const taken = `${open.folder}/taken`;
  const take = `echo ready; while read -r line; do echo "$line" >>${taken}; done`;
  await open.workers.spawn('taker', take, { cwd: '/tmp', login: false, readyWait: { pattern: 'ready' } });
  const args = [source.index, open.address, open.statePath, `${open.folder}/runs`, 'taker'];
  const random = randomFrom(1);
  let next = 0;
  for (let kills = 0; kills < sized(12, 100); kills++) {
    next = await sendAndDie(args, next, 2, random() * 12);
  }
  await open.workers.send('taker', `line ${next}`, { via: 'line', idempotencyKey: `key ${next}` });
  const expected = Array.from({ length: next + 1 }, (_, number) => `line ${number}`);
  await expect
    .poll(async () => (await readFile(taken, 'utf8')).split('\n').slice(0, -1).at(-1))
    .toBe(expected.at(-1));
  expect((await readFile(taken, 'utf8')).split('\n').slice(0, -1)).toEqual(expected);
});
