import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { homeFolder, MuxError } from '../../model/index.js';

/** Where a Docker engine listens, ready for `node:http`. */
export interface EngineEndpoint {
  /** As the user would write it: `unix:///var/run/docker.sock`. */
  readonly url: string;
  /** What named it, for error messages: `DOCKER_HOST`, `the Docker context 'desktop-linux'`. */
  readonly source: string;
  readonly connect: UnixConnect | TcpConnect;
}

export interface UnixConnect {
  readonly socketPath: string;
}

export interface TcpConnect {
  readonly host: string;
  readonly port: number;
  /** Present where the engine wants TLS. */
  readonly tls?: TlsMaterial;
}

export interface TlsMaterial {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
  readonly rejectUnauthorized: boolean;
}

export interface EndpointSources {
  /** Named by the caller: wins over everything. */
  readonly engine?: string;
  /** @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** @default the user's home folder */
  readonly home?: string;
}

/**
 * Finds the engine the way the `docker` command does: the option, `DOCKER_HOST`, the context of `DOCKER_CONTEXT` or of
 * the configuration file, else the usual socket. Nothing is contacted.
 */
export async function resolveEngineEndpoint(sources: EndpointSources = {}): Promise<EngineEndpoint> {
  const { env = process.env, home = homeFolder() } = sources;
  const folder = env.DOCKER_CONFIG || join(home, '.docker');
  if (sources.engine) return parseEngineUrl(sources.engine, 'the option engine', envTls(env, folder));
  if (env.DOCKER_HOST) return parseEngineUrl(env.DOCKER_HOST, 'DOCKER_HOST', envTls(env, folder));
  const context = env.DOCKER_CONTEXT || (await configuredContext(folder));
  if (context && context !== 'default') return contextEndpoint(folder, context);
  return parseEngineUrl(DEFAULT_URL, 'the default', async () => undefined);
}

const DEFAULT_URL =
  process.platform === 'win32' ? 'npipe:////./pipe/docker_engine' : 'unix:///var/run/docker.sock';

type LoadTls = () => Promise<TlsMaterial | undefined>;

async function parseEngineUrl(url: string, source: string, loadTls: LoadTls): Promise<EngineEndpoint> {
  const [, scheme = '', rest = ''] = /^([a-z]+):\/\/(.*)$/i.exec(url) ?? [];
  switch (scheme.toLowerCase()) {
    case 'unix':
      if (rest === '') throw badUrl(url, source, 'the path of the socket is missing');
      return { url, source, connect: { socketPath: rest } };
    case 'npipe':
      return { url, source, connect: { socketPath: rest.replaceAll('/', '\\') } };
    case 'tcp':
    case 'http':
    case 'https':
      return { url, source, connect: await tcpConnect(url, source, scheme.toLowerCase(), rest, loadTls) };
    case 'ssh':
      throw new MuxError(
        'DOCKER_UNAVAILABLE',
        `An engine behind SSH ('${url}', from ${source}) is not supported.`,
        {
          suggestion: `Forward its socket (ssh -nNT -L /tmp/engine.sock:/var/run/docker.sock ${rest}) and set DOCKER_HOST=unix:///tmp/engine.sock.`,
          details: { engine: url },
        },
      );
    default:
      throw badUrl(url, source, 'it begins with none of unix://, tcp://, http://, https://, npipe://');
  }
}

async function tcpConnect(
  url: string,
  source: string,
  scheme: string,
  rest: string,
  loadTls: LoadTls,
): Promise<TcpConnect> {
  const match = /^(\[[^\]]+\]|[^:/[\]]*)(?::(\d+))?\/?$/.exec(rest);
  if (!match) throw badUrl(url, source, `'${rest}' is not of the form host:port`);
  const tls =
    scheme === 'http' ? undefined : ((await loadTls()) ?? (scheme === 'https' ? VERIFY : undefined));
  const host = (match[1] ?? '').replace(/^\[|\]$/g, '') || '127.0.0.1';
  return { host, port: Number(match[2] ?? (tls ? 2376 : 2375)), ...(tls && { tls }) };
}

const VERIFY: TlsMaterial = { rejectUnauthorized: true };

/** `DOCKER_TLS_VERIFY` set to anything turns TLS on, as the docker command does. */
function envTls(env: Readonly<Record<string, string | undefined>>, folder: string): LoadTls {
  return async () => {
    if (!env.DOCKER_TLS_VERIFY) return undefined;
    return tlsMaterial(env.DOCKER_CERT_PATH || folder, true);
  };
}

async function tlsMaterial(folder: string, rejectUnauthorized: boolean): Promise<TlsMaterial> {
  const [ca, cert, key] = await Promise.all(
    ['ca.pem', 'cert.pem', 'key.pem'].map((name) => readFile(join(folder, name)).catch(() => undefined)),
  );
  return { rejectUnauthorized, ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
}

async function configuredContext(folder: string): Promise<string | undefined> {
  const config = await readJson<{ currentContext?: string }>(join(folder, 'config.json'));
  return config?.currentContext;
}

interface ContextMeta {
  readonly Endpoints?: { readonly docker?: { readonly Host?: string; readonly SkipTLSVerify?: boolean } };
}

async function contextEndpoint(folder: string, context: string): Promise<EngineEndpoint> {
  // Docker names the folder of a context by the hash of its name.
  const id = createHash('sha256').update(context).digest('hex');
  const meta = await readJson<ContextMeta>(join(folder, 'contexts', 'meta', id, 'meta.json'));
  const docker = meta?.Endpoints?.docker;
  if (!docker?.Host) {
    throw new MuxError('DOCKER_UNAVAILABLE', `There is no Docker context '${context}'.`, {
      suggestion: 'See docker context ls, or set DOCKER_HOST.',
      details: { context },
    });
  }
  return parseEngineUrl(docker.Host, `the Docker context '${context}'`, async () => {
    const material = await tlsMaterial(join(folder, 'contexts', 'tls', id, 'docker'), !docker.SkipTLSVerify);
    return material.ca || material.cert || docker.SkipTLSVerify ? material : undefined;
  });
}

async function readJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch {
    // A file that is missing or broken says nothing, as for the docker command.
    return undefined;
  }
}

function badUrl(url: string, source: string, why: string): MuxError {
  return new MuxError(
    'DOCKER_UNAVAILABLE',
    `'${url}' (from ${source}) is not the address of an engine: ${why}.`,
    {
      suggestion: 'Use unix:///var/run/docker.sock or tcp://host:port.',
      details: { engine: url },
    },
  );
}
