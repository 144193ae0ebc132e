import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SshOptions } from '../../../src/hosts/host-options.js';
import { openHost } from '../../../src/hosts/open-host.js';
import { type ScratchSshd, scratchSshd } from '../../../src/testing/scratch-sshd.js';
import { patience } from '../../patience.js';

let sshd: ScratchSshd;
beforeAll(async () => {
  sshd = await scratchSshd();
});
afterAll(() => sshd?.[Symbol.asyncDispose]());

async function newKey(): Promise<string> {
  const file = join(sshd.folder, 'other_key');
  await rm(file, { force: true });
  await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  return file;
}

/** A client configuration that says `lines` first and then what the scratch server's own says. */
async function configured(lines: readonly string[]): Promise<SshOptions> {
  const configFile = join(sshd.folder, 'other_config');
  await writeFile(configFile, `${lines.join('\n')}\nInclude ${sshd.options.ssh.configFile}\n`);
  return { ...sshd.options.ssh, configFile };
}

async function failure(address: string, ssh: SshOptions): Promise<unknown> {
  await using host = await openHost(address, { ...patience, ssh });
  const run = await host.run(['true']).then(
    () => undefined,
    (error: unknown) => error,
  );
  // A stream must fail in the same way.
  await expect(host.open(['true'])).rejects.toMatchObject({ code: 'HOST_UNREACHABLE' });
  return run;
}

function unreachable(address: string, why: string): unknown {
  return expect.objectContaining({
    code: 'HOST_UNREACHABLE',
    message: `${address} cannot be reached: ${why}.`,
    suggestion: expect.stringMatching(/\.$/),
  });
}

describe('an SSH host says in a sentence that', () => {
  test('the key is not accepted', async () => {
    const configFile = join(sshd.folder, 'wrong_config');
    const known = `UserKnownHostsFile "${sshd.folder}/known_hosts"`;
    const lines = [`IdentityFile "${await newKey()}"`, 'IdentitiesOnly yes', 'IdentityAgent none', known];
    await writeFile(configFile, `${lines.join('\n')}\n`);
    expect(await failure(sshd.address, { ...sshd.options.ssh, configFile })).toEqual(
      unreachable(sshd.address, 'it accepts none of the keys that were offered'),
    );
  });

  test('the host key is not known', async () => {
    const options = await configured(['UserKnownHostsFile /dev/null']);
    expect(await failure(sshd.address, options)).toEqual(
      unreachable(sshd.address, 'its host key is not known yet'),
    );
  });

  test('the host key has changed', async () => {
    const other = await promisify(execFile)('cat', [`${await newKey()}.pub`]);
    const file = join(sshd.folder, 'other_hosts');
    await writeFile(file, `[127.0.0.1]:${sshd.port} ${other.stdout}`);
    const options = await configured([`UserKnownHostsFile "${file}"`]);
    expect(await failure(sshd.address, options)).toEqual(
      unreachable(sshd.address, 'its host key is not the one that is known'),
    );
  });

  test('nothing listens', async () => {
    await sshd.stop();
    try {
      expect(await failure(sshd.address, sshd.options.ssh)).toEqual(
        unreachable(sshd.address, 'nothing listens on that port'),
      );
    } finally {
      await sshd.start();
    }
  });

  test('the name cannot be resolved', async () => {
    expect(await failure('ssh://no-such-machine.invalid', sshd.options.ssh)).toEqual(
      unreachable('ssh://no-such-machine.invalid', 'its name cannot be resolved'),
    );
  });

  test('the configuration is wrong', async () => {
    const options = await configured(['Nonsense yes']);
    expect(await failure(sshd.address, options)).toEqual(
      unreachable(sshd.address, 'ssh does not accept its configuration file'),
    );
  });

  test('something listens but does not answer', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const bound = silent.address();
    const address = `ssh://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
    try {
      expect(await failure(address, { ...sshd.options.ssh, connectTimeoutMs: 300 })).toMatchObject({
        code: 'HOST_UNREACHABLE',
        message: `${address} did not answer within 300 ms.`,
      });
    } finally {
      silent.close();
    }
  });

  test('it is no SSH server', async () => {
    const rude = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(rude, 'listening');
    const bound = rude.address();
    const address = `ssh://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
    try {
      expect(await failure(address, sshd.options.ssh)).toEqual(
        unreachable(address, 'it closed the connection before the login'),
      );
    } finally {
      rude.close();
    }
  });

  test('there is no SSH client', async () => {
    expect(await failure(sshd.address, { command: 'no-such-ssh' })).toMatchObject({
      code: 'HOST_UNREACHABLE',
      message: "The SSH client 'no-such-ssh' could not be started.",
    });
  });

  test('the account runs no commands', async () => {
    const forced = 'ForceCommand echo "This account is closed." >&2; exit 1';
    await using closed = await scratchSshd({ serverConfig: [forced] });
    expect(await failure(closed.address, closed.options.ssh)).toMatchObject({
      code: 'HOST_UNREACHABLE',
      message: `${closed.address} lets us in but runs no commands: This account is closed.`,
    });
  });
});

test('a host works again once the reason is gone', async () => {
  await using host = await openHost(sshd.address, sshd.options);
  await sshd.stop();
  await expect(host.run(['true'])).rejects.toMatchObject({ code: 'HOST_UNREACHABLE' });
  await sshd.start();
  expect((await host.run(['true'])).code).toBe(0);
});
