import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { EngineClient, resolveEngineEndpoint } from '../hosts/index.js';
import { importImage } from './import-image.js';
import { rootFileSystem, type ScratchImageKind } from './root-file-system.js';
import { tarArchive } from './tar-archive.js';

export interface ScratchImageOptions {
  /** Where the engine listens, as `dockerEngine()` says. */
  readonly engine?: string;
  /** @default 'glibc' */
  readonly kind?: ScratchImageKind;
}

/**
 * Makes a small image from programs of this machine, without any network, and gives its name. Needs Linux, and on
 * this machine whatever shall be in the image. The name carries the hash of the content: a second call finds the
 * image and does nothing.
 *
 * @example
 * await using docker = await dockerEngine();
 * const image = await scratchImage({ engine: docker.engine, kind: 'busybox' });
 * await using container = await scratchContainer({ engine: docker.engine, image });
 */
export async function scratchImage(options: ScratchImageOptions = {}): Promise<string> {
  const { kind = 'glibc' } = options;
  const archive = tarArchive(await rootFileSystem(kind));
  const hash = createHash('sha256').update(archive).digest('hex').slice(0, 12);
  const client = new EngineClient(await resolveEngineEndpoint(options));
  try {
    return await importImage(client, `muxwright-${kind}`, hash, () => Readable.from([archive]));
  } finally {
    client.close();
  }
}
