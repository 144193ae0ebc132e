import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NPM_FOLDER } from './lab-places.js';

/** Debian packages of the programs that the lab tries beyond those that the tests need. */
const PACKAGES =
  'bc busybox dc dialog ed emacs-nox expect fish fzf gdb gnupg guile-3.0 htop joe ksh less lftp lua5.4 lynx m4 man-db mc micro mksh most nano ncdu ne netcat-openbsd nnn openssl patch php-cli pinentry-curses pinentry-tty procps pv redis-tools rlwrap ruby screen socat sqlite3 strace sudo tclsh tcsh telnet tig vifm vim w3m whiptail zsh jq';

const NPM_PACKAGES = '@clack/prompts @inquirer/prompts cli-progress enquirer ink listr2 ora prompts react';

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
  if (existsSync(`${NPM_FOLDER}/node_modules`)) return;
  mkdirSync(NPM_FOLDER, { recursive: true, mode: 0o755 });
  writeFileSync(`${NPM_FOLDER}/package.json`, '{"private":true}\n');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  spawnSync('npm', ['install', ...flags, ...NPM_PACKAGES.split(' ')], { cwd: NPM_FOLDER, stdio: 'inherit' });
}
