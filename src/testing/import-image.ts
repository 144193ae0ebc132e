import type { Readable } from 'node:stream';
import { type EngineClient, EngineRefusal } from '../hosts/index.js';
import { MuxError } from '../model/index.js';

/** Makes an image of a tar archive of its root folder, unless there is one of that name. Gives the name. */
export async function importImage(
  client: EngineClient,
  repository: string,
  tag: string,
  archive: () => Readable,
): Promise<string> {
  const name = `${repository}:${tag}`;
  if (await imageExists(client, name)) return name;
  const query = { fromSrc: '-', repo: repository, tag, changes: `ENV PATH=${PATH}` };
  const answer = (await client.post('/images/create', { query, body: archive() })) as { error?: string };
  // The engine has sent status 200 before it begins to work, so a failure stands in the answer.
  if (answer.error) {
    throw new MuxError('HOST_IO_FAILED', `The engine could not import '${name}': ${answer.error}.`);
  }
  return name;
}

export async function imageExists(client: EngineClient, name: string): Promise<boolean> {
  try {
    await client.get(`/images/${name}/json`);
    return true;
  } catch (error) {
    if (error instanceof EngineRefusal && error.status === 404) return false;
    throw error;
  }
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
