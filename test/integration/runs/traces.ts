import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OpenRuns } from './open-runs.js';

/** Length of the piece of a secret that already counts as a trace of it. */
const PIECE = 12;

/**
 * Where something of the secrets is to be found: in any file of runs and of the shell's home on the host, in any file
 * of the store, in the stored events, in panes and paste buffers of the tmux server.
 */
export async function traces(runs: OpenRuns, secrets: readonly string[]): Promise<string[]> {
  const texts = new Map<string, string>();
  for (const folder of [runs.folder, runs.folder.replace(/runs$/, 'home')]) {
    for (const { name, kind } of await runs.host.files.list(folder)) {
      if (kind !== 'file') continue;
      texts.set(
        `${folder}/${name}`,
        (await runs.host.files.read(`${folder}/${name}`)).data.toString('latin1'),
      );
    }
  }
  const here = dirname(runs.storePath);
  for (const name of await readdir(here)) texts.set(name, await readFile(join(here, name), 'latin1'));
  texts.set('events', JSON.stringify(await runs.store.events.since(0)));
  texts.set('buffers', (await runs.tmux.command('list-buffers')).join('\n'));
  for (const { id } of await runs.tmux.panes()) {
    texts.set(id, (await runs.tmux.pane(id).capture({ history: 'all' })).replace(/\n/g, ''));
  }
  const pieces = secrets.flatMap((secret) =>
    [...Array(Math.max(1, secret.length - PIECE)).keys()].map((at) => secret.slice(at, at + PIECE)),
  );
  return [...texts].filter(([, text]) => pieces.some((piece) => text.includes(piece))).map(([name]) => name);
}
