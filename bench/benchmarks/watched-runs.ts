import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openStore } from '../../src/api/store.js';
import { type Run, TmuxAutomation } from '../../src/index.js';
import { type Benchmark, OURS } from '../benchmark.js';
import { type Place, tmuxArgv } from '../places/place.js';
import { race } from '../race.js';

/** Memory that each run costs while its caller follows it, beside a control-mode client for each. */
export const watchedRuns: Benchmark = {
  name: 'watched-runs',
  unit: 'KB',
  async *run(ground) {
    const place = await ground.local();
    for (const count of [10, 100, 500]) {
      yield await race(
        `memory per watched run, ${count} runs`,
        'KB',
        [
          { name: OURS, role: 'ours', sample: () => watchedBy(place, count) },
          {
            name: 'tmux -C attach for each',
            role: 'peer',
            sample: () => attachedBy(place, Math.min(count, 50)),
          },
        ],
        { ...ground.effort(1, 0), rounds: ground.quick ? 1 : 3 },
      );
    }
  },
};

async function watchedBy(place: Place, count: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-bench-'));
  await using store = await openStore({ path: join(folder, 'muxwright.db') });
  await using automation = new TmuxAutomation({ store, config: { logFolder: join(folder, 'runs') } });
  const start = async (): Promise<{ run: Run; events: AsyncGenerator }> => {
    const run = await automation.start(place.server.tmux, 'read -r x', { interactive: false, login: false });
    const events = run.events();
    await events.next();
    return { run, events };
  };
  const first = await start();
  const before = await usedBytes();
  const watched = await Promise.all(Array.from({ length: count }, start));
  const bytes = (await usedBytes()) - before;
  for (const { run } of [first, ...watched]) await run.send('');
  for (const { run } of [first, ...watched]) await run.finished();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  return bytes / count / 1024;
}

async function attachedBy(place: Place, count: number): Promise<number> {
  const [program = '', ...args] = tmuxArgv(place, '-C', 'attach-session', '-f', 'ignore-size,read-only');
  const clients = Array.from({ length: count }, () => spawn(program, args));
  await Promise.all(clients.map((client) => once(client.stdout, 'data')));
  const sizes = await Promise.all(clients.map(({ pid = 0 }) => proportionalKilobytes(pid)));
  await Promise.all(
    clients.map((client) => {
      client.stdin.end('detach-client\n');
      return once(client, 'close');
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / count;
}

/** What a process has for itself, and its part of what it shares. */
async function proportionalKilobytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1]);
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What an earlier sample has left behind takes some turns to go. */
async function usedBytes(): Promise<number> {
  for (let turn = 0; turn < 5; turn++) {
    collectGarbage();
    await delay(100);
  }
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
