import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface ScratchSshdOptions {
  /** Lines for the server's `sshd_config`, which win over its own. */
  readonly serverConfig?: readonly string[];
  /** Lines for the client's `ssh_config`, which win over its own. */
  readonly clientConfig?: readonly string[];
}

/** A key for the server and one for the user that may log in with it. */
export async function makeKeys(folder: string): Promise<void> {
  const make = (name: string): Promise<unknown> =>
    promisify(execFile)('ssh-keygen', [
      '-q',
      '-t',
      'ed25519',
      '-N',
      '',
      '-C',
      'muxwright',
      '-f',
      join(folder, name),
    ]);
  await Promise.all([make('host_key'), make('user_key')]);
  await writeFile(join(folder, 'authorized_keys'), await readFile(join(folder, 'user_key.pub')), {
    mode: 0o600,
  });
}

/** What server and client read, and the server's key as one that the client knows. */
export async function writeConfig(folder: string, port: number, options: ScratchSshdOptions): Promise<void> {
  // As root, sshd refuses to start if this is missing, and only the system's service creates it.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 });
  const server = [
    ...(options.serverConfig ?? []),
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey "${folder}/host_key"`,
    `AuthorizedKeysFile "${folder}/authorized_keys"`,
    'PidFile none',
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
    'MaxStartups 200',
    'PrintMotd no',
    'UseDNS no',
    `SetEnv ${environment().join(' ')}`,
  ];
  const client = [
    ...(options.clientConfig ?? []),
    `IdentityFile "${folder}/user_key"`,
    'IdentitiesOnly yes',
    'IdentityAgent none',
    `UserKnownHostsFile "${folder}/known_hosts"`,
    'GlobalKnownHostsFile /dev/null',
    'GSSAPIAuthentication no',
    // A machine that is suspended for a while is not a dead link.
    'ServerAliveInterval 60',
  ];
  const key = (await readFile(join(folder, 'host_key.pub'), 'utf8')).split(' ').slice(0, 2).join(' ');
  await writeFile(join(folder, 'sshd_config'), `${server.join('\n')}\n`, { mode: 0o600 });
  await writeFile(join(folder, 'ssh_config'), `${client.join('\n')}\n`, { mode: 0o600 });
  await writeFile(join(folder, 'known_hosts'), `[127.0.0.1]:${port} ${key}\n`, { mode: 0o600 });
}

/** Only the first line of it counts for sshd. */
function environment(): string[] {
  // Programs put their files, and tmux its sockets, where those that the test itself starts do.
  const passedOn = ['TMPDIR', 'TMUX_TMPDIR'].flatMap((name) => {
    const value = process.env[name];
    return value ? [`${name}="${value}"`] : [];
  });
  // bash takes a first shell under sshd for one that needs the user's .bashrc, which a test must not depend on.
  return ['SHLVL=1', ...passedOn];
}
