import { fstatSync, writeSync } from 'node:fs';

/** Whether a descriptor is a file or a device that is not a terminal: writes to it are finished when they return. */
export function isWrittenAtOnce({ fd, isTTY }: typeof process.stdout): boolean {
  if (isTTY) return false;
  try {
    const found = fstatSync(fd);
    return found.isFile() || found.isCharacterDevice();
  } catch {
    return false;
  }
}

/**
 * Writes all of it, or throws. Node's own stream for files (20 to 24) takes a write that was cut short, as on a disk that
 * is nearly full, for a whole one.
 */
export function writeAll(fd: number, data: string | Uint8Array): void {
  let rest = typeof data === 'string' ? Buffer.from(data) : data;
  while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
}
