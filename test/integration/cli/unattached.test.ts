import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { muxHere } from '../operations/mux-here.js';
import { openOperations } from '../operations/open-operations.js';

/** A machine whose default tmux server reads such a file, and is not there yet. */
async function machine(config: string) {
  const place = await openOperations({ started: false });
  await writeFile(`${place.folder}/home/.tmux.conf`, config);
  return place;
}

const killServer = (): Promise<unknown> => promisify(execFile)('tmux', ['kill-server']).catch(() => {});

describe('a tmux.conf', () => {
  it.each(['on', 'keep-last'])('with destroy-unattached %s ends no session of ours', async (value) => {
    await using _ = await machine(`set -g destroy-unattached ${value}\n`);
    try {
      expect(await muxHere('run', '--', 'sh', '-c', 'exit 3')).toMatchObject({ code: 3 });
      expect(await muxHere('spawn', 'stays', '--', 'cat')).toMatchObject({ code: 0 });
      const { stdout } = await muxHere('ls', '--json');
      expect(JSON.parse(stdout).workers).toMatchObject([{ name: 'stays', state: 'running' }]);
    } finally {
      await killServer();
    }
  });

  it('with exit-unattached, whose server would end with us, is named in the error', async () => {
    await using _ = await machine('set -s exit-unattached on\n');
    try {
      for (const line of [
        ['run', '--detach', '--', 'cat'],
        ['spawn', 'gone', '--', 'cat'],
      ]) {
        const refused = await muxHere(...line);
        expect(refused.code).toBe(1);
        expect(refused.stderr).toContain('exit-unattached');
        expect(refused.stderr).toContain('tmux set-option -s exit-unattached off');
      }
    } finally {
      await killServer();
    }
  });
});
