import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type ScratchSshd, scratchSshd } from '../../../src/testing/scratch-sshd.js';
import { sized } from '../../soak.js';
import { compiledProgram } from '../compiled-source.js';
import { Witness } from './witness.js';

const fixture = await compiledProgram(new URL('./fixtures/hold-stream.ts', import.meta.url));
const ROUNDS = sized(4, 20);
const AT_ONCE = 4;

test(`a process that is killed ${ROUNDS} times leaves nothing behind on either side`, async () => {
  await using sshd = await scratchSshd();
  for (let round = 0; round < ROUNDS; round += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => killOne(sshd)));
    await expect.poll(() => sshd.connections()).toBe(0);
    await expect.poll(() => clientsOf(sshd)).toEqual([]);
  }
}, 300_000);

async function killOne(sshd: ScratchSshd): Promise<void> {
  await using witness = await Witness.create();
  const args = [sshd.address, sshd.options.ssh.configFile, ...witness.argv('sleep 1000')];
  const child = spawn(process.execPath, [fixture, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.all([once(child.stdout, 'data'), witness.started]);
  child.kill('SIGKILL');
  await witness.gone;
}

/** The command lines of processes that know of the scratch server's configuration, but for the server. */
async function clientsOf(sshd: ScratchSshd): Promise<string[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    processes.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines
    .filter((line) => line.includes(sshd.options.ssh.configFile))
    .map((line) => line.replaceAll('\0', ' '));
}
