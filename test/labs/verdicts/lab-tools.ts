import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NPM_FOLDER } from './lab-places.js';

/** Debian packages of the programs that the lab tries beyond those that the tests need. */
const PACKAGES =
  'bc cron curl dc dialog ed emacs-nox expect fdisk ffmpeg fish fzf gdb gnupg guile-3.0 htop joe ksh less lftp lua5.4 lynx m4 man-db mariadb-client mc micro mksh most nano ncdu ne netcat-openbsd nnn openssl patch php-cli iputils-ping pinentry-curses pinentry-tty procps postgresql pv r-base-core redis-tools rlwrap ruby screen socat sqlite3 strace sudo tcl tcsh telnet tig vifm vim w3m whiptail zsh jq';

const NPM_PACKAGES =
  '@clack/prompts @inquirer/prompts cli-progress enquirer ink listr2 nodemon ora prompts react vite';

/** As dpkg-query takes it. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: these are fields of dpkg-query
const FORMAT = '${Package} ${Status}\n';

/**
 * Installs what the lab tries, where that is possible: packages of Debian as root, packages of npm in a folder of their
 * own. What cannot be installed is listed as not tried.
 */
export function provideTools(): void {
  const names = PACKAGES.split(' ');
  const installed = spawnSync('dpkg-query', ['-W', '-f', FORMAT, ...names]).stdout?.toString() ?? '';
  const missing = names.filter((name) => !installed.includes(`${name} install ok installed`));
  if (missing.length > 0 && process.getuid?.() === 0) {
    console.log(`installing ${missing.join(', ')}`);
    const script = fileURLToPath(new URL('../../../scripts/lib/apt-install.sh', import.meta.url));
    spawnSync('sh', [script, ...missing], { stdio: 'inherit' });
  }
  const packages = NPM_PACKAGES.split(' ');
  if (packages.every((name) => existsSync(`${NPM_FOLDER}/node_modules/${name}`))) return;
  mkdirSync(NPM_FOLDER, { recursive: true, mode: 0o755 });
  writeFileSync(`${NPM_FOLDER}/package.json`, '{"private":true}\n');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  spawnSync('npm', ['install', ...flags, ...packages], { cwd: NPM_FOLDER, stdio: 'inherit' });
}
