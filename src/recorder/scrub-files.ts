import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ByteRange, SecretPlaces } from '../redaction/index.js';
import { castPlaces } from './cast/cast-places.js';

/**
 * Overwrites secrets in the files of a folder of this machine and its subfolders with as many `*`: recordings,
 * hook payloads, and all other files. Returns the number of places overwritten. Writers may keep appending.
 *
 * @param isOurs whether a file is looked at; by its name
 */
export async function scrubFiles(
  folder: string,
  places: SecretPlaces,
  isOurs: (name: string) => boolean = () => true,
): Promise<number> {
  let found = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found += await scrubFiles(path, places, isOurs);
    else if (entry.isFile() && isOurs(entry.name)) found += await scrubFile(path, places);
  }
  return found;
}

/** The same for one file. */
export async function scrubFile(path: string, places: SecretPlaces): Promise<number> {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size === 0) return 0;
  await using file = await open(path, 'r+').catch(() => undefined);
  if (!file) return 0;
  const find = path.endsWith('.cast') ? castPlaces : (data: Buffer) => places.find(data);
  let found = 0;
  let read: number = AT_ONCE;
  for (let at = 0; at < size; ) {
    const data = await bytesAt(file, at, Math.min(read, size - at));
    if (data.length === 0) break;
    const isLast = at + data.length >= size;
    const lines = isLast ? data : data.subarray(0, data.lastIndexOf(0x0a) + 1);
    if (lines.length === 0) {
      read *= 2;
      continue;
    }
    const ranges = find(lines, places);
    await overwrite(file, at, ranges);
    found += ranges.length;
    // What is cut into events may be cut here, too: the last lines are looked at once more.
    const before = isLast ? -1 : lines.lastIndexOf(0x0a, lines.length - Math.min(OVERLAP, lines.length >> 1));
    at += before > 0 ? before + 1 : lines.length;
    read = AT_ONCE;
  }
  return found;
}

const AT_ONCE = 16 * 1024 * 1024;
const OVERLAP = 256 * 1024;

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

async function overwrite(file: FileHandle, at: number, ranges: readonly ByteRange[]): Promise<void> {
  for (const { offset, length } of ranges)
    await file.write(Buffer.alloc(length, '*'), 0, length, at + offset);
}
