import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { homeFolder, MuxError } from '../../model/index.js';
import type { KubernetesOptions } from '../host-options.js';
import { commandCredentials } from './command-credentials.js';
import type { GetCredentials } from './credentials.js';
import { type KubeCluster, type KubeUser, readKubeconfig } from './kubeconfig.js';

/** Where the API server of a cluster is, and how it is spoken to. */
export interface ClusterEndpoint {
  /** Without a slash at its end: `https://10.0.0.1:6443`. */
  readonly url: string;
  /** What named it, for error messages: `the context 'prod' of /home/me/.kube/config`. */
  readonly source: string;
  readonly tls: ClusterTls;
  /** Credentials of the client. Read again for each request: tokens in files are replaced while we run. */
  readonly credentials: GetCredentials;
}

export interface ClusterTls {
  readonly ca?: Buffer;
  readonly servername?: string;
  readonly rejectUnauthorized: boolean;
}

export interface ClusterSources extends KubernetesOptions {
  /** @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** @default the user's home folder */
  readonly home?: string;
  /** @default '/var/run/secrets/kubernetes.io/serviceaccount' */
  readonly serviceAccount?: string;
}

/**
 * Finds the cluster as `kubectl` does: the option, the files of `KUBECONFIG`, `~/.kube/config`, and in a pod its service
 * account. Nothing is contacted.
 */
export async function resolveCluster(sources: ClusterSources = {}): Promise<ClusterEndpoint> {
  const { env = process.env, home = homeFolder(), serviceAccount = SERVICE_ACCOUNT } = sources;
  const usual = join(home, '.kube', 'config');
  const named = sources.kubeconfig ?? env.KUBECONFIG;
  const paths = sources.kubeconfig
    ? [sources.kubeconfig]
    : (named || usual).split(':').filter((path) => path !== '');
  const config = await readKubeconfig(paths, { mustExist: sources.kubeconfig !== undefined });
  if (!config) {
    const inCluster = await ofServiceAccount(serviceAccount, env);
    if (inCluster) return inCluster;
    throw invalid(
      `There is no kubeconfig at ${paths.join(', ')}, and this is not a pod with a service account.`,
      {
        suggestion: 'Set KUBECONFIG to the file that kubectl uses.',
        details: { paths },
      },
    );
  }
  const context = sources.context ?? (env.MUXWRIGHT_KUBE_CONTEXT || config.currentContext);
  const where = paths.join(', ');
  if (context === undefined) {
    throw invalid(`The kubeconfig ${where} has no current context.`, {
      suggestion: `Choose one: kubectl config use-context NAME, or MUXWRIGHT_KUBE_CONTEXT. It has: ${namesOf(config.contexts)}.`,
    });
  }
  const chosen = config.contexts.get(context);
  if (!chosen) {
    throw invalid(`The kubeconfig ${where} has no context '${context}'.`, {
      suggestion: `It has: ${namesOf(config.contexts)}.`,
      details: { context },
    });
  }
  const cluster = config.clusters.get(chosen.cluster);
  if (!cluster)
    throw invalid(
      `The context '${context}' of ${where} names the cluster '${chosen.cluster}', which is missing.`,
    );
  const user = chosen.user === undefined ? { file: '' } : config.users.get(chosen.user);
  if (!user)
    throw invalid(`The context '${context}' of ${where} names the user '${chosen.user}', which is missing.`);
  const allowed = sources.allowCommands ?? env.MUXWRIGHT_KUBE_COMMANDS === 'allow';
  return endpoint(cluster, user, `the context '${context}' of ${cluster.file}`, allowed);
}

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

async function endpoint(
  cluster: KubeCluster,
  user: KubeUser,
  source: string,
  allowCommands: boolean,
): Promise<ClusterEndpoint> {
  const url = serverUrl(cluster.server, source);
  if (cluster.proxyUrl) {
    throw invalid(`The kubeconfig reaches ${url} by the proxy ${cluster.proxyUrl}, which is not supported.`, {
      suggestion:
        'Use a server that can be reached without a proxy, such as kubectl proxy on another machine.',
    });
  }
  const ca = await dataOrFile(cluster.caData, cluster.caFile);
  const tls = {
    rejectUnauthorized: !cluster.insecure,
    ...(ca && { ca }),
    ...(cluster.serverName !== undefined && { servername: cluster.serverName }),
  };
  return { url, source, tls, credentials: await credentialsOf(user, source, allowCommands) };
}

function serverUrl(server: string | undefined, source: string): string {
  if (server === undefined) throw invalid(`The cluster of ${source} has no server.`);
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw invalid(`'${server}', the server of ${source}, is not a URL with https:// or http://.`);
  }
  return server.replace(/\/+$/, '');
}

async function credentialsOf(
  user: KubeUser,
  source: string,
  allowCommands: boolean,
): Promise<GetCredentials> {
  if (user.exec) return commandCredentials(user.exec, source, allowCommands);
  if (user.authProvider !== undefined) {
    throw invalid(
      `The user of ${source} signs in by the auth-provider '${user.authProvider}', which kubectl removed in 1.26.`,
      {
        suggestion:
          'Sign in again with the current tools of the cluster, or use a token or a client certificate.',
      },
    );
  }
  const [cert, key] = await Promise.all([
    dataOrFile(user.certData, user.certFile),
    dataOrFile(user.keyData, user.keyFile),
  ]);
  if (Boolean(cert) !== Boolean(key)) {
    throw invalid(
      `The user of ${source} has ${cert ? 'a client certificate without its key' : 'a client key without its certificate'}.`,
    );
  }
  const pair = cert && key ? { cert, key } : {};
  const { tokenFile } = user;
  if (tokenFile !== undefined) {
    return async () => ({ ...pair, authorization: bearer((await needed(tokenFile)).toString()) });
  }
  const authorization =
    user.token !== undefined
      ? bearer(user.token)
      : user.username === undefined
        ? undefined
        : `Basic ${Buffer.from(`${user.username}:${user.password ?? ''}`).toString('base64')}`;
  return async () => ({ ...pair, ...(authorization !== undefined && { authorization }) });
}

function bearer(token: string): string {
  return `Bearer ${token.trim()}`;
}

async function ofServiceAccount(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ClusterEndpoint | undefined> {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env;
  if (!host) return undefined;
  const tokenFile = join(folder, 'token');
  const ca = await readFile(join(folder, 'ca.crt')).catch(() => undefined);
  return {
    url: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    source: 'the service account of this pod',
    tls: { rejectUnauthorized: true, ...(ca && { ca }) },
    credentials: async () => ({ authorization: bearer((await needed(tokenFile)).toString()) }),
  };
}

async function dataOrFile(data: Buffer | undefined, file: string | undefined): Promise<Buffer | undefined> {
  return data ?? (file === undefined ? undefined : needed(file));
}

async function needed(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw invalid(
      `The kubeconfig names '${file}', which cannot be read (${(cause as NodeJS.ErrnoException).code}).`,
      {
        details: { file },
        cause,
      },
    );
  }
}

function namesOf(contexts: ReadonlyMap<string, unknown>): string {
  return [...contexts.keys()].join(', ') || 'none';
}

function invalid(message: string, options: ConstructorParameters<typeof MuxError>[2] = {}): MuxError {
  return new MuxError('KUBECONFIG_INVALID', message, options);
}
