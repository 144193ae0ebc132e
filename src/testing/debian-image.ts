import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EngineClient, resolveEngineEndpoint } from '../hosts/index.js';
import { MuxError } from '../model/index.js';
import { debianMirror } from './debian-mirror.js';
import { imageExists, importImage } from './import-image.js';

const run = promisify(execFile);

export interface DebianImageOptions {
  /** Where the engine listens, as `dockerEngine()` says. */
  readonly engine?: string;
  /**
   * Folder for the archives, from which the next engine gets the image without a download.
   * @default none is kept
   */
  readonly cacheFolder?: string;
}

/**
 * A Debian with the tmux and procps of a suite, made by debootstrap from the mirror that this machine installs from.
 * Takes about a minute the first time; needs root. Gives the name of the image, `muxwright-debian:SUITE`.
 *
 * @example
 * const image = await debianImage('trixie', { engine: docker.engine });
 * await using container = await scratchContainer({ engine: docker.engine, image });
 */
export async function debianImage(suite: string, options: DebianImageOptions = {}): Promise<string> {
  const client = new EngineClient(await resolveEngineEndpoint(options));
  try {
    const name = `muxwright-debian:${suite}`;
    if (await imageExists(client, name)) return name;
    const work = await mkdtemp(join(tmpdir(), 'mux-debian-'));
    try {
      const archive = await archiveOf(suite, work, options.cacheFolder);
      return await importImage(client, 'muxwright-debian', suite, () => createReadStream(archive));
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  } finally {
    client.close();
  }
}

async function archiveOf(suite: string, work: string, cacheFolder: string | undefined): Promise<string> {
  const kept = cacheFolder && join(cacheFolder, `debian-${suite}.tar`);
  if (kept && (await exists(kept))) return kept;
  const root = join(work, 'root');
  await install(suite, root);
  const archive = join(work, 'root.tar');
  // The image speaks English and has no network: manuals, translations and package lists would never be read.
  const without = [
    './usr/share/doc',
    './usr/share/man',
    './usr/share/locale',
    './var/lib/apt/lists',
    './var/cache/apt',
  ];
  await run('tar', ['-C', root, '-cf', archive, ...without.map((path) => `--exclude=${path}/*`), '.']);
  if (!kept) return archive;
  // By a rename, so that two processes that create it at once both find a complete one.
  await mkdir(cacheFolder, { recursive: true });
  await run('cp', [archive, `${kept}.${process.pid}`]);
  await rename(`${kept}.${process.pid}`, kept);
  return kept;
}

async function install(suite: string, root: string): Promise<void> {
  const mirror = await debianMirror();
  const base = suite.replace(/-backports$/, '');
  // An older debootstrap does not know the names of newer suites; all of Debian is made in the same way.
  const known = await exists(`/usr/share/debootstrap/scripts/${base}`);
  const script = known ? [] : ['/usr/share/debootstrap/scripts/sid'];
  const packages = `--include=${base === suite ? 'tmux,procps' : 'procps'}`;
  await step(suite, 'debootstrap', ['--variant=minbase', packages, base, root, mirror, ...script]);
  if (base === suite) return;
  const line = `deb ${mirror} ${suite} main\n`;
  await writeFile(join(root, 'etc/apt/sources.list.d/backports.list'), line);
  // Names are looked up from inside, so the inside must know how.
  await run('cp', ['-L', '/etc/resolv.conf', '/etc/hosts', join(root, 'etc')]);
  await step(suite, 'chroot', [root, 'apt-get', 'update']);
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', '-t', suite, 'tmux'];
  await step(suite, 'chroot', [root, 'env', 'DEBIAN_FRONTEND=noninteractive', ...install]);
}

async function step(suite: string, program: string, args: readonly string[]): Promise<void> {
  try {
    await run(program, args, { maxBuffer: 64 * 1024 * 1024 });
  } catch (cause) {
    const { stdout = '', stderr = '', code } = cause as { stdout?: string; stderr?: string; code?: unknown };
    const why = `${stdout}${stderr}`.trim().split('\n').slice(-3).join('\n') || String(cause);
    const missing = code === 'ENOENT';
    throw new MuxError('HOST_IO_FAILED', `The image of Debian ${suite} could not be made: ${why}`, {
      suggestion: missing
        ? `As root: apt-get install ${program}`
        : 'Check the mirror in /etc/apt, and that you are root.',
      cause,
    });
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
