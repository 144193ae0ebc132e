import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type OpenOperations, openOperations } from './open-operations.js';

/** Files of the state folder that a tour makes. */
async function left({ folder }: OpenOperations): Promise<string[]> {
  const names = ['panes', 'runs', 'recordings'].map((name) => join(folder, 'state', name));
  return (await Promise.all(names.map((name) => readdir(name).catch(() => [])))).flat();
}

describe('the guided tour', () => {
  it.each(['Splitting a workspace', 'Starting a run that asks a question', 'ready'])(
    'leaves no file where nobody follows it any more at: %s',
    async (moment) => {
      await using place = await openOperations({ started: false });
      const gone = new AbortController();
      for await (const item of place.stream('tour.take', {}, gone.signal)) {
        if ((item.step ?? item.type) === moment) gone.abort();
      }
      expect(await left(place)).toEqual([]);
    },
  );

  it('leaves no log of a pane whose recorder was killed, or whose server is gone', async () => {
    await using place = await openOperations({ started: false });
    const gone = new AbortController();
    for await (const item of place.stream('tour.take', {}, gone.signal)) {
      if (item.type !== 'ready') continue;
      const panes = join(place.folder, 'state', 'panes');
      await expect.poll(() => readdir(panes)).toContainEqual(expect.stringMatching(/\.tail$/));
      const ids = (await readdir(panes)).flatMap((name) => /^(p\w+)\.log$/.exec(name)?.[1] ?? []);
      expect(ids.length).toBeGreaterThan(0);
      // Of a person, who has other panes.
      await mkdir(panes, { recursive: true });
      await writeFile(join(panes, 'p0000.log'), 'mine');
      for (const id of ids) await promisify(execFile)('sh', ['-c', KILL_RECORDER, 'sh', id]);
      const socket = /socket=(.*)$/.exec(item.host)?.[1] ?? '';
      await promisify(execFile)('tmux', ['-L', socket, 'kill-server']);
      gone.abort();
    }
    expect(await left(place)).toEqual(['p0000.log']);
  });
});

/** The shell that looks after it, and its children. */
const KILL_RECORDER = `for file in /proc/[0-9]*/cmdline; do
  pid=\${file#/proc/} pid=\${pid%/cmdline}
  [ "$pid" != $$ ] && grep -qs -- "cd .*/panes" "$file" && grep -qs -- "$1" "$file" || continue
  kill -9 $(cat /proc/$pid/task/*/children 2>/dev/null) $pid 2>/dev/null
done; :`;
