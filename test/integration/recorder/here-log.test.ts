import { readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openHost } from '../../../src/hosts/open-host.js';
import { HereLog } from '../../../src/recorder/here-log.js';
import { canMount, fillDisk, smallDisk } from '../small-disk.js';

describe('a log that this process writes', () => {
  it.skipIf(!canMount())('continues behind a gap when the disk has room again', async () => {
    await using disk = await smallDisk('256k');
    await using host = await openHost('local');
    const settings = { host, folder: disk.path, id: 'run1', maxBytes: 0, keepSegments: 1 };
    const log = new HereLog({ ...settings, stopped: async () => false }, () => 'gap\n');
    const text = (name: string): Promise<string> => readFile(join(disk.path, `run1.${name}`), 'utf8');
    await log.create();
    log.append('before\n');
    await log.settled();
    fillDisk(join(disk.path, 'ballast'));
    await truncate(join(disk.path, 'ballast'), 200 * 1024);
    log.append(`${'x'.repeat(98)}\n`.repeat(2_000));
    await log.settled();
    await rm(join(disk.path, 'ballast'));
    const resumed = async (): Promise<boolean> => {
      log.append('after\n');
      await log.settled();
      return (await text('log')).endsWith('after\n');
    };
    await expect.poll(resumed).toBe(true);
    expect(await text('log')).toMatch(/^before\n(x{98}\n)*gap\nafter\n$/);
    expect(await text('fault')).toBe('ENOSPC');
    log.mark('exit', '0', '1');
    await log.settled();
    const size = (await text('log')).length;
    expect((await text('marks')).split('\n').slice(-3, -1)).toEqual([
      `gap ${size - 'gap\nafter\n'.length}`,
      `exit 0 1 ${size}`,
    ]);
  });
});
