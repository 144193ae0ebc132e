import { findProgram } from './find-program.mjs';

const managers = [
  ['brew', (packages) => `brew install ${packages}`],
  ['apt-get', (packages, sudo) => `${sudo}apt-get update && ${sudo}apt-get install -y ${packages}`],
  ['dnf', (packages, sudo) => `${sudo}dnf install -y ${packages}`],
  ['apk', (packages, sudo) => `${sudo}apk add ${packages}`],
  ['pacman', (packages, sudo) => `${sudo}pacman -S ${packages}`],
];

/** The command that installs packages on this machine; `undefined` where its package manager is unknown. */
export function installCommand(packages) {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  const manager = managers.find(([program]) => findProgram(program));
  return manager?.[1](packages.join(' '), sudo);
}
