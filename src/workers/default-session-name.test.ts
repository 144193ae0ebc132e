import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultSessionName } from './default-session-name.js';

describe('the default session', () => {
  it('is named by a hash of the path of the state folder [W2]', () => {
    expect(defaultSessionName('/home/user/.swarm')).toBe('swarm-d2a4bcb5');
    expect(defaultSessionName('/home/user/x/../.swarm/')).toBe('swarm-d2a4bcb5');
    expect(defaultSessionName('/home/user/.swarm', 'team')).toBe('team-d2a4bcb5');
  });

  it('is that of the user where no folder is given [W2, W3]', () => {
    const before = process.env.MUXWRIGHT_HOME;
    process.env.MUXWRIGHT_HOME = '/home/user/.swarm';
    expect(defaultSessionName()).toBe('swarm-d2a4bcb5');
    if (before === undefined) delete process.env.MUXWRIGHT_HOME;
    else process.env.MUXWRIGHT_HOME = before;
  });

  it('is the same through a symlink, also before the folder is made, and another for another folder [W2, W3]', async () => {
    const scratch = await realpath(await mkdtemp(join(tmpdir(), 'muxwright-name-')));
    await mkdir(join(scratch, 'real'));
    await symlink(join(scratch, 'real'), join(scratch, 'link'));
    const early = defaultSessionName(join(scratch, 'link', 'state'));
    expect(early).toBe(defaultSessionName(join(scratch, 'real', 'state')));
    await mkdir(join(scratch, 'real', 'state'));
    expect(defaultSessionName(join(scratch, 'link', 'state'))).toBe(early);
    expect(defaultSessionName(join(scratch, 'real', 'other'))).not.toBe(early);
    await rm(scratch, { recursive: true });
  });
});
