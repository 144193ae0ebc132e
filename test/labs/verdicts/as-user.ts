import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readReport } from './kept-reports.js';
import { NOBODY } from './lab-places.js';
import type { PlaceReport } from './try-programs.js';

/** Runs the lab in a process of an ordinary user, which only root can start. */
export async function tryAsUser(args: readonly string[]): Promise<PlaceReport> {
  const folder = mkdtempSync(join(tmpdir(), 'mux-lab-user-'));
  chownSync(folder, NOBODY, NOBODY);
  const file = join(folder, 'report.json');
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const become = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  const env = {
    HOME: folder,
    TMPDIR: folder,
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    // Its login shell refuses to run.
    SHELL: '/bin/sh',
    LANG: process.env.LANG ?? 'C.UTF-8',
  };
  try {
    const child = spawn(
      'setpriv',
      [...become, process.execPath, '--import', 'tsx', main, '--place', 'here', '--report', file, ...args],
      {
        env,
        cwd: fileURLToPath(new URL('../../..', import.meta.url)),
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    await new Promise((resolve) => child.on('close', resolve));
    return readReport(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
