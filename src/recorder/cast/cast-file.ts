import { createInterface } from 'node:readline';
import { isMuxError, MuxError, openRegularFile } from '../../model/index.js';
import { CastDecoder } from './cast-decoder.js';
import type { CastEvent, CastHeader } from './cast-event.js';

/**
 * Reads a recording from its file, event by event, however large it is. A last line that is cut, because its writer
 * was killed or is just at work, is passed over. Fails with `FILE_NOT_FOUND` or `RECORDING_INVALID`.
 *
 * @example
 * const { header, events } = await openCast('demo.cast');
 * for await (const event of events) …
 */
export async function openCast(path: string): Promise<OpenCast> {
  const decoder = new CastDecoder(path);
  const lines = linesOf(path);
  const first = await lines.next();
  if (first.done) throw new MuxError('RECORDING_INVALID', `'${path}' is empty, and no recording.`);
  decoder.push(first.value);
  return { header: decoder.header as CastHeader, events: eventsOf(decoder, lines) };
}

export interface OpenCast {
  readonly header: CastHeader;
  readonly events: AsyncGenerator<CastEvent, void, undefined>;
}

async function* eventsOf(
  decoder: CastDecoder,
  lines: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<CastEvent, void, undefined> {
  // A line is looked at when the next one is there: a mistake in the last one is a line that was cut.
  let waiting: string | undefined;
  for await (const line of lines) {
    const event = waiting === undefined ? undefined : decoder.push(waiting);
    waiting = line;
    if (event) yield event;
  }
  const last = waiting === undefined ? undefined : lastEvent(decoder, waiting);
  if (last) yield last;
}

function lastEvent(decoder: CastDecoder, line: string): CastEvent | undefined {
  try {
    return decoder.push(line);
  } catch {
    return undefined;
  }
}

async function* linesOf(path: string): AsyncGenerator<string, void, undefined> {
  const file = await openRegularFile(path).catch((error: NodeJS.ErrnoException) => {
    throw isMuxError(error) ? error : unreadable(path, error);
  });
  const input = file.createReadStream();
  // The stream fails before anybody reads from it: that is told by the first read.
  const failed = new Promise<never>((_, reject) => {
    input.once('error', (error: NodeJS.ErrnoException) => reject(unreadable(path, error)));
  });
  failed.catch(() => {});
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  const iterator = lines[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), failed]);
      if (next.done) {
        if (input.errored) await failed;
        return;
      }
      yield next.value;
    }
  } finally {
    lines.close();
    input.destroy();
  }
}

function unreadable(path: string, error: NodeJS.ErrnoException): MuxError {
  if (error.code === 'ENOENT') {
    return new MuxError('FILE_NOT_FOUND', `The recording '${path}' does not exist.`, { cause: error });
  }
  const code = error.code === 'EACCES' ? 'PERMISSION_DENIED' : 'HOST_IO_FAILED';
  return new MuxError(code, `The recording '${path}' cannot be read (${error.code}).`, { cause: error });
}
