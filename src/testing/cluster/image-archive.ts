import { createHash } from 'node:crypto';
import { rootFileSystem, type ScratchImageKind } from '../root-file-system.js';
import { WAIT_FOR_EVER } from '../scratch-container.js';
import { tarArchive } from '../tar-archive.js';

/** A scratch image as `docker save` writes it, which containerd imports: one layer. */
export async function imageArchive(kind: ScratchImageKind, name: string): Promise<Buffer> {
  const layer = tarArchive(await rootFileSystem(kind));
  const config = {
    architecture: process.arch === 'x64' ? 'amd64' : process.arch,
    os: 'linux',
    config: { Env: [`PATH=${PATH}`], Cmd: WAIT_FOR_EVER },
    rootfs: { type: 'layers', diff_ids: [`sha256:${createHash('sha256').update(layer).digest('hex')}`] },
  };
  const manifest = [{ Config: 'config.json', RepoTags: [name], Layers: ['layer.tar'] }];
  return tarArchive([
    { path: 'manifest.json', kind: 'file', data: Buffer.from(JSON.stringify(manifest)) },
    { path: 'config.json', kind: 'file', data: Buffer.from(JSON.stringify(config)) },
    { path: 'layer.tar', kind: 'file', data: layer },
  ]);
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
