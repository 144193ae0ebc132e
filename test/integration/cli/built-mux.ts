import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface BuiltMux {
  /** The program that `npm run build` would make. */
  readonly main: string;
  /** A folder for PATH, with `mux` in it. */
  readonly bin: string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'muxwright-cli');

/** The command line as it is shipped, made once for everybody and kept until the source has changed. */
export function builtMux(): Promise<BuiltMux> {
  built ??= buildOnce();
  return built;
}

let built: Promise<BuiltMux> | undefined;

async function buildOnce(): Promise<BuiltMux> {
  const place = join(cache, await fingerprint());
  if (!existsSync(place)) {
    await mkdir(cache, { recursive: true });
    await dropOld();
    await buildIn(place);
  }
  return { main: join(place, 'dist/cli/main.js'), bin: join(place, 'bin') };
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const names = await readdir(join(root, 'src'), { recursive: true });
  for (const name of names.filter((one) => one.endsWith('.ts') && !one.endsWith('.test.ts')).sort()) {
    hash.update(`${name}\0`).update(await readFile(join(root, 'src', name)));
  }
  const scripts = ['bundle.mjs', 'bundle-layers.mjs', 'worked-out.mjs'];
  for (const name of ['package.json', ...scripts.map((script) => `scripts/lib/${script}`)])
    hash.update(await readFile(join(root, name)));
  return hash.digest('hex').slice(0, 16);
}

const KEPT_MS = 24 * 3_600_000;

/** Another process may still use one that is not much older. */
async function dropOld(): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}

async function buildIn(place: string): Promise<void> {
  const folder = await mkdtemp(`${place}.`);
  const script = join(root, 'scripts/bundle.mjs');
  await promisify(execFile)(process.execPath, [script, join(folder, 'dist/cli')]);
  await copyFile(join(root, 'package.json'), join(folder, 'package.json'));
  await symlink(join(root, 'profiles'), join(folder, 'profiles'));
  await mkdir(join(folder, 'bin'));
  for (const name of ['mux', 'muxwright']) await symlink('../dist/cli/main.js', join(folder, 'bin', name));
  // Whoever is first has made it for all.
  await rename(folder, place).catch(() => rm(folder, { recursive: true, force: true }));
}
