import type { HostOptions } from '../../hosts/index.js';
import type { DoctorCheck } from './doctor/check.js';
import { configCheck } from './doctor/config-check.js';
import { dockerCheck } from './doctor/docker-check.js';
import { hostCheck } from './doctor/host-check.js';
import { runChecks } from './doctor/run-checks.js';
import { localeCheck, nodeCheck, platformCheck, terminalCheck } from './doctor/runtime-checks.js';
import { sshChecks } from './doctor/ssh-checks.js';
import { storeCheck } from './doctor/store-check.js';
import { tmuxChecks } from './doctor/tmux-checks.js';

export interface DoctorOptions {
  /**
   * Addresses to try.
   * @default []
   */
  readonly hosts?: readonly string[];
  readonly hostOptions?: HostOptions;
}

export interface DoctorReport {
  /** Whether everything works that is needed: Node, tmux, terminals, the recorder, the store, and each host. */
  readonly ready: boolean;
  readonly checks: readonly DoctorCheck[];
}

/**
 * Looks at what muxwright needs and what it can reach. Nothing is started or changed: no tmux server, no container.
 * What is wrong is part of the report, never an exception.
 *
 * @example
 * const { ready, checks } = await doctor({ hosts: ['docker://sandbox'] });
 */
export async function doctor(options: DoctorOptions = {}): Promise<DoctorReport> {
  const { hosts = [], hostOptions } = options;
  const checks = await Promise.all([
    nodeCheck(),
    platformCheck(),
    tmuxChecks(),
    runChecks(),
    configCheck(),
    storeCheck(),
    dockerCheck(hostOptions?.docker),
    sshChecks(hostOptions?.ssh),
    localeCheck(),
    terminalCheck(),
    ...hosts.map((address) => hostCheck(address, hostOptions)),
  ]);
  const flat = checks.flat().map(inOrder);
  return { ready: flat.every((check) => works(check) || !isNeeded(check)), checks: flat };
}

/** For people who read the JSON. */
function inOrder({ id, title, status, detail, ...rest }: DoctorCheck): DoctorCheck {
  return { id, title, status, detail, ...rest };
}

function works({ status }: DoctorCheck): boolean {
  return status === 'ok' || status === 'warning';
}

function isNeeded({ id }: DoctorCheck): boolean {
  return needed.includes(id) || id.startsWith('host:');
}

const needed = ['node', 'platform', 'tmux', 'pty', 'recorder', 'store'];
