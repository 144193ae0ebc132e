import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { fileError, type Host } from '../hosts/index.js';
import { type CallOptions, MuxError, openRegularFile } from '../model/index.js';
import type { ByteRange } from '../redaction/index.js';
import { segmentStarts } from './log-span-local.js';
import type { RunFiles } from './run-ending.js';

/**
 * Overwrites bytes of one segment of a log with `*`, in the file as it is: what its writer appends meanwhile is not
 * touched. The segment is known by the position that it begins at, whether it is rotated meanwhile or not; one that
 * was removed needs nothing more.
 */
export async function maskBytes(
  host: Host,
  run: RunFiles,
  segment: number,
  ranges: readonly ByteRange[],
  options: CallOptions = {},
): Promise<void> {
  if (host.address.kind === 'local') {
    await using file = await openSegment(run, segment);
    for (const { offset, length } of file ? ranges : [])
      await file?.write(Buffer.alloc(length, '*'), 0, length, offset);
    return;
  }
  for (let first = 0; first < ranges.length; first += RANGES_AT_ONCE) {
    const some = ranges.slice(first, first + RANGES_AT_ONCE);
    const args = some.flatMap(({ offset, length }) => [String(offset), '*'.repeat(length)]);
    const { code, stderr } = await host.script(
      SCRIPT,
      [run.folder, run.id, String(segment), ...args],
      options,
    );
    if (code === 0) continue;
    throw new MuxError('HOST_IO_FAILED', `The log of run ${run.id} could not be changed.`, {
      details: { ...run, code, stderr: stderr.toString() },
    });
  }
}

const RANGES_AT_ONCE = 500;

async function openSegment({ folder, id }: RunFiles, segment: number): Promise<FileHandle | undefined> {
  const path = `${folder}/${id}.log`;
  const rotated = await openIfThere(`${path}.${segment}`);
  if (rotated) return rotated;
  const current = await openIfThere(path);
  const starts = await segmentStarts(folder, `${id}.log.`);
  if (!starts.some((start) => start >= segment)) return current;
  // It has been rotated just now: what was opened may be the next one.
  await current?.close();
  return openIfThere(`${path}.${segment}`);
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await openRegularFile(path, { flags: constants.O_RDWR, noFollow: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fileError('write', path, 'local', error);
  }
}

// `$1` folder, `$2` id, `$3` where the segment begins, then pairs of an offset and the mask. The segment is opened by
// way of a second link, because a shell cannot open a file for writing without making it where it is missing. dd
// seeks from where the last one has left the file.
const SCRIPT = `umask 077
cd -- "$1" || exit 70
id=$2 segment=$3
shift 3
hold() {
  ln -f -- "$1" "$id.scrub.$$" 2>/dev/null || { [ -f "$1" ] && exec 5<>"$1"; return; }
  exec 5<>"$id.scrub.$$"
  rm -f -- "$id.scrub.$$"
}
rotated() {
  for file in "$id".log.*; do
    start=\${file##*.}
    case $start in ''|*[!0-9]*) continue;; esac
    [ "$start" -ge "$segment" ] && return 0
  done
  return 1
}
if ! hold "$id.log.$segment"; then
  hold "$id.log"
  held=$?
  if rotated; then hold "$id.log.$segment" || exit 0
  elif [ $held != 0 ]; then exit 0
  fi
fi
at=0
while [ $# -gt 1 ]; do
  printf %s "$2" | dd bs=1 seek=$(($1 - at)) conv=notrunc 2>/dev/null >&5 || exit 70
  at=$(($1 + \${#2}))
  shift 2
done`;
