import type { CallOptions } from '../../model/index.js';
import type { Host } from '../host.js';
import { parseStat } from './raw-facts.js';

/** What the kernel says about a program that reads a terminal, and about what it has left unread. */
export interface ReaderState {
  /** Whether the process is there, and has not ended. */
  readonly alive: boolean;
  /** How often its threads were given a processor: the same number twice means that it has not run in between. */
  readonly timeslices: number;
  /**
   * Bytes that nobody has read yet: of a terminal that gathers lines, those of complete lines. `undefined` where no
   * program of the host can ask for it.
   */
  readonly unread: number | undefined;
  /** Whether the terminal gathers lines; `undefined` where that cannot be read. */
  readonly canonical: boolean | undefined;
}

/**
 * Asks the kernel what became of input that a program was waiting for.
 *
 * @param devices the terminals that the input goes through, such as `/dev/pts/7`; the last one is the program's
 * @example
 * const { alive, unread } = await readerState(host, 4711, ['/dev/pts/7']);
 * if (alive && unread === 0) console.log('it has read everything');
 */
export async function readerState(
  host: Pick<Host, 'script'>,
  pid: number,
  devices: readonly string[],
  options: CallOptions = {},
): Promise<ReaderState> {
  const { stdout } = await host.script(SCRIPT, [String(pid), ...devices], options);
  return parseState(stdout.toString(), devices.length);
}

/**
 * Only an ioctl tells how much is unread (FIONREAD, 0x541B on all machines but MIPS, PowerPC and SPARC), and a shell has
 * none: perl is in every Debian; bash and BusyBox can at least tell something from nothing.
 */
const SCRIPT = `pid=$1; shift
echo "stat $(cat "/proc/$pid/stat" 2>/dev/null)"
cat /proc/$pid/task/*/schedstat 2>/dev/null | while read -r _ _ n; do echo "ran $n"; done
for d; do echo "modes $(stty -g -F "$d" 2>/dev/null)"; done
if command -v perl >/dev/null 2>&1; then
  perl -e 'use Fcntl; for (@ARGV) { my $n = pack("L", 0); sysopen(my $f, $_, O_RDONLY | O_NOCTTY | O_NONBLOCK) or next; ioctl($f, 0x541B, $n) and print "unread ", unpack("L", $n), "\\n" }' "$@" 2>/dev/null
elif command -v python3 >/dev/null 2>&1; then
  python3 -c 'import array, fcntl, os, sys, termios
for path in sys.argv[1:]:
  n = array.array("i", [0]); fcntl.ioctl(os.open(path, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK), termios.FIONREAD, n); print("unread", n[0])' "$@" 2>/dev/null
else
  for s in bash busybox; do
    command -v $s >/dev/null 2>&1 || continue
    [ $s = busybox ] && s='busybox sh'
    for d; do
      [ -r "$d" ] || continue
      if $s -c 'read -t 0 <"$0"' "$d" 2>/dev/null; then echo 'unread 1'; else echo 'unread 0'; fi
    done
    break
  done
fi
:`;

function parseState(text: string, devices: number): ReaderState {
  const values = (name: string): string[] =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name} `))
      .map((line) => line.slice(name.length + 1));
  const stat = parseStat(values('stat')[0] ?? '');
  const unread = values('unread').map(Number);
  const flags = Number.parseInt(values('modes').at(-1)?.split(':')[3] ?? '', 16);
  return {
    alive: stat !== undefined && !/[ZXx]/.test(stat.state),
    timeslices: values('ran').reduce((sum, count) => sum + Number(count), 0),
    unread: unread.length === devices ? unread.reduce((sum, count) => sum + count, 0) : undefined,
    canonical: Number.isNaN(flags) ? undefined : (flags & ICANON) !== 0,
  };
}

const ICANON = 0x2;
