import { MuxError, type SshAddress } from '../../model/index.js';
import type { SshOptions } from '../host-options.js';
import { newSocketPath } from './socket-folder.js';
import { baseArguments, destination, privateArguments, sshDefaults } from './ssh-arguments.js';
import { readSshConfig, type SshConfig, userConnectionOpen } from './ssh-config.js';
import { SshMaster } from './ssh-master.js';

/** How the next ssh is to be started. */
export interface Route {
  /** Everything but the command to run. */
  readonly args: readonly string[];
  /** `shared`: over a connection that is up. `user`, `separate`: it may have to connect first. */
  readonly kind: 'shared' | 'user' | 'separate';
}

/**
 * The way to a machine: one connection that all programs share. It is made by the first call, and again by the next
 * call after it broke. Where the user shares connections already, it is the user's.
 */
export class SshLink {
  readonly #address: SshAddress;
  readonly #options: SshOptions;
  readonly #place: string;
  #config: Promise<SshConfig> | undefined;
  #connecting: Promise<SshMaster> | undefined;
  /** The last one, from before it is connected. */
  #master: SshMaster | undefined;
  #separate = false;
  #closed = false;

  constructor(address: SshAddress, options: SshOptions, place: string) {
    this.#address = address;
    this.#options = options;
    this.#place = place;
  }

  get command(): string {
    return this.#options.command ?? sshDefaults.command;
  }

  /** Connects where that is needed. */
  async route(): Promise<Route> {
    this.#checkOpen();
    const base = baseArguments(this.#options);
    const target = destination(this.#address);
    const config = await this.#readConfig([...base, ...target]);
    if (config.sharing === 'always') return { kind: 'user', args: [...base, ...target] };
    const borrowed = [...base, '-o', 'ControlMaster=no', ...target];
    if (config.sharing === 'while-open' && (await userConnectionOpen(this.command, borrowed))) {
      return { kind: 'user', args: borrowed };
    }
    const own = [...base, ...privateArguments(config.aliveInterval)];
    if (this.#separate) return { kind: 'separate', args: [...own, '-S', 'none', ...target] };
    const { path } = await this.#connected(own, target);
    return { kind: 'shared', args: [...own, '-o', 'ControlMaster=no', '-S', path, ...target] };
  }

  /** The server does not let programs share a connection (MaxSessions 1): from now on each gets its own. */
  async shareNoMore(): Promise<void> {
    this.#separate = true;
    await this.#master?.end();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#master?.end();
  }

  #readConfig(args: readonly string[]): Promise<SshConfig> {
    this.#config ??= readSshConfig(this.command, args, this.#place).catch((error: unknown) => {
      this.#config = undefined;
      throw error;
    });
    return this.#config;
  }

  /** Calls that come while it is being made share it. */
  #connected(args: readonly string[], target: readonly string[]): Promise<SshMaster> {
    if (this.#connecting !== undefined) return this.#connecting;
    const connecting = this.#connect(args, target);
    const forget = (): void => {
      if (this.#connecting === connecting) this.#connecting = undefined;
    };
    this.#connecting = connecting;
    connecting.then((master) => master.ended).then(forget, forget);
    return connecting;
  }

  async #connect(args: readonly string[], target: readonly string[]): Promise<SshMaster> {
    const path = await newSocketPath();
    this.#checkOpen();
    const { connectTimeoutMs = sshDefaults.connectTimeoutMs } = this.#options;
    const place = this.#place;
    this.#master = new SshMaster({ command: this.command, args, target, path, place, connectTimeoutMs });
    await this.#master.connected;
    return this.#master;
  }

  #checkOpen(): void {
    if (this.#closed) throw new MuxError('CLOSED', `The host ${this.#place} was closed.`);
  }
}
