import type { Readable } from 'node:stream';

/** Collects what a stream gives, as it comes; beyond `maxBytes` nothing is kept and `onOverflow` is told. */
export function collectOutput(stream: Readable, maxBytes: number, onOverflow: () => void): Buffer[] {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    else onOverflow();
  });
  // Who looked at the stream before may have stopped it.
  stream.resume();
  return chunks;
}
