import { MuxError } from '../../model/index.js';
import type { DockerOptions } from '../host-options.js';
import { EngineRefusal } from './docker-errors.js';
import { EngineClient } from './engine-client.js';
import { resolveEngineEndpoint } from './engine-endpoint.js';

export interface EngineInfo {
  /** Where it listens: `unix:///var/run/docker.sock`. */
  readonly url: string;
  /** What named that place: `DOCKER_HOST`, `the default`. */
  readonly source: string;
  readonly version: string;
  /** Names of the running containers, sorted. */
  readonly containers: readonly string[];
}

/** Asks the engine who it is and what runs; throws `DOCKER_UNAVAILABLE` where none can be used. */
export async function engineInfo(options: DockerOptions = {}): Promise<EngineInfo> {
  const endpoint = await resolveEngineEndpoint(options);
  const { url, source } = endpoint;
  const client = new EngineClient(endpoint);
  try {
    const [version, containers] = await Promise.all([client.get('/version'), client.get('/containers/json')]);
    return { url, source, version: versionOf(version), containers: namesOf(containers) };
  } catch (error) {
    if (!(error instanceof EngineRefusal)) throw error;
    throw new MuxError('DOCKER_UNAVAILABLE', `The Docker engine at ${url} refused: ${error.message}.`, {
      suggestion: 'Check that DOCKER_HOST leads to a Docker engine, and whether it wants TLS.',
      details: { engine: url, status: error.status },
      cause: error,
    });
  } finally {
    client.close();
  }
}

function versionOf(answer: unknown): string {
  return (answer as { readonly Version?: string }).Version ?? 'unknown';
}

function namesOf(answer: unknown): string[] {
  const list = answer as readonly { readonly Names: readonly string[] }[];
  return list.map(({ Names }) => (Names[0] ?? '').replace(/^\//, '')).sort();
}
