import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Manager = 'brew' | 'apt-get' | 'dnf' | 'apk' | 'pacman';

/** What a program's package is called, for each package manager. */
export type Packages = Readonly<Record<Manager, string>>;

/** The command that installs something on this machine; `undefined` where its package manager is unknown. */
export function installHint(packages: Packages, sources: HintSources = {}): string | undefined {
  const { has = (program) => findProgram(program) !== undefined, root = process.getuid?.() === 0 } = sources;
  const manager = managers.find((candidate) => has(candidate));
  return manager && commandOf[manager](packages[manager], root ? '' : 'sudo ');
}

export interface HintSources {
  /** Whether a program is there. */
  readonly has?: (program: string) => boolean;
  /** Whether this is root, who needs no sudo. */
  readonly root?: boolean;
}

// scripts/lib/install-command.mjs says the same before anything is built.
const commandOf: Readonly<Record<Manager, (packages: string, sudo: string) => string>> = {
  brew: (packages) => `brew install ${packages}`,
  'apt-get': (packages, sudo) => `${sudo}apt-get update && ${sudo}apt-get install -y ${packages}`,
  dnf: (packages, sudo) => `${sudo}dnf install -y ${packages}`,
  apk: (packages, sudo) => `${sudo}apk add ${packages}`,
  pacman: (packages, sudo) => `${sudo}pacman -S ${packages}`,
};

const managers = Object.keys(commandOf) as Manager[];

/** The path of a program on PATH, or in the folders for daemons that an ordinary user's PATH lacks. */
export function findProgram(name: string, path = process.env.PATH ?? ''): string | undefined {
  const folders = [...path.split(delimiter).filter(Boolean), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
