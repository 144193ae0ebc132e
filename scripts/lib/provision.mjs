import { closeSync, openSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findProgram } from './find-program.mjs';
import { installCommand } from './install-command.mjs';
import { Refusal, say } from './project.mjs';
import { collect, run } from './run.mjs';

/** What the tests run for real: the program, and the Debian package that brings it. */
const needed = [
  ['tmux', 'tmux'],
  ['ssh', 'openssh-client'],
  ['sshd', 'openssh-server'],
  ['dockerd', 'docker.io'],
  ['containerd', 'containerd'],
  ['runc', 'runc'],
  ['ctr', 'containerd'],
  ['openssl', 'openssl'],
  ['iptables', 'iptables'],
  ['busybox', 'busybox-static', isStatic],
  ['debootstrap', 'debootstrap'],
  ['ps', 'procps'],
  ['perl', 'perl'],
  ['vim', 'vim'],
  ['faketime', 'faketime'],
  ['less', 'less'],
  ['python3', 'python3'],
  ['gawk', 'gawk'],
  ['mawk', 'mawk'],
  ['zsh', 'zsh'],
  ['fish', 'fish'],
  ['git', 'git'],
  ['curl', 'curl'],
  ['make', 'make'],
  ['asciinema', 'asciinema'],
  ['chromium', 'chromium'],
  ['initdb', 'postgresql'],
  ['pgbouncer', 'pgbouncer'],
  ['prlimit', 'util-linux'],
  // What the test kit is tried on.
  ['bc', 'bc'],
  ['sqlite3', 'sqlite3'],
  ['dialog', 'dialog'],
  ['whiptail', 'whiptail'],
  ['htop', 'htop'],
  ['mc', 'mc'],
  ['fzf', 'fzf'],
];

const aptInstall = fileURLToPath(new URL('apt-install.sh', import.meta.url));

/** Sees to it that the programs are there which the tests drive, by apt where that is possible. */
export async function provision() {
  const missing = missingPrograms();
  if (missing.length === 0) return;
  const packages = missing.map(([, name]) => name);
  const asRoot = await rootPrefix();
  if (!findProgram('apt-get') || !asRoot) throw new Refusal(howToGet(missing, packages));
  say(`installing ${packages.join(', ')}`);
  const [command, ...args] = [...asRoot, 'sh', aptInstall, ...packages];
  const code = await run(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const still = missingPrograms();
  if (code === 0 && still.length === 0) return;
  throw new Refusal(
    `apt-get did not bring ${names(still.length > 0 ? still : missing)} (exit code ${code}).`,
  );
}

function missingPrograms() {
  return needed.filter(([program, , isUsable = () => true]) => {
    const path = findProgram(program);
    return !path || !isUsable(path);
  });
}

/** The words to put before a command so that root runs it; `undefined` where that would ask for a password. */
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  if (!findProgram('sudo')) return undefined;
  const { code } = await collect('sudo', ['-n', 'true']);
  return code === 0 ? ['sudo', '-n'] : undefined;
}

/** Tests copy busybox alone into containers. A dynamic program names its loader near the start of its file. */
function isStatic(path) {
  const head = Buffer.alloc(4096);
  const file = openSync(path, 'r');
  readSync(file, head, 0, head.length, 0);
  closeSync(file);
  return !head.includes('/ld-linux') && !head.includes('/ld-musl') && !head.includes('/ld64.so');
}

function howToGet(missing, packages) {
  const command = installCommand(packages);
  const how =
    findProgram('apt-get') && command
      ? `Install what is missing with:\n\n    ${command}\n`
      : `On Debian the packages are ${packages.join(', ')}.`;
  return `the tests need ${names(missing)}, which this machine lacks. ${how}`;
}

function names(programs) {
  return programs.map(([program]) => program).join(', ');
}
