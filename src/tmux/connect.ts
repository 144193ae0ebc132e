import type { Host } from '../hosts/host.js';
import type { HostOptions } from '../hosts/host-options.js';
import { openHost } from '../hosts/open-host.js';
import type { HostAddress } from '../model/host-address.js';
import { Tmux, type TmuxOptions } from './tmux.js';

export interface ConnectOptions extends HostOptions, TmuxOptions {
  /** @internal What to do on the host while tmux is being reached there. It must not throw. */
  readonly meanwhile?: (host: Host) => void;
}

/**
 * Connects to the tmux server of a host. Where none runs yet that is no error: the first session starts it.
 *
 * @example
 * await using tmux = await connect('docker://sandbox');
 * const session = await tmux.ensureSession('work', { cwd: '/workspace' });
 */
export async function connect(address: string | HostAddress, options: ConnectOptions = {}): Promise<Tmux> {
  const host = await openHost(address, options);
  const tmux = new Tmux(host, options);
  try {
    const opening = tmux.open();
    options.meanwhile?.(host);
    return await opening;
  } catch (error) {
    await tmux.close();
    throw error;
  }
}
