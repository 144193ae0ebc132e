import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { debianImage } from '../../../src/testing/debian-image.js';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { type Cell, type Recorder, recorders } from './cells.js';

export interface CellPlaces {
  /** Folder of the build: `dist`. */
  readonly dist: string;
  /** Path of a Node by its major version (default: the Node of this process). */
  readonly nodes: Readonly<Record<string, string>>;
  /** For cells with a suite. */
  readonly docker?: { readonly engine: string; readonly cacheFolder: string };
}

export interface CellResult {
  readonly cell: Cell;
  readonly checks: number;
  /** Empty if all checks passed. */
  readonly failures: readonly string[];
  readonly seconds: number;
}

/** Runs the checks of a cell in a process with the Node, user and tools of that cell. */
export async function runCell(cell: Cell, places: CellPlaces): Promise<CellResult> {
  const startedAt = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-cell-'));
  try {
    const { docker } = places;
    if (cell.suite !== undefined && !docker) throw new Error('A cell with a suite needs a Docker engine.');
    await using container =
      cell.suite !== undefined && docker
        ? await scratchContainer({ engine: docker.engine, image: await debianImage(cell.suite, docker) })
        : undefined;
    const { checks, failures } = await runProcess(cell, places, folder, container?.address);
    return { cell, checks, failures, seconds: (performance.now() - startedAt) / 1_000 };
  } catch (error) {
    const failures = [`the cell could not run: ${(error as Error).message}`];
    return { cell, checks: 0, failures, seconds: (performance.now() - startedAt) / 1_000 };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** Of a user without a name, as in many containers. */
const PLAIN_USER = 12_345;
const CELL_MS = 300_000;
const PROGRAM = fileURLToPath(new URL('cell-process.mjs', import.meta.url));

async function runProcess(
  cell: Cell,
  { dist, nodes, docker }: CellPlaces,
  folder: string,
  address = 'local',
): Promise<{ checks: number; failures: string[] }> {
  const bin = await hidingFolder(folder, cell.recorder);
  const shell = cell.shell === 'busybox sh' ? await busyboxShell(bin) : cell.shell;
  const home = join(folder, 'home');
  await mkdir(home);
  const isPlain = cell.user === 'plain';
  if (isPlain) for (const path of [folder, home]) await chown(path, PLAIN_USER, PLAIN_USER);
  const { suite, tmuxVersion, recorder } = cell;
  const engine = suite === undefined ? undefined : docker?.engine;
  const settings = { address, engine, shell, recorder, folder, tmuxVersion };
  const { TMUX: _tmux, TMUX_PANE: _pane, ...env } = process.env;
  const child = spawn(
    nodes[cell.node ?? ''] ?? process.execPath,
    ['--no-warnings', PROGRAM, dist, JSON.stringify(settings)],
    {
      cwd: folder,
      env: {
        ...env,
        PATH: bin,
        HOME: home,
        MUXWRIGHT_HOME: join(folder, 'state'),
        MUX_MATRIX: folder,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: CELL_MS,
      killSignal: 'SIGKILL',
      ...(isPlain && { uid: PLAIN_USER, gid: PLAIN_USER }),
    },
  );
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  const results = lines.map((line) => JSON.parse(line) as { name: string; why?: string });
  const failures = results.flatMap(({ name, why }) => (why === undefined ? [] : [`${name}: ${why}`]));
  if (code !== 0) failures.push(`the process ended with ${code ?? signal}: ${stderr.trim().slice(-500)}`);
  const left = await leftProcesses(folder);
  if (left.length > 0) failures.push(`no process left: ${left.join('; ')}`);
  return { checks: results.length + 1, failures };
}

/** Processes of a cell that are there some seconds after its end. */
async function leftProcesses(folder: string): Promise<string[]> {
  const until = performance.now() + LEFT_MS;
  for (;;) {
    const left = await cellProcesses(folder);
    if (left.length === 0 || performance.now() > until) return left;
    await delay(200);
  }
}

const LEFT_MS = 10_000;

async function cellProcesses(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const environ = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (!environ.split('\0').includes(`MUX_MATRIX=${folder}`)) continue;
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (words !== '') found.push(words.replaceAll('\0', ' ').slice(0, 200));
  }
  return found;
}

/**
 * The only folder of PATH: all programs but the tools that would be preferred. A tool that is there and fails would be
 * something else than a tool that is missing.
 */
async function hidingFolder(folder: string, recorder: Recorder = 'perl'): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const hidden = new Set<string>(recorders.slice(0, recorders.indexOf(recorder)));
  // Debian's awk is one of the tools by another name.
  if (hidden.size > 0) hidden.add('awk');
  for (const path of (process.env.PATH ?? '').split(':')) {
    for (const name of await readdir(path).catch(() => [])) {
      // A program of the same name in an earlier folder is the one that counts.
      if (!hidden.has(name)) await symlink(join(path, name), join(bin, name)).catch(() => {});
    }
  }
  return bin;
}

/** busybox is the program that it is called by. */
async function busyboxShell(bin: string): Promise<string> {
  const path = join(bin, 'ash');
  await rm(path, { force: true });
  await symlink('/bin/busybox', path);
  return path;
}
