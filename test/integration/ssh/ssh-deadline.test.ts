import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Host } from '../../../src/hosts/host.js';
import { openHost } from '../../../src/hosts/open-host.js';
import { type ScratchSshd, scratchSshd } from '../../../src/testing/scratch-sshd.js';
import { Witness } from './witness.js';

let sshd: ScratchSshd;
let host: Host;
beforeAll(async () => {
  sshd = await scratchSshd();
  host = await openHost(sshd.address, sshd.options);
  // What is timed below begins on a connection that is there.
  await host.run(['true']);
});
afterAll(async () => {
  await host?.close();
  await sshd?.[Symbol.asyncDispose]();
});

const stubborn = 'trap "" TERM HUP INT PIPE; sleep 1000 & sleep 1000';

describe.each([
  ['without input', {}],
  ['with input', { input: 'a few words' }],
  ['with more input than it reads', { input: Buffer.alloc(3_000_000) }],
])('a program %s', (_name, options) => {
  test('is gone with its children after the deadline', async () => {
    await using witness = await Witness.create();
    const run = host.run(witness.argv(stubborn), { ...options, timeoutMs: 10_000 });
    await expect(run).rejects.toMatchObject({ code: 'TIMEOUT' });
    await witness.started;
    await witness.gone;
  });

  test('is gone with its children after an abort', async () => {
    await using witness = await Witness.create();
    const abort = new AbortController();
    const run = host.run(witness.argv(stubborn), { ...options, signal: abort.signal });
    const refused = expect(run).rejects.toMatchObject({ code: 'ABORTED' });
    await witness.started;
    abort.abort();
    await refused;
    await witness.gone;
  });

  test('is gone with its children when the link breaks', async () => {
    await using witness = await Witness.create();
    const run = host.run(witness.argv(stubborn), { ...options, timeoutMs: 60_000 });
    const refused = expect(run).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
    await witness.started;
    await sshd.drop();
    await refused;
    await witness.gone;
  });
});

test('a call that is cancelled before it begins does nothing', async () => {
  const run = host.run(['true'], { signal: AbortSignal.abort() });
  await expect(run).rejects.toMatchObject({ code: 'ABORTED' });
});

test('what a program left running on purpose goes on', async () => {
  await using witness = await Witness.create();
  const { stdout } = await host.run(witness.argv('sleep 1000 </dev/null >/dev/null 2>&1 & echo $!'));
  const pid = Number(stdout.toString());
  // The next program has its answer only after the first one's leftovers had their time.
  await host.run(['true']);
  expect(process.kill(pid, 'SIGTERM')).toBe(true);
  await witness.gone;
});

test.each([
  ['without input', {}],
  ['with more input than it reads', { input: Buffer.alloc(3_000_000) }],
])('a host that is closed ends what still runs %s', async (_name, options) => {
  await using witness = await Witness.create();
  const other = await openHost(sshd.address, sshd.options);
  const run = other.run(witness.argv(stubborn), { ...options, timeoutMs: 0 });
  const refused = expect(run).rejects.toMatchObject({ code: 'CLOSED' });
  await witness.started;
  await other.run(['true']);
  await other.close();
  await refused;
  await witness.gone;
});
