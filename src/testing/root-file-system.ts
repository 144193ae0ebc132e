import { execFile } from 'node:child_process';
import { access, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { MuxError } from '../model/index.js';
import type { TarEntry } from './tar-archive.js';

const run = promisify(execFile);

/**
 * What is in a scratch image:
 * - `glibc`: bash, the usual commands, perl, ps, tmux;
 * - `busybox`: the busybox commands and tmux, no bash, no perl;
 * - `no-tmux`: as glibc, without tmux.
 */
export type ScratchImageKind = 'glibc' | 'busybox' | 'no-tmux';

/** The files of a scratch image, sorted so that parents come first. */
export async function rootFileSystem(kind: ScratchImageKind): Promise<TarEntry[]> {
  const tree = new Map<string, TarEntry>();
  const add = (entry: TarEntry): void => {
    addParents(tree, entry.path);
    tree.set(entry.path, entry);
  };
  for (const entry of SKELETON) add(entry);
  const programs =
    kind === 'busybox' ? ['tmux'] : PROGRAMS.filter((name) => kind !== 'no-tmux' || name !== 'tmux');
  const found = new Map<string, string>();
  for (const name of programs) {
    const path = await which(name);
    if (path) found.set(name, path);
    else if (REQUIRED.has(name)) throw missing(name);
  }
  for (const [name, path] of found) add(await fileEntry(`usr/bin/${name}`, path, 0o755));
  for (const path of await sharedLibraries([...found.values()])) {
    add(await fileEntry(await placeInImage(path), path, 0o755));
  }
  if (kind === 'busybox') for (const entry of await busybox()) add(entry);
  else for (const entry of await folder(await perlBase())) add(entry);
  for (const entry of await terminfo()) add(entry);
  for (const entry of await folder(LOCALE)) add(entry);
  return [...tree.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

const REQUIRED = new Set(['sh', 'tmux', 'cat']);

// biome-ignore format: a list of words
const PROGRAMS = [
  'sh', 'bash', 'tmux', 'perl', 'ps', 'pgrep', 'free', 'awk', 'grep', 'sed', 'find', 'xargs', 'tput', 'infocmp', 'clear',
  'cat', 'chmod', 'chown', 'cp', 'cut', 'date', 'dd', 'dirname', 'basename', 'du', 'echo', 'env', 'false', 'head', 'id',
  'kill', 'ln', 'ls', 'mkdir', 'mkfifo', 'mktemp', 'mv', 'nohup', 'od', 'printf', 'pwd', 'readlink', 'rm', 'rmdir', 'seq',
  'sha256sum', 'sleep', 'sort', 'stat', 'stdbuf', 'stty', 'sync', 'tail', 'tee', 'test', 'timeout', 'touch', 'tr', 'true',
  'truncate', 'tty', 'uname', 'uniq', 'wc', 'whoami', 'yes', 'base64', 'setsid', 'flock', 'locale', 'less',
];

const SKELETON: readonly TarEntry[] = [
  ...['bin', 'sbin', 'lib', 'lib64'].map((name) => ({
    path: name,
    kind: 'link' as const,
    target: `usr/${name}`,
  })),
  ...['usr/bin', 'usr/sbin', 'usr/lib', 'usr/lib64', 'proc', 'sys', 'dev', 'run', 'var/log'].map((path) => ({
    path,
    kind: 'folder' as const,
  })),
  { path: 'tmp', kind: 'folder', mode: 0o1777 },
  { path: 'var/tmp', kind: 'folder', mode: 0o1777 },
  { path: 'root', kind: 'folder', mode: 0o700 },
  { path: 'home/dev', kind: 'folder', mode: 0o755, uid: 1000 },
  text('etc/passwd', 'root:x:0:0:root:/root:/bin/sh\ndev:x:1000:1000:dev:/home/dev:/bin/sh\n'),
  text('etc/group', 'root:x:0:\ntty:x:5:\ndev:x:1000:\n'),
  text('etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files\n'),
];

function text(path: string, content: string): TarEntry {
  return { path, kind: 'file', data: Buffer.from(content) };
}

function addParents(tree: Map<string, TarEntry>, path: string): void {
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    if (!tree.has(parent)) tree.set(parent, { path: parent, kind: 'folder' });
  }
}

async function which(name: string): Promise<string | undefined> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
  for (const folder of folders) {
    const path = join(folder, name);
    if (await exists(path)) return path;
  }
  return undefined;
}

async function fileEntry(path: string, source: string, mode: number): Promise<TarEntry> {
  return { path, kind: 'file', data: await readFile(source), mode };
}

/** Everything the dynamic loader would load, the loader included. */
async function sharedLibraries(programs: readonly string[]): Promise<Set<string>> {
  const { stdout } = await run('ldd', programs).catch((error: { stdout?: string }) => {
    // Among the programs may be a script or a static one, which ldd counts as a failure.
    return { stdout: error.stdout ?? '' };
  });
  const paths = new Set<string>();
  for (const [, path] of stdout.matchAll(/(\/\S+) \(0x/g)) if (path) paths.add(path);
  return paths;
}

/** Where /lib is a link to /usr/lib, and also where it is not, libraries lie under /usr in the image. */
async function placeInImage(path: string): Promise<string> {
  // The loader is named by an absolute path in every program, so its folder must stay what it is.
  const parent = path.startsWith('/lib64/') ? '/lib64' : await realpath(dirname(path));
  const place = join(parent, basename(path));
  return (/^\/(lib|lib64)\//.test(place) ? `/usr${place}` : place).slice(1);
}

async function busybox(): Promise<TarEntry[]> {
  const path = await which('busybox');
  if (!path) throw missing('busybox');
  const { stdout } = await run(path, ['--list']);
  const applets = stdout.split('\n').filter((name) => name !== '' && name !== 'busybox');
  return [
    await fileEntry('usr/bin/busybox', path, 0o755),
    ...applets.map((name) => ({ path: `usr/bin/${name}`, kind: 'link' as const, target: 'busybox' })),
  ];
}

/**
 * Debian keeps the perl modules that its base needs in a separate folder; elsewhere the programs have no perl
 * modules.
 */
async function perlBase(): Promise<string> {
  const { stdout } = await run('perl', ['-e', 'print join "\\n", @INC']).catch(() => ({ stdout: '' }));
  return stdout.split('\n').find((path) => basename(path) === 'perl-base') ?? '';
}

async function terminfo(): Promise<TarEntry[]> {
  const names = [
    'tmux',
    'tmux-256color',
    'screen',
    'screen-256color',
    'xterm',
    'xterm-256color',
    'vt100',
    'dumb',
    'linux',
  ];
  const entries: TarEntry[] = [];
  for (const name of names) {
    for (const root of ['/usr/share/terminfo', '/lib/terminfo', '/usr/lib/terminfo', '/etc/terminfo']) {
      const path = join(root, name.charAt(0), name);
      if (!(await exists(path))) continue;
      entries.push(await fileEntry(`usr/share/terminfo/${name.charAt(0)}/${name}`, path, 0o644));
      break;
    }
  }
  return entries;
}

const LOCALE = '/usr/lib/locale/C.utf8';

async function folder(path: string): Promise<TarEntry[]> {
  if (path === '' || !(await exists(path))) return [];
  const entries: TarEntry[] = [];
  for (const name of (await readdir(path, { recursive: true })).sort()) {
    const source = join(path, name);
    if ((await stat(source)).isFile()) entries.push(await fileEntry(source.slice(1), source, 0o644));
  }
  return entries;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function missing(program: string): MuxError {
  return new MuxError(
    'PROGRAM_NOT_FOUND',
    `A scratch image needs '${program}', which this machine does not have.`,
    {
      suggestion: `Install it: apt-get install ${program === 'busybox' ? 'busybox-static' : program}`,
      details: { program },
    },
  );
}
