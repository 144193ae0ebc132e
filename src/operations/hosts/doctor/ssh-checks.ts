import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Host, openHost, type ProgramResult, type SshOptions } from '../../../hosts/index.js';
import { homeFolder, isMuxError } from '../../../model/index.js';
import { count, type DoctorCheck, failedCheck } from './check.js';
import { installHint, type Packages } from './install-hint.js';

/** What SSH has at hand on this machine. Nothing is connected to. */
export async function sshChecks(options: SshOptions = {}): Promise<DoctorCheck[]> {
  await using local = await openHost('local');
  const client = await clientCheck(local, options.command ?? 'ssh');
  if (client.status !== 'ok') return [client];
  return [client, await agentCheck(local), configCheck(options.configFile)];
}

async function clientCheck(local: Host, command: string): Promise<DoctorCheck> {
  const check = { id: 'ssh', title: 'SSH client' };
  try {
    // The version is printed on stderr.
    const { stdout, stderr } = await local.run([command, '-V']);
    const version = `${stderr}${stdout}`.trim().split(',')[0] ?? '';
    return { ...check, status: 'ok', detail: version, facts: { version } };
  } catch (error) {
    if (!isMuxError(error, 'PROGRAM_NOT_FOUND')) return failedCheck(check.id, check.title, error);
    return {
      ...check,
      status: 'absent',
      detail: `The program '${command}' is not installed. Only ssh:// addresses need it.`,
      fix: installHint(packages) ?? 'Install the OpenSSH client.',
    };
  }
}

async function agentCheck(local: Host): Promise<DoctorCheck> {
  const result = await local.run(['ssh-add', '-l']).catch(() => undefined);
  return agentReport(result);
}

/** `ssh-add -l` ends with 0 where there are keys, 1 where there are none, 2 where no agent answers. */
export function agentReport(result: Pick<ProgramResult, 'code' | 'stdout'> | undefined): DoctorCheck {
  const check = { id: 'ssh-agent', title: 'SSH agent' };
  if (result?.code === 0) {
    const keys = result.stdout.toString().trim().split('\n').length;
    return { ...check, status: 'ok', detail: `holds ${count(keys, 'key')}`, facts: { keys } };
  }
  if (result?.code === 1) {
    const detail = 'The agent holds no key, so keys with a passphrase cannot be used.';
    return { ...check, status: 'warning', detail, fix: 'ssh-add', facts: { keys: 0 } };
  }
  const detail = 'No agent is running, so keys with a passphrase cannot be used.';
  return { ...check, status: 'warning', detail, fix: 'eval "$(ssh-agent)" && ssh-add' };
}

function configCheck(file = join(homeFolder(), '.ssh', 'config')): DoctorCheck {
  const exists = existsSync(file);
  const detail = exists ? file : `${file} does not exist; addresses must name the user and port.`;
  return { id: 'ssh-config', title: 'SSH config', status: 'ok', detail, facts: { file, exists } };
}

const packages: Packages = {
  brew: 'openssh',
  'apt-get': 'openssh-client',
  dnf: 'openssh-clients',
  apk: 'openssh-client',
  pacman: 'openssh',
};
