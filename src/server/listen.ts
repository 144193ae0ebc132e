import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { MuxError } from '../model/index.js';
import { type ServerOptions, serverDefaults } from './server-options.js';

/** Begins to listen. Fails with `SERVER_NOT_STARTED` and a sentence. */
export async function listen(
  app: FastifyInstance,
  options: ServerOptions,
): Promise<{ readonly url: string; readonly portChanged: boolean }> {
  const { host = serverDefaults.host, port = serverDefaults.port, anyPort = false, tls } = options;
  const last = anyPort && port !== 0 ? Math.min(port + MOST_PORTS, 65_535) : port;
  for (let tried = port; ; tried++) {
    try {
      await app.listen({ host, port: tried });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE' && tried < last) continue;
      throw notStarted(error, host, tried);
    }
  }
  const { port: bound } = app.server.address() as AddressInfo;
  const name =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return { url: `${tls ? 'https' : 'http'}://${name}:${bound}`, portChanged: port !== 0 && bound !== port };
}

/** How far from the usual port a free one is looked for. */
const MOST_PORTS = 50;

function notStarted(error: unknown, host: string, port: number): MuxError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const [what, suggestion] = reasons[code] ?? [
    `it cannot be listened on: ${message}`,
    'Check --listen and --port.',
  ];
  return new MuxError('SERVER_NOT_STARTED', `The server cannot use port ${port} of ${host}: ${what}.`, {
    suggestion,
    details: { host, port, reason: code },
    cause: error,
  });
}

const reasons: Readonly<Record<string, readonly [what: string, suggestion: string]>> = {
  EADDRINUSE: [
    'another program uses it',
    "Use another port with --port, or 0 for any free one; 'ss -ltnp' shows which process uses it.",
  ],
  EACCES: ['this user is not permitted to', 'Ports below 1024 require root: use a higher one with --port.'],
  EADDRNOTAVAIL: ['this machine does not have the address', 'Use an address of this machine with --listen.'],
  ENOTFOUND: ['the name cannot be resolved', 'Use an address of this machine with --listen.'],
};
