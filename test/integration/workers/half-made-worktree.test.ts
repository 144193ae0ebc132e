import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Host } from '../../../src/hosts/host.js';
import { openHost } from '../../../src/hosts/open-host.js';
import { git } from '../../../src/workers/worktree/git.js';

it('git is asked again where another git was just making a worktree', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-git-'));
  const host = await openHost('local');
  try {
    await git(host, folder, ['init', '--quiet']);
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
    await git(host, folder, [...identity, 'commit', '--quiet', '--allow-empty', '-m', 'x']);
    await git(host, folder, ['branch', 'new']);
    const half = join(folder, '.git', 'worktrees', 'half');
    await mkdir(half, { recursive: true });
    await writeFile(join(half, 'gitdir'), join(folder, 'elsewhere', '.git'));
    await writeFile(join(half, 'HEAD'), 'ref: refs/heads/half\n');
    await writeFile(join(half, 'commondir'), '');
    const codes: number[] = [];
    // The other one is done when we have been refused once.
    const late: Host = Object.create(host, {
      run: {
        value: async (...args: Parameters<Host['run']>) => {
          const result = await host.run(...args);
          codes.push(result.code);
          await writeFile(join(half, 'commondir'), '../..\n');
          return result;
        },
      },
    });
    const add = ['worktree', 'add', '--quiet', '--', join(folder, 'new'), 'new'];
    expect(await git(late, folder, add)).toMatchObject({ code: 0 });
    expect(codes).toEqual([128, 0]);
  } finally {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  }
});
