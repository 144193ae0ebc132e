import type { FileHandle } from 'node:fs/promises';
import { isMuxError } from '../../model/index.js';
import { CastDecoder } from './cast-decoder.js';
import type { CastHeader } from './cast-event.js';

export interface RepairedCast {
  readonly header: CastHeader;
  /** Where it stands, in seconds. */
  readonly at: number;
  readonly bytes: number;
}

/**
 * Makes a recording whole that was left by a process that died: everything behind its last whole line is taken away.
 * `undefined` where not even the first line is there; then the file is empty.
 */
export async function repairCast(file: FileHandle, place: string): Promise<RepairedCast | undefined> {
  const decoder = new CastDecoder(place);
  let whole = 0;
  let rest: Buffer = Buffer.alloc(0);
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    rest = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      if (!isWhole(decoder, rest.toString('utf8', 0, end))) return finish(file, decoder, whole);
      whole += end + 1;
      rest = rest.subarray(end + 1);
    }
  }
  return finish(file, decoder, whole);
}

async function finish(
  file: FileHandle,
  decoder: CastDecoder,
  bytes: number,
): Promise<RepairedCast | undefined> {
  await file.truncate(bytes);
  const { header, at } = decoder;
  return header && { header, at, bytes };
}

/** A disk that lost power may leave a hole: nothing behind it can be trusted. */
function isWhole(decoder: CastDecoder, line: string): boolean {
  try {
    decoder.push(line);
    return true;
  } catch (error) {
    if (isMuxError(error, 'RECORDING_INVALID')) return false;
    throw error;
  }
}

const NEWLINE = 0x0a;
const CHUNK_BYTES = 64 * 1024;
