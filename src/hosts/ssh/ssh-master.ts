import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { waitScript } from './remote-script.js';
import { remoteStart } from './remote-start.js';
import { connectTimeout } from './ssh-error.js';
import { startSsh } from './start-ssh.js';

export interface SshMasterOptions {
  readonly command: string;
  /** Options of ssh. */
  readonly args: readonly string[];
  /** The machine. */
  readonly target: readonly string[];
  /** Where the socket is to be. */
  readonly path: string;
  readonly place: string;
  readonly connectTimeoutMs: number;
}

/**
 * An ssh that holds a connection for others (OpenSSH calls it a control master).
 *
 * Its life is tied to ours without a timer: its remote end waits for the end of our pipe to it, which comes when this
 * process dies, however suddenly; and a master whose own command has ended leaves with the last channel.
 */
export class SshMaster {
  readonly path: string;
  /** Resolves when others can use it; rejects with what ssh says against it. */
  readonly connected: Promise<void>;
  /** Resolves when the connection is gone. */
  readonly ended: Promise<void>;
  readonly #options: SshMasterOptions;
  readonly #child: ChildProcessWithoutNullStreams;
  #up = false;

  constructor(options: SshMasterOptions) {
    const { command, args, target, path } = options;
    this.#options = options;
    this.path = path;
    const marker = `muxwright-${randomBytes(8).toString('hex')}`;
    const master = ['-M', '-S', path, '-o', 'ControlPersist=no'];
    this.#child = startSsh(command, [...args, ...master, ...target, waitScript(marker)]);
    this.#child.stdin.on('error', () => {});
    this.ended = new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.once('error', () => resolve());
    });
    this.connected = this.#connect(marker);
  }

  async #connect(marker: string): Promise<void> {
    const { place, connectTimeoutMs } = this.#options;
    let tooLate = false;
    const timer = setTimeout(() => {
      tooLate = true;
      this.#child.kill('SIGKILL');
    }, connectTimeoutMs);
    try {
      await remoteStart(this.#child, { marker, place, program: 'sh' });
    } catch (error) {
      throw tooLate ? connectTimeout(place, connectTimeoutMs) : error;
    } finally {
      clearTimeout(timer);
    }
    this.#up = true;
    letGo(this.#child);
  }

  async end(): Promise<void> {
    // One that is still connecting has nothing to lose.
    if (!this.#up) this.#child.kill('SIGKILL');
    this.#child.ref();
    this.#child.stdin.end();
    // On a link that is dead the polite way takes until the keep-alive gives up.
    const hurry = setTimeout(() => this.#child.kill('SIGTERM'), 500);
    const force = setTimeout(() => this.#child.kill('SIGKILL'), 1_000);
    await this.ended;
    clearTimeout(hurry);
    clearTimeout(force);
  }
}

/** An idle connection is no reason for this process to stay; words of it that nobody reads must not block it. */
function letGo(child: ChildProcessWithoutNullStreams): void {
  child.unref();
  child.stdout.resume();
  child.stderr.resume();
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    (stream as unknown as { unref(): void }).unref();
  }
}
