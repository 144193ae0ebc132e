import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeDoorsOut } from './behind-doors.mjs';
import { bundle } from './bundle.mjs';
import { keepPublic } from './keep-public.mjs';
import { Refusal, root } from './project.mjs';
import { collect, tool } from './run.mjs';
import { traceViewer } from './trace-viewer.mjs';

// Not inside dist, which is published.
const stampFile = `${root}/node_modules/.muxwright-build`;

/**
 * Compiles src to dist, with the command line as a bundle and the dashboard in dist/web, unless dist was made from
 * exactly these sources. `anew` makes it in any case.
 */
export async function build({ anew = false } = {}) {
  const wanted = hashOfSources();
  const stamp = existsSync(`${root}/dist`) && existsSync(stampFile) && readFileSync(stampFile, 'utf8');
  if (!anew && stamp === wanted) return;
  // A module that was deleted from src must not live on in dist.
  rmSync(`${root}/dist`, { recursive: true, force: true });
  rmSync(stampFile, { force: true });
  const [library, dashboard] = await Promise.all([
    collect(tool('tsc'), ['-p', 'tsconfig.build.json']),
    collect(tool('vite'), ['build', '-c', 'web/vite.config.ts', '--logLevel', 'warn']),
    bundle(),
    traceViewer(),
  ]);
  for (const { code, output } of [library, dashboard]) {
    if (code !== 0) throw new Refusal(`the build failed.\n\n${output}`);
  }
  takeDoorsOut(`${root}/dist`);
  keepPublic();
  writeFileSync(stampFile, wanted);
}

function hashOfSources() {
  const hash = createHash('sha256');
  const sources = ['src', 'web', 'profiles']
    .flatMap((folder) => readdirSync(`${root}/${folder}`, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  const settings = [
    'tsconfig.json',
    'tsconfig.build.json',
    'package-lock.json',
    'scripts/lib/behind-doors.mjs',
    'scripts/lib/bundle.mjs',
    'scripts/lib/bundle-layers.mjs',
    'scripts/lib/keep-public.mjs',
    'scripts/lib/trace-viewer.mjs',
    'scripts/lib/worked-out.mjs',
  ];
  for (const path of [...sources, ...settings.map((name) => `${root}/${name}`)]) {
    hash.update(`${path}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}
