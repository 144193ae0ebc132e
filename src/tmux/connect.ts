import { type Host, type HostOptions, openHost } from '../hosts/index.js';
import type { HostAddress } from '../model/index.js';
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
  return connectTo(await openHost(address, options), options);
}

/** The same for a host that is open; it is closed with the connection, or where there is none to be had. */
export async function connectTo(host: Host, options: TmuxOptions): Promise<Tmux> {
  const tmux = new Tmux(host, options);
  try {
    return await tmux.open();
  } catch (error) {
    await tmux.close();
    throw error;
  }
}
