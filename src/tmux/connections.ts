import { guarded, type Host, hostGuard, openHost } from '../hosts/index.js';
import { formatHostAddress, type HostAddress, parseHostAddress } from '../model/index.js';
import { type ConnectOptions, connectTo } from './connect.js';
import { Tmux } from './tmux.js';

/** A host by its address, or a connection that the caller has and keeps. */
export type HostTarget = string | HostAddress | Tmux;

/** One connection for each host, made when it is first needed. */
export class Connections implements AsyncDisposable {
  readonly #options: ConnectOptions;
  readonly #open = new Map<string, Promise<Tmux>>();

  constructor(options: ConnectOptions) {
    this.#options = options;
  }

  /** @param meanwhile what to do on a host that is not connected to yet, while it is; it must not throw */
  async get(host: HostTarget, meanwhile?: (host: Host) => void): Promise<Tmux> {
    if (host instanceof Tmux) return host;
    const address = typeof host === 'string' ? parseHostAddress(host) : host;
    const key = formatHostAddress(address);
    // Also where the connection is there: somebody else may have made it.
    const guard = hostGuard();
    if (guard) await guard(address);
    const open = this.#open.get(key) ?? guarded(undefined, () => this.#connect(address, meanwhile));
    this.#open.set(key, open);
    try {
      return await open;
    } catch (error) {
      // The next call tries again.
      if (this.#open.get(key) === open) this.#open.delete(key);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(open.map((tmux) => tmux.then((one) => one.close()).catch(() => {})));
  }

  async #connect(address: HostAddress, meanwhile?: (host: Host) => void): Promise<Tmux> {
    const host = await openHost(address, this.#options);
    const connecting = connectTo(host, this.#options);
    meanwhile?.(host);
    return connecting;
  }
}
