import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { Refusal, root, say } from './project.mjs';
import { run } from './run.mjs';

const lockFile = `${root}/package-lock.json`;
const stampFile = `${root}/node_modules/.muxwright-stamp`;
/** Written by npm at the end of every install. */
const npmRecord = `${root}/node_modules/.package-lock.json`;

/** Installs what package-lock.json names, unless that is what node_modules holds already. */
export async function installDependencies() {
  const wanted = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (readText(stampFile) === wanted) return;
  if (!installedByHand()) {
    say('installing dependencies');
    // Not `npm ci`, which begins by removing node_modules and all that is cached in it. This installs the locked
    // versions as well, and --no-save keeps it from writing the lock file.
    const code = await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
    if (code !== 0) throw new Refusal(`npm install failed with exit code ${code}.`);
  }
  writeFileSync(stampFile, wanted);
}

/** Somebody ran npm since the lock file last changed, and not through us. */
function installedByHand() {
  return readText(stampFile) === undefined && changedAt(npmRecord) >= changedAt(lockFile);
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
