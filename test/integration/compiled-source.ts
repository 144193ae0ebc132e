import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
// @ts-expect-error The scripts are plain Node, without types.
import { takeDoorsOut } from '../../scripts/lib/behind-doors.mjs';
import { exclusive } from '../../src/hosts/exclusive.js';

export interface CompiledSource {
  /** URL of the compiled `src/index.ts`. */
  readonly index: string;
  /** Where everything is that was compiled, laid out as in the project. */
  readonly folder: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'muxwright-compiled');

/**
 * The source as plain JavaScript, for programs that are started so often that compiling each time would be dear. It is
 * compiled once for everybody, and stays until the source has changed.
 */
export function compiledSource(): Promise<CompiledSource> {
  compiled ??= compileOnce();
  return compiled;
}

/**
 * What a file of `src`, or a program among the fixtures, was compiled to: the path of a program for Node.
 *
 * @example
 * spawn(process.execPath, [await compiledProgram(new URL('./fixtures/hold.ts', import.meta.url))]);
 */
export async function compiledProgram(file: URL): Promise<string> {
  const { folder } = await compiledSource();
  return join(folder, relative(root, fileURLToPath(file)).replace(/\.ts$/, '.js'));
}

let compiled: Promise<CompiledSource> | undefined;

async function compileOnce(): Promise<CompiledSource> {
  const folder = join(cache, await fingerprint());
  // The files of a test run that need it come at the same time, and one compiler is enough.
  await exclusive(`compile ${folder}`, () => compileIfMissing(folder), { maxWaitMs: 240_000 });
  return { index: pathToFileURL(join(folder, 'src', 'index.js')).href, folder };
}

async function compileIfMissing(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await mkdir(cache, { recursive: true });
  await dropOld();
  await compileTo(folder);
}

/** Of everything that is compiled. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const isCompiled = (path: string): boolean =>
    /^src\/|\/fixtures\/|\/chaos\/job\.ts$/.test(path) && path.endsWith('.ts');
  const paths = await Promise.all(
    ['src', 'test/integration', 'test/chaos'].map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((name) => `${folder}/${name}`),
    ),
  );
  for (const path of paths.flat().filter(isCompiled).sort()) {
    hash.update(`${path}\0`).update(await readFile(join(root, path)));
  }
  return hash
    .update(await readFile(join(root, 'tsconfig.json')))
    .update(await readFile(fileURLToPath(import.meta.url)))
    .digest('hex')
    .slice(0, 16);
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

async function compileTo(place: string): Promise<void> {
  const folder = await mkdtemp(`${place}.`);
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { noEmit: false, noCheck: true, rootDir: root, outDir: folder },
    include: ['src', 'test/integration/**/fixtures/*.ts', 'test/chaos/fixtures/*.ts'].map((name) =>
      join(root, name),
    ),
    exclude: [join(root, 'src/**/*.test.ts')],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const args = [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder];
  await promisify(execFile)(process.execPath, args).catch((error: Error & { stdout?: string }) => {
    // The compiler tells what is wrong on its standard output.
    throw new Error(`${error.message}\n${error.stdout ?? ''}`);
  });
  takeDoorsOut(join(folder, 'src'));
  for (const name of ['package.json', 'profiles']) await symlink(join(root, name), join(folder, name));
  // Whoever is first has made it for all.
  await rename(folder, place).catch(() => rm(folder, { recursive: true, force: true }));
}
