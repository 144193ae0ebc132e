import { describe, expect, it } from 'vitest';
import { openHost } from '../hosts/open-host.js';
import { recorderPipe } from './recorder-pipe.js';

const place = { id: 'abc', folder: "/tmp/it's here" };

describe('recorderPipe', () => {
  it.each([
    { dialect: 'perl', command: 'perl' },
    { dialect: 'awk', command: 'busybox awk' },
  ] as const)('is a command that a POSIX shell understands, for $command', async (tool) => {
    await using host = await openHost('local');
    const { code, stderr } = await host.run(['sh', '-n', '-c', recorderPipe(tool, place, 100)]);
    expect([code, stderr.toString()]).toEqual([0, '']);
  });

  it('goes into the folder, however it is named', () => {
    expect(recorderPipe({ dialect: 'perl', command: 'perl' }, place, 100)).toContain(
      "cd '/tmp/it'\\''s here' || exit 1",
    );
  });

  it('spares zero bytes only in front of an awk that takes them', () => {
    const pipe = (command: string, flavour?: 'mawk' | 'busybox'): string =>
      recorderPipe({ dialect: 'awk', command, ...(flavour && { flavour }) }, place, 100);
    expect(pipe('gawk')).toContain('zeroes=1 ');
    expect(pipe('awk', 'mawk')).toContain('zeroes=1 ');
    expect(pipe('awk')).toContain('zeroes= ');
    expect(pipe('awk', 'busybox')).toContain('zeroes= ');
  });
});
