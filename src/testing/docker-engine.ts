import { access } from 'node:fs/promises';
import { EngineClient, resolveEngineEndpoint } from '../hosts/index.js';
import { MuxError } from '../model/index.js';
import type { DockerEngine, DockerEngineOptions } from './docker-engine-types.js';
import { startPrivateEngine } from './private-engine.js';

/**
 * A Docker engine to test against: the one of `DOCKER_HOST`, the Docker context or the default socket, or, for
 * root on Linux with dockerd installed, a private one that lives in a temporary folder, needs no network and ends
 * with this process, however that ends.
 *
 * @example
 * await using docker = await dockerEngine();
 * await using container = await scratchContainer({ engine: docker.engine });
 */
export async function dockerEngine(options: DockerEngineOptions = {}): Promise<DockerEngine> {
  const answer = options.alwaysOwn ? undefined : await findEngine();
  if (typeof answer === 'string') return new ForeignEngine(answer);
  const dockerd = process.platform === 'linux' && process.getuid?.() === 0 ? await findDockerd() : undefined;
  if (dockerd === undefined) throw noEngine(answer);
  return startPrivateEngine(dockerd, options);
}

/** The address of an engine that answers, or why none does. */
async function findEngine(): Promise<string | Error> {
  let client: EngineClient | undefined;
  try {
    const endpoint = await resolveEngineEndpoint();
    client = new EngineClient(endpoint);
    await client.get('/_ping', { signal: AbortSignal.timeout(30_000) });
    return endpoint.url;
  } catch (error) {
    return error as Error;
  } finally {
    client?.close();
  }
}

async function findDockerd(): Promise<string | undefined> {
  for (const path of ['/usr/bin/dockerd', '/usr/sbin/dockerd', '/usr/local/bin/dockerd']) {
    const there = await access(path).then(
      () => true,
      () => false,
    );
    if (there) return path;
  }
  return undefined;
}

class ForeignEngine implements DockerEngine {
  readonly own = false;
  readonly engine: string;

  constructor(engine: string) {
    this.engine = engine;
  }

  async stop(): Promise<void> {}

  crash(): Promise<void> {
    return Promise.reject(notOurs(this.engine));
  }

  restart(): Promise<void> {
    return Promise.reject(notOurs(this.engine));
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

function notOurs(engine: string): MuxError {
  return new MuxError(
    'INVALID_ARGUMENT',
    `The engine at ${engine} was not started by us, so it is not stopped.`,
    {
      suggestion: 'Use dockerEngine({ alwaysOwn: true }).',
    },
  );
}

function noEngine(cause: Error | undefined): MuxError {
  const why = cause ? `${cause.message} And a` : 'A';
  return new MuxError(
    'DOCKER_UNAVAILABLE',
    `${why}n engine for tests can only be started by root on Linux with dockerd.`,
    {
      suggestion: 'Start Docker and set DOCKER_HOST, or as root: apt-get install docker.io',
      cause,
    },
  );
}
