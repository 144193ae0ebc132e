import type { FastifyInstance } from 'fastify';
import { MuxError } from '../model/index.js';
import { packageVersion } from '../model/package-version.js';
import {
  holdServerPlace,
  oneTimeCode,
  ownerToken,
  Runtime,
  type ServerPlace,
  TokenLeases,
} from '../operations/index.js';
import type { AgentServices } from './agents/decorate-agents.js';
import { buildApp } from './build-app.js';
import { listen } from './listen.js';
import { FailureLimit } from './security/failure-limit.js';
import { type MostOpen, OpenLimits } from './security/open-limits.js';
import { requireSafeBind } from './security/safe-bind.js';
import { type ServerOptions, serverDefaults } from './server-options.js';
import { ConfigReload, type ReloadReport } from './service/config-reload.js';
import { webFolder } from './web/web-folder.js';

export interface MuxServer extends AsyncDisposable {
  readonly app: FastifyInstance & AgentServices;
  /** Where it listens: `http://127.0.0.1:4747`. */
  readonly url: string;
  /** The port was taken, and the next free one is used. */
  readonly portChanged: boolean;
  /** File with the token of the owner of the state folder. */
  readonly tokenFile: string;
  /** The dashboard, opened by a code that works once. */
  link(): Promise<string>;
  /** Reads the configuration again, as when its file has changed. */
  reload(): Promise<ReloadReport>;
  /** Ends streams and waits at once, lets other calls finish, and stops. Programs in tmux keep running. */
  close(): Promise<void>;
}

/**
 * The operations over HTTP, for programs and for the dashboard.
 *
 * @example
 * await using server = await createServer({ port: 0 });
 * console.log(await server.link());
 */
export async function createServer(options: ServerOptions = {}): Promise<MuxServer> {
  if (options.runtime) return open(options, options.runtime);
  const runtime = new Runtime();
  const server = await open(options, runtime).catch(async (error: unknown) => {
    await runtime.close();
    throw error;
  });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= server.close().finally(() => runtime.close());
    return closed;
  };
  return { ...server, close, [Symbol.asyncDispose]: close };
}

async function open(options: ServerOptions, runtime: Runtime): Promise<MuxServer> {
  const { server: config } = await runtime.config();
  const settled = {
    ...options,
    runtime,
    host: options.host ?? config.listen,
    port: options.port ?? config.port,
    anyPort: options.anyPort && config.port === undefined,
  };
  requireSafeBind(settled);
  const stateFolder = options.stateFolder ?? (await runtime.stateFolder());
  const place = await holdServerPlace(stateFolder);
  try {
    return await start(settled, stateFolder, place);
  } catch (error) {
    await place[Symbol.asyncDispose]();
    throw error;
  }
}

async function start(
  options: ServerOptions & { readonly runtime: Runtime },
  stateFolder: string,
  place: ServerPlace,
): Promise<MuxServer> {
  const { runtime, tls } = options;
  const tokens = await runtime.tokens();
  const owner = await ownerToken(tokens, stateFolder);
  await tokens.prune();
  const leases = new TokenLeases(tokens, await runtime.events());
  await leases.open();
  const closing = new AbortController();
  const allowedHosts = new Set<string>();
  const configured = new Set<() => void>();
  const limits = new OpenLimits(await mostOpen(runtime));
  configured.add(() => void mostOpen(runtime).then((most) => Object.assign(limits, { most })));
  const ending = new AbortController();
  const app = await buildApp(options, {
    runtime,
    tokens,
    leases,
    audit: await runtime.audit(),
    version: packageVersion(),
    stateFolder,
    webFolder: options.webFolder ?? webFolder(),
    allowedHosts,
    configured,
    secure: tls !== undefined,
    failures: new FailureLimit(),
    limits,
    closing: closing.signal,
    ending: ending.signal,
  });
  const config = new ConfigReload({ runtime, log: app.log, given: options, allowedHosts, configured });
  const { url, portChanged } = await listen(app, options).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });

  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    config[Symbol.dispose]();
    closed ??= closeGently(app, { closing, ending }, options).finally(() => {
      leases[Symbol.dispose]();
      return place[Symbol.asyncDispose]();
    });
    return closed;
  };
  try {
    await config.start();
    await place.announce({ url, pid: process.pid, startedAt: new Date().toISOString() });
  } catch (error) {
    // A server that nobody can find serves nobody.
    await close();
    throw error;
  }
  return {
    app,
    url,
    portChanged,
    tokenFile: owner.file,
    link: async () => `${url}/login?code=${await oneTimeCode(tokens, owner.record)}`,
    reload: () => config.reload(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function mostOpen(runtime: Runtime): Promise<MostOpen> {
  const { maxConnections: connections, maxStreams: streams } = (await runtime.config()).server;
  return { connections, streams };
}

async function closeGently(
  app: FastifyInstance,
  { closing, ending }: { readonly closing: AbortController; readonly ending: AbortController },
  { graceMs = serverDefaults.graceMs }: ServerOptions,
): Promise<void> {
  const reason = new MuxError('CLOSED', 'The server is shutting down.');
  closing.abort(reason);
  const force = setTimeout(() => {
    ending.abort(reason);
    setImmediate(() => app.server.closeAllConnections());
  }, graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(force);
  }
}
