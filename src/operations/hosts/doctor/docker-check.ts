import { type DockerOptions, engineInfo } from '../../../hosts/index.js';
import { isMuxError } from '../../../model/index.js';
import { count, type DoctorCheck, failedCheck } from './check.js';
import { findProgram, installHint, type Packages } from './install-hint.js';

/** Whether containers can be reached. Without Docker everything else works. */
export async function dockerCheck(options?: DockerOptions): Promise<DoctorCheck> {
  const check = { id: 'docker', title: 'Docker' };
  try {
    const { url, source, version, containers } = await engineInfo(options);
    const running = `${count(containers.length, 'container')} running`;
    const names = containers.length > 0 ? `: ${containers.join(', ')}` : '';
    const detail = `${version} at ${url}, ${running}${names}`;
    return { ...check, status: 'ok', detail, facts: { version, url, source, containers } };
  } catch (error) {
    const { detail, ...failed } = failedCheck(check.id, check.title, error);
    const absent = { ...failed, status: 'absent' } as const;
    if (!isMuxError(error) || error.details.errno !== 'ENOENT' || isInstalled())
      return { ...absent, detail: `${detail} ${ONLY_FOR}` };
    return {
      ...absent,
      detail: `No engine listens at ${error.details.engine}, and Docker is not installed. ${ONLY_FOR}`,
      fix: installHint(packages) ?? 'See https://docs.docker.com/engine/install.',
    };
  }
}

const ONLY_FOR = 'Only docker:// addresses need it.';

function isInstalled(): boolean {
  return findProgram('dockerd') !== undefined || findProgram('docker') !== undefined;
}

const packages: Packages = {
  brew: 'colima docker && colima start',
  'apt-get': 'docker.io',
  dnf: 'moby-engine',
  apk: 'docker',
  pacman: 'docker',
};
