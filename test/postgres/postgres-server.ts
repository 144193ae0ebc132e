import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, copyFile, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Watchdog } from '../../src/testing/watchdog.js';

const PASSWORD = 'pw-canary-4711/@?#';

export interface PostgresServerOptions {
  /** What was committed is there after a crash, too, at the price of some speed. @default false */
  readonly losesNothing?: boolean;
  /** Begins with TLS: a file with its key, and one with its certificate, without `.key` and `.crt`. */
  readonly certificate?: string;
}

/** A PostgreSQL server of its own, on a port of this machine, with everything in a folder that goes with it. */
export class PostgresServer implements AsyncDisposable {
  readonly #folder: string;
  readonly #watchdog: Watchdog;
  readonly #port: number;
  readonly #losesNothing: boolean;
  readonly #settings: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(folder: string, port: number, options: PostgresServerOptions) {
    const { losesNothing = false, certificate } = options;
    this.#folder = folder;
    this.#port = port;
    this.#losesNothing = losesNothing;
    const tls = ['ssl=on', `ssl_cert_file=${folder}/tls.crt`, `ssl_key_file=${folder}/tls.key`];
    this.#settings = certificate === undefined ? [] : tls;
    this.#watchdog = new Watchdog({ folder });
  }

  static async make(options: PostgresServerOptions = {}): Promise<PostgresServer> {
    // Short, because the path of its socket must be.
    const folder = await mkdtemp(join(tmpdir().length < 50 ? tmpdir() : '/tmp', 'mux-pg-'));
    const server = new PostgresServer(folder, await freePort(), options);
    try {
      const user = await serverUser();
      if (user.uid !== undefined) await chown(folder, user.uid, user.gid ?? user.uid);
      await chmod(folder, 0o700);
      await writeFile(join(folder, 'pw'), PASSWORD);
      if (user.uid !== undefined) await chown(join(folder, 'pw'), user.uid, user.gid ?? user.uid);
      for (const end of options.certificate === undefined ? [] : ['crt', 'key']) {
        await copyFile(`${options.certificate}.${end}`, join(folder, `tls.${end}`));
        await chmod(join(folder, `tls.${end}`), 0o600);
        if (user.uid !== undefined) await chown(join(folder, `tls.${end}`), user.uid, user.gid ?? user.uid);
      }
      const how = ['--username=muxwright', '--auth=scram-sha-256', `--pwfile=${join(folder, 'pw')}`];
      // A language in whose order capitals and signs do not stand where they do in SQLite's.
      const language = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
      const argv = ['-D', join(folder, 'data'), ...how, ...language, '--no-sync'];
      await promisify(execFile)(program('initdb'), argv, { ...user, cwd: folder });
      await server.start();
      return server;
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The URL of one of its databases. */
  url(database: string, password = PASSWORD): string {
    return `postgres://muxwright:${encodeURIComponent(password)}@127.0.0.1:${this.#port}/${database}`;
  }

  async start(): Promise<void> {
    const { uid, gid } = await serverUser();
    const settings = [
      `port=${this.#port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${this.#folder}`,
      'max_connections=200',
      ...this.#settings,
      // Nothing has to survive the machine.
      ...['fsync=off', 'full_page_writes=off', `synchronous_commit=${this.#losesNothing ? 'on' : 'off'}`],
    ];
    const argv = ['-D', join(this.#folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])];
    const process = spawn(program('postgres'), argv, {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: this.#folder,
      ...(uid !== undefined && { uid, gid: gid ?? uid }),
    });
    this.#process = process;
    this.#watchdog.guard(process);
    const told: string[] = [];
    const lines = createInterface({ input: process.stderr });
    await new Promise<void>((resolve, reject) => {
      lines.on('line', (line) => {
        told.push(line);
        if (/ready to accept .*connections/.test(line)) resolve();
      });
      process.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}:\n${told.join('\n')}`)));
    });
    told.length = 0;
  }

  /** From now on it is a standby, which can only be read. */
  async standBy(): Promise<void> {
    await this.stop();
    await writeFile(join(this.#folder, 'data', 'standby.signal'), '');
    await this.start();
  }

  /** Ends it as a crash of the machine would look to its clients: connections are cut, and nobody answers. */
  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  /** Ends it without a checkpoint: at its next start it recovers. */
  async crash(): Promise<void> {
    await this.#end('SIGQUIT');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.#watchdog[Symbol.asyncDispose]();
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    const ended = once(process, 'exit');
    process.kill(signal);
    await ended;
  }
}

/** Debian keeps the programs of each version in a folder that is not on PATH. */
function program(name: string): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found) return found;
  throw new Error(`These tests need PostgreSQL, and '${name}' is not here. Debian: apt install postgresql.`);
}

const DEBIAN = '/usr/lib/postgresql';

/** PostgreSQL refuses to run as root. */
async function serverUser(): Promise<{ readonly uid?: number; readonly gid?: number }> {
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
