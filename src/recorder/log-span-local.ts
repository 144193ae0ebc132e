import { type FileHandle, readdir, stat } from 'node:fs/promises';
import { fileError } from '../hosts/index.js';
import { openRegularFile, readRegularFile } from '../model/index.js';
import type { LogSpan, SpanRequest } from './log-span.js';
import { faultOf } from './run-ending.js';

/**
 * Reads from a log of this machine. `changed` if it was rotated in the meantime, `missing` if no log exists.
 *
 * A file that is `ID.log` before and after the names were listed was so all the time, because a segment that was
 * rotated never comes back: the list is then that of the segments before it.
 */
export async function readLocalSpan(
  folder: string,
  id: string,
  request: SpanRequest,
): Promise<LogSpan | 'changed' | 'missing'> {
  const path = `${folder}/${id}.log`;
  // First, so that a log of a finished run is known to be whole.
  const exit = await readRegularFile(`${folder}/${id}.exit`).then(String, () => '');
  const [fault, marks] = await Promise.all(
    ['fault', 'marks'].map((name) =>
      readRegularFile(`${folder}/${id}.${name}`).then(String, () => undefined),
    ),
  );
  const current = await openIfThere(path);
  try {
    const starts = await segmentStarts(folder, `${id}.log.`);
    if (!current && starts.length === 0) return 'missing';
    const newest = starts.at(-1);
    const base = newest === undefined ? 0 : newest + (await sizeOf(`${path}.${newest}`));
    const now = await stat(path).catch(() => undefined);
    const opened = await current?.stat();
    if (now?.ino !== opened?.ino || now?.dev !== opened?.dev || Number.isNaN(base)) return 'changed';
    const size = base + (opened?.size ?? 0);
    const known = {
      oldest: starts[0] ?? base,
      size,
      exitCode: exit === '' ? undefined : Number(exit),
      fault: faultOf({ fault, marks }),
    };
    const { cursor } = request;
    if (cursor < known.oldest || cursor >= size) {
      return { ...known, segment: base, start: cursor, data: Buffer.alloc(0) };
    }
    if (cursor >= base && current) {
      return { ...known, segment: base, ...(await readPiece(current, base, request, size)) };
    }
    const segment = starts.findLast((start) => start <= cursor) ?? 0;
    await using rotated = await openIfThere(`${path}.${segment}`);
    const piece = rotated && (await readPiece(rotated, segment, request, base));
    if (!piece || piece.start + piece.data.length <= cursor) return 'changed';
    return { ...known, segment, ...piece };
  } finally {
    await current?.close();
  }
}

async function readPiece(
  file: FileHandle,
  base: number,
  { cursor, maxBytes }: SpanRequest,
  end: number,
): Promise<{ start: number; data: Buffer }> {
  const start = Math.max(base, cursor - 1);
  const data = Buffer.alloc(Math.max(0, Math.min(cursor + maxBytes, end) - start));
  let filled = 0;
  while (filled < data.length) {
    const { bytesRead } = await file.read(data, filled, data.length - filled, start - base + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return { start, data: data.subarray(0, filled) };
}

/** Positions that the rotated segments begin at, in order. */
export async function segmentStarts(folder: string, prefix: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)))
    .sort((a, b) => a - b);
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await openRegularFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fileError('read', path, 'local', error);
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => ({ size: Number.NaN }))).size;
}
