import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { HostOptions } from '../hosts/index.js';
import { MuxError } from '../model/index.js';
import { makeKeys, type ScratchSshdOptions, writeConfig } from './scratch-sshd-files.js';
import { CHILDREN_OF, Watchdog } from './watchdog.js';

const execute = promisify(execFile);

/** A private SSH server on a loopback port, with a key that opens it. */
export interface ScratchSshd extends AsyncDisposable {
  /** `ssh://user@127.0.0.1:PORT` */
  readonly address: string;
  /** What `openHost` needs beside the address. */
  readonly options: HostOptions & { readonly ssh: { readonly configFile: string } };
  readonly port: number;
  /** Where its keys and configuration lie. */
  readonly folder: string;
  /** How many connections are open now. */
  connections(): Promise<number>;
  /** Cuts every open connection without notice, like a broken link. The server keeps listening. */
  drop(): Promise<void>;
  /** Ends the server and its connections. */
  stop(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
}

/**
 * Starts an SSH server for a test, for the user who runs it. It touches no file of that user, and is ended when the
 * test process ends, however suddenly.
 *
 * @example
 * await using sshd = await scratchSshd();
 * await using host = await openHost(sshd.address, sshd.options);
 * await host.run(['tmux', '-V']);
 */
export async function scratchSshd(options: ScratchSshdOptions = {}): Promise<ScratchSshd> {
  const program = findSshd();
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-sshd-'));
  const watchdog = new Watchdog({ folder });
  try {
    await makeKeys(folder);
    for (let attempt = 1; ; attempt++) {
      const port = await freePort();
      await writeConfig(folder, port, options);
      const server = new Server(program, folder, port, watchdog);
      try {
        await server.start();
        return server;
      } catch (error) {
        // Between asking for a free port and using it somebody else can take it.
        if (attempt === 10 || !/in use/.test(String(error))) throw error;
      }
    }
  } catch (error) {
    await watchdog[Symbol.asyncDispose]();
    throw error;
  }
}

class Server implements ScratchSshd {
  readonly address: string;
  readonly options: ScratchSshd['options'];
  readonly port: number;
  readonly folder: string;
  readonly #program: string;
  readonly #watchdog: Watchdog;
  #listener: ChildProcess | undefined;

  constructor(program: string, folder: string, port: number, watchdog: Watchdog) {
    this.#program = program;
    this.#watchdog = watchdog;
    this.folder = folder;
    this.port = port;
    this.address = `ssh://${encodeURIComponent(userInfo().username)}@127.0.0.1:${port}`;
    // Tests run on machines that do much else at the same time.
    const ssh = { configFile: join(folder, 'ssh_config'), connectTimeoutMs: 60_000 };
    this.options = { timeoutMs: 60_000, ssh };
  }

  async start(): Promise<void> {
    if (this.#listener) return;
    const args = ['-D', '-e', '-f', join(this.folder, 'sshd_config')];
    const listener = spawn(this.#program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
    this.#listener = listener;
    this.#watchdog.guard(listener);
    listener.once('exit', () => {
      if (this.#listener === listener) this.#listener = undefined;
    });
    await listening(listener);
    listener.unref();
    (listener.stderr as unknown as { unref(): void }).unref();
  }

  async connections(): Promise<number> {
    return (await this.#processes('echo "$1"')).length;
  }

  async drop(): Promise<void> {
    // The process of a connection may have a second one for the user's rights, which holds the same socket.
    await this.#processes(`for pid in "$1" $(children_of "$1"); do
      case $(ps -o comm= -p "$pid") in *sshd*) kill -KILL "$pid" && echo "$pid";; esac
    done`);
  }

  async stop(): Promise<void> {
    const listener = this.#listener;
    if (!listener) return;
    // The listener first, so that nobody connects again while the connections are cut.
    listener.kill('SIGSTOP');
    await this.drop();
    const ended = once(listener, 'exit');
    listener.ref();
    listener.kill('SIGKILL');
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.#watchdog[Symbol.asyncDispose]();
  }

  /** Runs a piece of shell for the process of each connection, and gives the words it prints. */
  async #processes(script: string): Promise<string[]> {
    const pid = this.#listener?.pid;
    if (pid === undefined) return [];
    const all = `${CHILDREN_OF}\neach() { ${script}\n}\nfor child in $(children_of "$1"); do each "$child"; done`;
    const { stdout } = await execute('sh', ['-c', `${all}; exit 0`, 'sh', String(pid)]);
    return stdout.split(/\s+/).filter((word) => word !== '');
  }
}

function listening(listener: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    listener.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4096);
      if (log.includes('Server listening on')) resolve();
    });
    const fail = (cause?: Error): void => {
      reject(
        new MuxError('HOST_IO_FAILED', `The scratch sshd did not start: ${log.trim() || cause?.message}`, {
          suggestion: 'Run it by hand with -d to see more.',
          cause,
        }),
      );
    };
    listener.once('error', fail);
    listener.once('close', () => fail());
  });
}

function findSshd(): string {
  // Debian and others keep it out of an ordinary user's PATH, and it insists on being started by its full path.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin'];
  const program = folders.map((folder) => join(folder, 'sshd')).find((path) => existsSync(path));
  if (program) return program;
  throw new MuxError('PROGRAM_NOT_FOUND', 'There is no sshd on this machine, which scratchSshd needs.', {
    suggestion: 'Install the OpenSSH server (apt-get install openssh-server); it need not be running.',
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
