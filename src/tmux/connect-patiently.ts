import type { HostAddress } from '../model/index.js';
import { type ConnectOptions, connect } from './connect.js';
import type { Tmux } from './tmux.js';

/**
 * For whom the answer matters more than the time: people, who can stop waiting, and callers who cannot say how long it may
 * take. A busy machine needs a while to start a process.
 */
export const patience = Object.freeze({ timeoutMs: 30_000, commandTimeoutMs: 30_000 });

export function connectPatiently(address: string | HostAddress, options: ConnectOptions = {}): Promise<Tmux> {
  return connect(address, { ...patience, ...options });
}
