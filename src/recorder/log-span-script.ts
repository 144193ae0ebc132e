import type { Host } from '../hosts/index.js';
import { type CallOptions, MuxError } from '../model/index.js';
import type { LogSpan, SpanRequest } from './log-span.js';

/**
 * Reads from a log in one round trip. `changed` if it was rotated in the meantime, `missing` if no log exists.
 */
export async function readScriptSpan(
  host: Host,
  folder: string,
  id: string,
  request: SpanRequest,
  options: CallOptions,
): Promise<LogSpan | 'changed' | 'missing'> {
  const { cursor, maxBytes } = request;
  const result = await host.script(SCRIPT, [folder, id, String(cursor), String(maxBytes)], {
    ...options,
    maxOutputBytes: maxBytes + 3 * BLOCK,
  });
  if (result.code === MISSING) return 'missing';
  const answer = parseAnswer(result.stdout);
  if (result.code !== 0 || !answer) {
    throw new MuxError('HOST_IO_FAILED', `The log of run ${id} could not be read.`, {
      details: { folder, id, code: result.code, stderr: result.stderr.toString() },
    });
  }
  const { exit, fault, newest, oldest, base, size, segment, data, newestAfter } = answer;
  if (newest !== newestAfter) return 'changed';
  const known = {
    oldest,
    size,
    exitCode: exit === '-' ? undefined : Number(exit),
    fault: fault === '-' ? undefined : fault,
  };
  if (cursor < oldest || cursor >= size) return { ...known, segment: base, start: cursor, data: EMPTY };
  const start = Math.max(segment, cursor - 1);
  const end = Math.min(cursor + maxBytes, segment === base ? size : base);
  // dd gives whole blocks, so that it can seek to where it begins.
  const skipped = (start - segment) % BLOCK;
  const piece = data.subarray(skipped, skipped + end - start);
  // The segment was removed before it could be read.
  if (start + piece.length <= cursor) return 'changed';
  return { ...known, segment, start, data: piece };
}

const EMPTY = Buffer.alloc(0);
const MISSING = 66;
const BLOCK = 4096;

interface Answer {
  readonly exit: string;
  readonly fault: string;
  /** Start of the newest rotated segment, before and after reading; -1 if there is no segment. */
  readonly newest: number;
  readonly newestAfter: number;
  readonly oldest: number;
  /** Where the current file begins. */
  readonly base: number;
  readonly size: number;
  readonly segment: number;
  readonly data: Buffer;
}

function parseAnswer(stdout: Buffer): Answer | undefined {
  const header = stdout.indexOf(0x0a);
  const trailer = stdout.lastIndexOf(0x0a);
  if (header < 0 || trailer <= header) return undefined;
  const [exit = '', fault = '-', ...numbers] = stdout.toString('latin1', 0, header).split(' ');
  const [newest = -1, oldest = 0, base = 0, size = 0, segment = 0] = numbers.map(Number);
  const newestAfter = Number(stdout.toString('latin1', trailer + 1));
  return {
    exit,
    fault,
    newest,
    newestAfter,
    oldest,
    base,
    size,
    segment,
    data: stdout.subarray(header + 1, trailer),
  };
}

// `$1` folder, `$2` id, `$3` cursor, `$4` how much. The exit file comes first, so that a log of a finished run is known
// to be whole. A rotation makes a segment with a greater number: where the greatest is the same before and after,
// there was none. A file that is not there now (it is being rotated) is an empty one; where no file was seen at all the
// first one may have been rotated in between.
const SCRIPT = `LC_ALL=C; export LC_ALL
cd -- "$1" 2>/dev/null || exit ${MISSING}
id=$2 cursor=$3 max=$4
exit=-
[ -f "$id.exit" ] && read -r exit < "$id.exit"
fault=-
[ -f "$id.marks" ] && while read -r kind name rest; do [ "$kind" = fault ] && fault=$name; done < "$id.marks"
[ -f "$id.fault" ] && { read -r name < "$id.fault"; [ -n "$name" ] && fault=$name; [ "$fault" != - ] || fault=ENOSPC; }
segments() {
  newest=-1 oldest=-1 at=-1
  for file in "$id".log.*; do
    start=\${file##*.}
    case $start in ''|*[!0-9]*) continue;; esac
    [ "$start" -gt $newest ] && newest=$start
    [ $oldest -lt 0 ] || [ "$start" -lt $oldest ] && oldest=$start
    [ "$start" -le "$cursor" ] && [ "$start" -gt $at ] && at=$start
  done
}
segments
before=$newest first=$oldest segment=$at
current= rotated=
set -- $(ls -ln -- "$id.log" "$id.log.$newest" 2>/dev/null)
while [ $# -ge 9 ]; do
  if [ "$9" = "$id.log" ]; then current=$5; else rotated=$5; fi
  shift 9
done
if [ -z "$current$rotated" ]; then
  segments
  [ $newest -ge 0 ] || exit ${MISSING}
fi
base=0
[ "$before" -ge 0 ] && base=$((before + rotated))
[ "$first" -ge 0 ] || first=$base
size=$((base + \${current:-0}))
file=$id.log.$segment
[ "$cursor" -ge "$base" ] && { segment=$base; file=$id.log; }
echo "\${exit:--} $fault $before $first $base $size $segment"
if [ "$cursor" -ge "$first" ] && [ "$cursor" -lt "$size" ]; then
  from=$((cursor - segment))
  [ $from -gt 0 ] && from=$((from - 1))
  dd if="$file" bs=${BLOCK} skip=$((from / ${BLOCK})) count=$(((from % ${BLOCK} + max + ${BLOCK}) / ${BLOCK})) 2>/dev/null
fi
segments
echo
printf %s "$newest"`;
