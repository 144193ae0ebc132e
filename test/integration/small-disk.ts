import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether there can be one: as root, and where the container lets one. */
export function canMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A disk that is full soon, or has room for few files. */
export async function smallDisk(
  size: `${number}k`,
  { files = 100_000 }: { readonly files?: number } = {},
): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'muxwright-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},nr_inodes=${files}`, 'tmpfs', path]);
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      // Lazily: a recorder that has just been ended may still have a file open.
      execFileSync('umount', ['-l', path]);
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** Writes a file until its disk has no room for another byte. */
export function fillDisk(path: string): void {
  const file = openSync(path, 'w');
  for (const size of [1024 * 1024, 4096, 1]) {
    const block = Buffer.alloc(size);
    try {
      while (writeSync(file, block) === size);
    } catch {
      // There is no room for a block of this size.
    }
  }
  closeSync(file);
}
