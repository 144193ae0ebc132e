import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';

/** A tmux server and a folder for recordings that nobody else uses. */
export interface Studio extends AsyncDisposable {
  readonly server: IsolatedTmux;
  readonly tmux: IsolatedTmux['tmux'];
  readonly folder: string;
  /** Of a file that is not there. */
  readonly path: string;
  pane(script: string): Promise<Pane>;
}

export async function openStudio(): Promise<Studio> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-recording-'));
  const server = await isolatedTmux();
  const { tmux } = server;
  return {
    server,
    tmux,
    folder,
    path: join(folder, 'demo.cast'),
    pane: async (script) =>
      (await tmux.ensureSession('recorded')).newWindow({ command: ['sh', '-c', script] }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
