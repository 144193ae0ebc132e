import type { HostOptions } from '../hosts/host-options.js';
import { openHost } from '../hosts/open-host.js';
import type { HostAddress } from '../model/host-address.js';
import { Tmux, type TmuxOptions } from './tmux.js';

export interface ConnectOptions extends HostOptions, TmuxOptions {}

/**
 * Connects to the tmux server of a host. Where none runs yet that is no error: the first session starts it.
 *
 * @example
 * await using tmux = await connect('docker://sandbox');
 * const session = await tmux.ensureSession('work', { cwd: '/workspace' });
 */
export async function connect(address: string | HostAddress, options: ConnectOptions = {}): Promise<Tmux> {
  const tmux = new Tmux(await openHost(address, options), options);
  try {
    return await tmux.open();
  } catch (error) {
    await tmux.close();
    throw error;
  }
}
