import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { builtMux } from './built-mux.js';

/** A person's machine with nothing on it: a home, a state folder, and a default tmux server of its own. */
export interface ScratchMux extends AsyncDisposable {
  readonly folder: string;
  /** What makes a process work there; `mux` is on PATH. */
  readonly env: Readonly<Record<string, string>>;
  /** The server that `mux` uses unless it is told another one. */
  readonly server: IsolatedTmux;
}

export async function scratchMux(): Promise<ScratchMux> {
  const { bin } = await builtMux();
  const folder = await mkdtemp(join(tmpdir(), 'mux-cli-'));
  const server = await isolatedTmux();
  const [socket = ''] = await server.tmux.command('display-message', '-p', '#{socket_path}');
  const sockets = join(folder, 'tmux', `tmux-${process.getuid?.()}`);
  await mkdir(sockets, { recursive: true, mode: 0o700 });
  await symlink(socket, join(sockets, 'default'));
  for (const name of ['home', 'work']) await mkdir(join(folder, name));
  return {
    folder,
    server,
    env: {
      HOME: join(folder, 'home'),
      MUXWRIGHT_HOME: join(folder, 'state'),
      TMUX_TMPDIR: join(folder, 'tmux'),
      PATH: `${bin}:${process.env.PATH ?? ''}`,
      NO_COLOR: '',
      EDITOR: 'true',
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      // A recorder that has just ended may still write its last line.
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
