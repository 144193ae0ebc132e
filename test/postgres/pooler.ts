import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Watchdog } from '../../src/testing/watchdog.js';

/** PgBouncer in front of a server, which gives each transaction any of a few connections. */
export class Pooler implements AsyncDisposable {
  /** The URL of the same database behind it. */
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #watchdog: Watchdog;

  private constructor(url: string, process: ChildProcess, watchdog: Watchdog) {
    this.url = url;
    this.#process = process;
    this.#watchdog = watchdog;
  }

  static async before(url: string, connections: number): Promise<Pooler> {
    const folder = await mkdtemp(join(tmpdir(), 'mux-pooler-'));
    const watchdog = new Watchdog({ folder });
    const { hostname, port: serverPort, username, password, pathname } = new URL(url);
    const port = await freePort();
    const users = join(folder, 'users.txt');
    const config = join(folder, 'pgbouncer.ini');
    await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
    await writeFile(
      config,
      [
        '[databases]',
        `${pathname.slice(1)} = host=${hostname} port=${serverPort}`,
        '[pgbouncer]',
        `listen_addr = 127.0.0.1`,
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = scram-sha-256',
        `auth_file = ${users}`,
        'pool_mode = transaction',
        `default_pool_size = ${connections}`,
      ].join('\n'),
    );
    const user = await ordinaryUser();
    for (const path of [folder, users, config])
      if (user.uid !== undefined) await chown(path, user.uid, user.gid ?? user.uid);
    await chmod(folder, 0o700);
    const process = spawn('pgbouncer', [config], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    watchdog.guard(process);
    const told: string[] = [];
    const lines = createInterface({ input: process.stderr });
    await new Promise<void>((resolve, reject) => {
      lines.on('line', (line) => {
        told.push(line);
        if (line.includes('process up')) resolve();
      });
      process.once('error', reject);
      process.once('exit', (code) => reject(new Error(`PgBouncer ended with ${code}:\n${told.join('\n')}`)));
    });
    const through = new URL(url);
    through.port = String(port);
    return new Pooler(through.href, process, watchdog);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
    await this.#watchdog[Symbol.asyncDispose]();
  }
}

/** PgBouncer refuses to run as root. */
async function ordinaryUser(): Promise<{ readonly uid?: number; readonly gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const id = async (what: string): Promise<number> =>
    Number((await promisify(execFile)('id', [what, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
