import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { Host, HostStream } from '../../../src/hosts/host.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { attach } from '../../../src/tmux/attach.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { sized } from '../../soak.js';

/** tmux takes its events in an order that is partly by chance; by the end of the input alone every second one dies. */
const ROUNDS = sized(4, 8);

it('takes no server down by leaving while output waits, however the events meet', async () => {
  for (let round = 0; round < ROUNDS; round++) await leaveInAFlood();
}, 600_000);

/** Lets the server meet in one turn: our end, new output, and room to write what has been waiting. */
async function leaveInAFlood(): Promise<void> {
  await using server = await isolatedTmux();
  await using tap = await openTap();
  const { tmux } = server;
  const session = await tmux.ensureSession('main');
  const pane = await session.newWindow({ command: ['cat', tap.path] });
  const pid = tmux.server?.pid ?? 0;
  const stream = await watch(server.host, server.socket, session.id, tmux.place);
  try {
    stream.pause();
    await tap.print(16_000, 'waiting');
    await shows(pane, 'waiting');
    await readSome(stream);
    process.kill(pid, 'SIGSTOP');
    // The kernel tells nobody when a stopped process could go on: a while for each of the three to arrive.
    stream.end();
    await delay(50);
    await tap.print(20, 'new');
    await delay(50);
    stream.resume();
    await delay(50);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await stream.closed;
  await shows(pane, 'new');
  expect(tmux.server?.pid).toBe(pid);
}

async function watch(host: Host, socket: string, session: string, place: string): Promise<HostStream> {
  let opened: HostStream | undefined;
  const open: Host['open'] = async (...args) => {
    opened = await host.open(...args);
    return opened;
  };
  const keeping = new Proxy(host, {
    get: (target, name) => (name === 'open' ? open : Reflect.get(target, name)),
  });
  const options = { socket, session, flags: 'ignore-size,read-only', carriesOutput: true, place };
  const handler = { notification: () => {}, output: () => {} };
  await attach(keeping, options, handler, { what: 'watching', timeoutMs: 60_000 });
  if (!opened) throw new Error('nothing was opened');
  return opened;
}

/** After it tmux has written something without reading from the pane. */
async function readSome(stream: HostStream): Promise<void> {
  await new Promise<void>((resolve) => {
    let wanted = 200_000;
    stream.onData((chunk) => {
      if (wanted <= 0) return;
      wanted -= chunk.length;
      if (wanted > 0) return;
      stream.pause();
      resolve();
    });
    stream.resume();
  });
  await delay(50);
}

async function shows(pane: Pane, text: string): Promise<void> {
  await expect.poll(() => pane.capture()).toContain(text);
}

interface Tap extends AsyncDisposable {
  /** A FIFO: what is printed comes out there. */
  readonly path: string;
  print(lines: number, last: string): Promise<void>;
}

async function openTap(): Promise<Tap> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-tap-'));
  const path = join(folder, 'tap');
  await promisify(execFile)('mkfifo', [path]);
  let into: WriteStream | undefined;
  return {
    path,
    async print(lines, last) {
      into ??= createWriteStream(path);
      if (!into.write(`${`${'y'.repeat(60)}\n`.repeat(lines)}${last}\n`)) await once(into, 'drain');
    },
    async [Symbol.asyncDispose]() {
      into?.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
