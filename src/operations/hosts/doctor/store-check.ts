import { isMuxError } from '../../../model/mux-error.js';
import { inspectStore } from '../../../store/inspect-store.js';
import { type DoctorCheck, failedCheck } from './check.js';
import { findProgram, installHint, type Packages } from './install-hint.js';

/** Where runs, workers and agents are remembered. It is not made here. */
export async function storeCheck(): Promise<DoctorCheck> {
  const check = { id: 'store', title: 'Store' };
  try {
    const { path, sqlite } = await inspectStore();
    return { ...check, status: 'ok', detail: `SQLite ${sqlite}, ${path}`, facts: { path, sqlite } };
  } catch (error) {
    const failed = failedCheck(check.id, check.title, error);
    if (!isMuxError(error) || error.details.missing !== 'better-sqlite3') return failed;
    return {
      ...failed,
      status: 'missing',
      detail: 'npm could neither download nor build better-sqlite3, which runs, workers and agents need.',
      fix: remedy(),
    };
  }
}

function remedy(): string {
  const why = 'with --foreground-scripts npm tells what is wrong.';
  const isBuildable = ['python3', 'make', 'c++'].every((program) => findProgram(program) !== undefined);
  if (isBuildable) return `Install muxwright again: ${why}`;
  const tools = installHint(packages) ?? 'Install python3, make and a C++ compiler';
  return `${tools}; then install muxwright again; ${why}`;
}

/** What better-sqlite3 is built with. */
const packages: Packages = {
  brew: 'python make gcc',
  'apt-get': 'python3 make g++',
  dnf: 'python3 make gcc-c++',
  apk: 'python3 make g++',
  pacman: 'python make gcc',
};
