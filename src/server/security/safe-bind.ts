import { MuxError } from '../../model/index.js';
import { type ServerOptions, serverDefaults } from '../server-options.js';

/** Beyond this machine, tokens and screens would go over the network for everybody to read. */
export function requireSafeBind({
  host = serverDefaults.host,
  tls,
  insecureBind = false,
}: ServerOptions): void {
  if (isLoopback(host) || tls || insecureBind) return;
  throw new MuxError(
    'INSECURE_BIND',
    `Other machines could reach the server on ${host} without encryption.`,
    {
      suggestion: 'Use --tls-cert and --tls-key, or --insecure if a proxy in front of the server encrypts.',
      details: { host },
    },
  );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
