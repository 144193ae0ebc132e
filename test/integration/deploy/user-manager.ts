import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '../agents/asking-agent.js';

const fixture = fileURLToPath(new URL('./fixtures/user-manager.sh', import.meta.url));
const HIERARCHIES = ['/sys/fs/cgroup/systemd', '/sys/fs/cgroup/unified', '/sys/fs/cgroup'];

/** Why there can be no systemd for a test here; `undefined` where there can. */
export function noUserManager(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root of a Linux can start a systemd of its own';
  return existsSync('/lib/systemd/systemd') ? undefined : 'systemd is not installed';
}

/** A systemd of a user, with a home of its own, that has nothing to do with one of the machine. */
export class UserManager implements AsyncDisposable {
  readonly home: string;
  readonly #cgroup: string;
  readonly #child: ChildProcess;

  private constructor(home: string, cgroup: string, child: ChildProcess) {
    this.home = home;
    this.#cgroup = cgroup;
    this.#child = child;
  }

  static async start(): Promise<UserManager> {
    const home = await mkdtemp(join(tmpdir(), 'mux-systemd-'));
    await mkdir(join(home, '.config/systemd/user'), { recursive: true });
    const cgroup = `muxwright-test-${randomBytes(6).toString('hex')}`;
    const argv = ['-mn', '--propagation', 'private', 'sh', fixture, cgroup, home];
    const child = spawn('unshare', argv, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const manager = new UserManager(home, cgroup, child);
    const socket = `/proc/${child.pid}/root/run/user/0/systemd/private`;
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`systemd has ended: ${said}`);
      return existsSync(socket) || undefined;
    });
    return manager;
  }

  /** Runs a shell script as a program of that user would. */
  async run(script: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const inside = ['-t', String(this.#child.pid), '-m', '-n', 'sh', '-ec', script];
    const { stdout } = await promisify(execFile)('nsenter', inside, {
      env: { PATH: process.env.PATH ?? '', HOME: this.home, XDG_RUNTIME_DIR: '/run/user/0', ...env },
    });
    return stdout.trim();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // What it started is what is in its cgroup.
    for (const hierarchy of HIERARCHIES) await endAll(join(hierarchy, this.#cgroup));
    if (this.#child.exitCode === null && this.#child.signalCode === null)
      await new Promise((resolve) => this.#child.once('close', resolve));
    for (const hierarchy of HIERARCHIES) await removeAll(join(hierarchy, this.#cgroup));
    await rm(this.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

async function foldersIn(cgroup: string): Promise<string[]> {
  const entries = await readdir(cgroup, { recursive: true, withFileTypes: true }).catch(() => []);
  const below = entries
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));
  return existsSync(cgroup) ? [cgroup, ...below] : [];
}

async function endAll(cgroup: string): Promise<void> {
  await eventually(async () => {
    const lists = (await foldersIn(cgroup)).map((folder) =>
      readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => ''),
    );
    const pids = (await Promise.all(lists)).join('').split('\n').filter(Boolean).map(Number);
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended since.
      }
    }
    return pids.length === 0 || undefined;
  });
}

async function removeAll(cgroup: string): Promise<void> {
  const deepestFirst = (await foldersIn(cgroup)).sort((a, b) => b.length - a.length);
  for (const folder of deepestFirst) await rmdir(folder).catch(() => {});
}
