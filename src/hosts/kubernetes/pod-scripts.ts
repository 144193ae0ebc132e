import { MuxError, shellQuote } from '../../model/index.js';

/**
 * The command of every exec. It is a part of a URL, which API servers write into their audit logs; so it only reads one
 * line from stdin, and the line says what is to be run. A shell reads a line byte by byte: what follows is left for the
 * program.
 */
export const BOOTSTRAP: readonly string[] = ['sh', '-c', 'mw_n="\n"; IFS= read -r mw_x && eval "$mw_x"'];

/** How the program of an exec gets its input. */
export type PodInput =
  /** The stdin of the exec, whose end can be told (`v5.channel.k8s.io`). */
  | { readonly kind: 'stream' }
  /** The stdin of the exec, which cannot be ended (`v4.channel.k8s.io`): a `dd` stands before it, to be ended instead. */
  | { readonly kind: 'fed' }
  /** So many bytes, and then the end. What the program does not read is read all the same: unread, it would hold the exec. */
  | { readonly kind: 'bytes'; readonly length: number };

export interface PodProgram {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
}

/** The line for `BOOTSTRAP`. It prints `MARK ok` and which process it is before the program runs; else `MARK` and why not. */
export function startLine(program: PodProgram, mark: string, input: PodInput): string {
  const { argv, env = {}, cwd = '' } = program;
  const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const words = [mark, cwd, String(pairs.length), ...pairs, ...argv];
  return `set -- ${words.map(oneLine).join(' ')};eval ${oneLine(`${PREPARE}\n${LAUNCH[input.kind](input)}`)}\n`;
}

/** A process of a container: its number, and when it was started. */
export interface PodProcess {
  readonly pid: number;
  readonly born: string;
}

/** Ends a process and its group, if it is still there. */
export function killLine({ pid, born }: PodProcess): string {
  return `set -- ${pid} ${born};eval ${oneLine(`${KILL}\nmw_kill "$1" "$2"`)}\n`;
}

/** Ends the `dd` before a program as soon as it has handed on so many bytes, or has ended. */
export function endFeederLine(feeder: number, bytes: number): string {
  return `set -- ${feeder} ${bytes};eval ${oneLine(END_FEEDER)}\n`;
}

/** Guards programs of the pod; see `PodLifeline`. */
export function lifelineLine(limitSeconds: number): string {
  return `set -- ${limitSeconds};eval ${oneLine(`${KILL}\n${LIFELINE}`)}\n`;
}

function oneLine(text: string): string {
  if (text.includes('\0')) {
    throw new MuxError('INVALID_ARGUMENT', 'An argument for a program has a NUL character in it.', {
      suggestion: 'No program can be given one: write such data to a file.',
    });
  }
  return shellQuote(text).replaceAll('\n', `'"$mw_n"'`);
}

// A number is given again when its process is gone; together with the time of its start it names one process.
const BORN = `mw_born() {
  read -r mw_s < "/proc/$1/stat" || return 1
  mw_s=\${mw_s##*) }
  set -f; set -- $mw_s; set +f
  mw_b=\${20}
}`;

const KILL = `${BORN}
mw_kill() {
  mw_born "$1" 2>/dev/null && [ "$mw_b" = "$2" ] || return 0
  kill -KILL "-$1" 2>/dev/null || kill -KILL "$1" 2>/dev/null
}`;

const PREPARE = `${BORN}
mw_m=$1 mw_c=$2 mw_i=$3; shift 3
while [ "$mw_i" -gt 0 ]; do export "$1"; shift; mw_i=$((mw_i - 1)); done
mw_say() { printf '%s\\n' "$mw_m $*"; }
mw_born $$
[ -z "$mw_c" ] || cd -- "$mw_c" 2>/dev/null || { mw_say folder; exit 70; }
mw_f=
case $1 in
  */*) mw_f=$1;;
  *) set -f; mw_s=\${IFS-}; IFS=:
    for mw_d in $PATH; do
      [ -f "\${mw_d:-.}/$1" ] || continue
      mw_f=\${mw_d:-.}/$1
      [ ! -x "$mw_f" ] || break
    done
    IFS=$mw_s; set +f;;
esac
[ -n "$mw_f" ] && [ -e "$mw_f" ] || { mw_say missing; exit 127; }
[ -x "$mw_f" ] && [ ! -d "$mw_f" ] || { mw_say refused; exit 126; }
# By its path: the sh of busybox would become a program of its own, with the environment and the arguments of the sh.
shift`;

const LAUNCH: Readonly<Record<PodInput['kind'], (input: PodInput) => string>> = {
  // The shell stays and keeps stdout and stderr open: where a program closes one of them, containerd (1.6) ends its stdin.
  stream: () => 'mw_say ok $$ $mw_b; exec 5>&2 2>/dev/null; "$mw_f" "$@" 2>&5 5>&-; exit',
  bytes: (input) =>
    input.kind === 'bytes' && input.length > 0
      ? `mw_say ok $$ $mw_b; head -c ${input.length} | { "$mw_f" "$@"; mw_e=$?; cat >/dev/null; exit $mw_e; }`
      : 'mw_say ok $$ $mw_b; exec "$mw_f" "$@" </dev/null',
  // The number of the dd comes first through its own pipe. The exit code goes a second way, because an exec whose stdin
  // nobody has read to the end never tells it (containerd 1.6).
  fed: () => `sh -c 'echo $$; exec dd bs=65536 2>/dev/null' | {
  IFS= read -r mw_d; mw_say ok $$ $mw_b "$mw_d"
  "$mw_f" "$@"; mw_e=$?
  kill -PIPE "$mw_d" 2>/dev/null
  mw_say exit $mw_e >&2; exit $mw_e; }`,
};

// A shell says nothing of a part of a pipe that SIGPIPE has ended. What dd has written says how far it is; the number of its process, which its shell printed, counts as well.
const END_FEEDER = `mw_t=$(($2 + \${#1} + 1)) mw_i=0
while mw_i=$((mw_i + 1)); [ "$mw_i" -lt 6000 ] && kill -0 "$1"; do
  mw_w=$(sed -n 's/^wchar: *//p' "/proc/$1/io") || break
  [ -n "$mw_w" ] && [ "$mw_w" -lt "$mw_t" ] || break
  sleep 0.01 || sleep 1
done 2>/dev/null
kill -PIPE "$1" 2>/dev/null; exit 0`;

const LIFELINE = `trap '' INT TERM HUP PIPE
mw_l=$1 mw_p=' ' mw_t=
mw_all() { for mw_o in $mw_p; do mw_kill "\${mw_o%%:*}" "\${mw_o#*:}"; done; }
mw_timer() {
  [ -z "$mw_t" ] || { kill -USR1 "$mw_t"; wait "$mw_t"; }
  ( sleep "$mw_l" & mw_s=$!
    trap 'kill -KILL $mw_s; exit' USR1
    wait $mw_s; mw_all; kill -KILL $$ ) </dev/null >/dev/null &
  mw_t=$!
}
mw_timer
while read -r mw_x; do
  mw_o=\${mw_x#?}
  case $mw_x in
    +*) mw_p="$mw_p$mw_o ";;
    -*) case $mw_p in *" $mw_o "*) mw_p="\${mw_p%% $mw_o *} \${mw_p#* $mw_o }";; esac;;
  esac
  mw_timer
done 2>/dev/null
kill -USR1 "$mw_t" 2>/dev/null
[ "$mw_p" = ' ' ] || [ -z "\${mw_p# }" ] || sleep 1
mw_all
exit 0`;
