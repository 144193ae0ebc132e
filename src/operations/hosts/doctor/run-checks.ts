import { openHost } from '../../../hosts/index.js';
import { type DoctorCheck, failedCheck } from './check.js';
import { type HostFacts, inspectHost } from './inspect-host.js';
import { installHint, type Packages } from './install-hint.js';

/** What runs and workers need on this machine beside tmux: a terminal for each, and a program that records them. */
export async function runChecks(): Promise<DoctorCheck[]> {
  try {
    await using host = await openHost('local');
    const facts = await inspectHost(host);
    return [terminalsCheck(facts), recorderCheck(facts, installHint(packages))];
  } catch (error) {
    return [failedCheck('pty', 'Terminals', error), failedCheck('recorder', 'Recorder', error)];
  }
}

export function terminalsCheck({ noTerminal }: HostFacts): DoctorCheck {
  const check = { id: 'pty', title: 'Terminals' };
  if (noTerminal === '') return { ...check, status: 'ok', detail: 'Programs can get pseudo-terminals.' };
  const detail = `No program can get a pseudo-terminal, so tmux cannot start any. ${noTerminal}`;
  return { ...check, status: 'missing', detail, fix: 'Mount it: mount -t devpts devpts /dev/pts' };
}

export function recorderCheck({ filter }: HostFacts, install?: string): DoctorCheck {
  const check = { id: 'recorder', title: 'Recorder', facts: { command: filter } };
  if (filter !== '') return { ...check, status: 'ok', detail: filter };
  const detail =
    'Neither perl nor awk is installed; one of them is needed to record the output of runs and workers.';
  return { ...check, status: 'missing', detail, fix: install ?? 'Install perl, or any awk.' };
}

const packages: Packages = { brew: 'perl', 'apt-get': 'perl', dnf: 'perl', apk: 'perl', pacman: 'perl' };
