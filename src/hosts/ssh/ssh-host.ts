import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  type CallOptions,
  Deadline,
  formatHostAddress,
  MuxError,
  type SshAddress,
} from '../../model/index.js';
import {
  type Host,
  type HostFiles,
  type HostStream,
  hostDefaults,
  type OpenStreamOptions,
  type ProgramResult,
  type RunProgramOptions,
  type ScriptOptions,
} from '../host.js';
import type { HostOptions, SshOptions } from '../host-options.js';
import { ScriptShells, SHELL_ARGV } from '../script-shells.js';
import { ShellFiles } from '../shell-files.js';
import { killScript, openScript, runScript } from './remote-script.js';
import { type RemoteStart, remoteStart } from './remote-start.js';
import { sshDefaults } from './ssh-arguments.js';
import { type Route, SshLink } from './ssh-link.js';
import { discard, sshRun } from './ssh-run.js';
import { SshStream } from './ssh-stream.js';
import { startSsh } from './start-ssh.js';

/**
 * A machine behind SSH, through the user's own OpenSSH client: its configuration, agent and known hosts apply. All
 * programs share one connection. It is made by the first call and, where it broke, by the next one.
 *
 * A call's `timeoutMs` covers connecting; the default deadline starts when the machine is reached.
 */
export class SshHost implements Host {
  readonly address: SshAddress;
  readonly files: HostFiles;
  readonly #place: string;
  readonly #options: SshOptions;
  readonly #timeoutMs: number;
  readonly #background: boolean;
  readonly #link: SshLink;
  readonly #shells: ScriptShells;
  readonly #streams = new Set<HostStream>();
  readonly #children = new Set<ChildProcessWithoutNullStreams>();
  #closed = false;

  constructor(
    address: SshAddress,
    { ssh = {}, timeoutMs = hostDefaults.timeoutMs, background = false }: HostOptions = {},
  ) {
    this.address = address;
    this.#options = ssh;
    this.#timeoutMs = timeoutMs;
    this.#background = background;
    this.#place = formatHostAddress({ ...address, socket: undefined });
    this.#link = new SshLink(address, ssh, this.#place);
    this.files = new ShellFiles(this, this.#place);
    this.#shells = new ScriptShells(() => this.open(SHELL_ARGV), this.#place, timeoutMs);
  }

  async run(argv: readonly string[], options: RunProgramOptions = {}): Promise<ProgramResult> {
    const { input, env, cwd, maxOutputBytes } = options;
    const { program, marker } = this.#prepare(argv);
    const inputBytes = input === undefined ? 0 : Buffer.byteLength(input);
    const script = runScript(
      { argv, marker, ...(env && { env }), ...(cwd !== undefined && { cwd }) },
      inputBytes,
    );
    const { route, deadline } = await this.#reach(`Running '${program}' on ${this.#place}`, options);
    try {
      return await sshRun(this.#spawn(route, script), {
        marker,
        place: this.#place,
        program,
        cwd,
        deadline,
        ...(input !== undefined && { input }),
        ...(maxOutputBytes !== undefined && { maxOutputBytes }),
        onStart: (start) => this.#noticeRefusal(route, start),
      });
    } catch (error) {
      throw this.#closed ? this.#closedError() : error;
    } finally {
      deadline[Symbol.dispose]();
    }
  }

  script(script: string, args: readonly string[] = [], options: ScriptOptions = {}): Promise<ProgramResult> {
    return this.#shells.run(script, args, options);
  }

  async open(argv: readonly string[], options: OpenStreamOptions = {}): Promise<HostStream> {
    const { program, marker } = this.#prepare(argv);
    const script = openScript({ argv, marker, ...(options.env && { env: options.env }) });
    const { route, deadline } = await this.#reach(`Starting '${program}' on ${this.#place}`, options);
    let child: ChildProcessWithoutNullStreams | undefined;
    try {
      child = this.#spawn(route, script);
      child.stdin.on('error', () => {});
      const start = await deadline.race(remoteStart(child, { marker, place: this.#place, program }));
      this.#noticeRefusal(route, start);
      const kill = (): Promise<void> => this.#kill(start.pid);
      const stream = new SshStream(child, { marker, place: this.#place, program, kill });
      if (this.#background) stream.unref();
      this.#streams.add(stream);
      void stream.closed.then(() => this.#streams.delete(stream));
      return stream;
    } catch (error) {
      if (child) discard(child);
      throw this.#closed ? this.#closedError() : error;
    } finally {
      deadline[Symbol.dispose]();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#shells.close();
    await Promise.all([...this.#streams].map((stream) => stream.close()));
    const running = [...this.#children].map((child) => {
      const ended = new Promise((resolve) => child.once('close', resolve));
      discard(child);
      return ended;
    });
    await Promise.all(running);
    await this.#link.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #closedError(): MuxError {
    return new MuxError('CLOSED', `The host ${this.#place} was closed.`);
  }

  #prepare(argv: readonly string[]): { program: string; marker: string } {
    const [program = ''] = argv;
    if (program === '') throw new MuxError('INVALID_ARGUMENT', 'The program to run has no name.');
    return { program, marker: `muxwright-${randomBytes(8).toString('hex')}` };
  }

  /** Connects, and gives the deadline for what comes next. */
  async #reach(what: string, options: CallOptions): Promise<{ route: Route; deadline: Deadline }> {
    if (this.#closed) throw this.#closedError();
    const { timeoutMs, signal } = options;
    const given = { what, ...(signal && { signal }) };
    const first = new Deadline({ ...given, timeoutMs: timeoutMs ?? 0 });
    try {
      const route = await first.race(this.#link.route());
      if (this.#closed) throw this.#closedError();
      if (timeoutMs !== undefined) return { route, deadline: first };
      const connecting = this.#options.connectTimeoutMs ?? sshDefaults.connectTimeoutMs;
      const limit = this.#timeoutMs + (route.kind === 'shared' ? 0 : connecting);
      first[Symbol.dispose]();
      return { route, deadline: new Deadline({ ...given, timeoutMs: limit }) };
    } catch (error) {
      first[Symbol.dispose]();
      throw this.#closed ? this.#closedError() : error;
    }
  }

  #spawn(route: Route, script: string): ChildProcessWithoutNullStreams {
    const child = startSsh(this.#link.command, [...route.args, script]);
    this.#children.add(child);
    child.once('close', () => this.#children.delete(child));
    return child;
  }

  /**
   * A server that takes no second program on a connection makes ssh connect anew, with a remark. If that happens to
   * the only program, it will happen always; if not, it is the eleventh of ten, and the others go on sharing.
   */
  #noticeRefusal(route: Route, start: RemoteStart): void {
    const refused = route.kind === 'shared' && start.noise.includes('Session open refused by peer');
    if (refused && this.#children.size === 1) void this.#link.shareNoMore();
  }

  /** Best effort: on a machine out of reach nothing can be ended. */
  async #kill(pid: number): Promise<void> {
    const starting = this.#link.route().then((route) => this.#spawn(route, killScript(pid)));
    const child = await starting.catch(() => undefined);
    if (!child) return;
    child.stdin.on('error', () => {}).end();
    child.stdout.resume();
    child.stderr.resume();
    await new Promise<void>((resolve) => {
      child.once('error', () => resolve());
      child.once('close', () => resolve());
    });
  }
}
