import { MuxError } from '../../model/index.js';
import { anyShellWord, NEWLINE_PRELUDE, shellWord } from './shell-quote.js';

/** A program to start at the other end. */
export interface RemoteProgram {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /**
   * An unguessable word. The script prints it, with its process id or with what is wrong, on stdout and stderr before
   * the program starts, so that what a login script or ssh itself says is told from what the program says.
   */
  readonly marker: string;
}

/**
 * Runs a program to its end. Our end keeps the script's stdin open as a lifeline: when it ends before the program
 * does, nobody waits any more, and the whole process group is killed, which sshd would leave
 * running.
 */
export function runScript(program: RemoteProgram, inputBytes: number): string {
  const run = inputBytes === 0 ? RUN_WITHOUT_INPUT : runWithInput(inputBytes);
  return forLoginShell([...prelude(program), ...run, ...epilogue(program.marker)]);
}

/** Runs a program on the stdin and stdout of the connection. */
export function openScript(program: RemoteProgram): string {
  const run = ['exec 4>&2 2>/dev/null', '( exec "$@" ) 2>&4 4>&-', 'mw_c=$?'];
  return forLoginShell([...prelude(program), ...run, ...epilogue(program.marker)]);
}

/** Says that it is there, then waits for the end of its input. */
export function waitScript(marker: string): string {
  return forLoginShell([announce(marker), 'mw_say $$', 'exec cat >/dev/null']);
}

/** Kills the group of a script from above. */
export function killScript(pid: number): string {
  return forLoginShell([`kill -9 -${pid} 2>/dev/null || kill -9 ${pid}`]);
}

/** Linux takes no single argument of 128 KiB, and the whole script is one argument of the login shell. */
const MAX_SCRIPT_BYTES = 128 * 1024 - 1;

function forLoginShell(statements: readonly string[]): string {
  const text = statements.join('; ').replaceAll('&; ', '& ');
  const script = `exec sh -c ${anyShellWord(IN_OWN_GROUP)} ${anyShellWord(text)}`;
  if (Buffer.byteLength(script) <= MAX_SCRIPT_BYTES) return script;
  throw new MuxError(
    'COMMAND_TOO_LARGE',
    `The arguments make a command of ${Buffer.byteLength(script)} bytes, and SSH can carry ${MAX_SCRIPT_BYTES}.`,
    { suggestion: 'Give large data to the program as its input, or in a file.' },
  );
}

// OpenSSH's server makes each command the leader of a group; dropbear leaves them all in that of the connection.
const IN_OWN_GROUP =
  'if kill -0 -$$ 2>/dev/null; then eval "$0"; elif command -v setsid >/dev/null; then exec setsid sh -c "$0"; else eval "$0"; fi';

function announce(marker: string): string {
  return `mw_say() { echo "${marker} $1"; echo "${marker} $1" >&2; }`;
}

function prelude({ argv, env = {}, cwd, marker }: RemoteProgram): string[] {
  return [
    NEWLINE_PRELUDE,
    announce(marker),
    ...(cwd === undefined ? [] : [changeFolder(cwd)]),
    ...Object.entries(env).map(([name, value]) => `export ${variableName(name)}=${shellWord(value)}`),
    `set -- ${argv.map(shellWord).join(' ')}`,
    FIND_PROGRAM,
    'mw_say $$',
  ];
}

/** A program that exits with 255 looks like an ssh that failed: the script then says that it was the program. */
function epilogue(marker: string): string[] {
  return [`if [ $mw_c = 255 ]; then echo "${marker} ended" >&4; fi`, 'exit $mw_c'];
}

function changeFolder(cwd: string): string {
  // A lone dash would be the last folder, and a relative path be looked up in CDPATH.
  const folder = shellWord(cwd.startsWith('/') ? cwd : `./${cwd}`);
  const failed = `if [ -d ${folder} ]; then mw_say folder-denied; else mw_say folder-missing; fi; exit 126`;
  return `cd ${folder} 2>/dev/null || { ${failed}; }`;
}

function variableName(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return name;
  throw new MuxError(
    'INVALID_ARGUMENT',
    `'${name}' cannot be the name of an environment variable over SSH.`,
    {
      suggestion: "Use letters, digits and '_', and no digit first.",
    },
  );
}

// What execvp would find. `command -v` would also find the shell's own built-in commands, which `exec` does not run.
const FIND_PROGRAM = `mw_f=missing; case $1 in
*/*) if [ -x "$1" ] && [ -f "$1" ]; then mw_f=; elif [ -e "$1" ]; then mw_f=denied; fi;;
*) IFS=:; set -f; for mw_d in $PATH; do mw_d=\${mw_d:-.}/$1;
if [ -x "$mw_d" ] && [ -f "$mw_d" ]; then mw_f=; break; elif [ -f "$mw_d" ]; then mw_f=denied; fi; done; unset IFS;;
esac; if [ -n "$mw_f" ]; then mw_say $mw_f; exit 127; fi`.replaceAll('\n', ' ');

// The shell's own stderr goes to /dev/null, because shells report a child that was killed there.
const RUN_WITHOUT_INPUT = [
  'exec 3<&0 4>&2 2>/dev/null',
  '{ read -r mw_x <&3; kill -9 -$$ || kill -9 $$; } >/dev/null 4>&- &',
  'mw_w=$!',
  '( exec "$@" ) </dev/null 2>&4 3<&- 4>&-',
  'mw_c=$?',
  'kill -9 $mw_w; wait $mw_w',
];

/**
 * The input is followed by a newline. Where that does not come, the link broke in the middle: the program is killed
 * before it can take what it got for the whole. dd reads no byte too many; a dd without `fullblock` is replaced by
 * head, which may, so that there is no such check. More than a pipe surely holds waits in the memory of tail, so that
 * the lifeline is watched even while the program does not read.
 */
function runWithInput(bytes: number): string[] {
  const blocks = Math.floor(bytes / BLOCK);
  const rest = bytes % BLOCK;
  const copies = [
    ...(blocks > 0 ? [`dd bs=${BLOCK} count=${blocks} iflag=fullblock <&3`] : []),
    ...(rest > 0 ? [`dd bs=${rest} count=1 iflag=fullblock <&3`] : []),
  ].join(' && ');
  const feed = `if ${copies}; then read -r mw_x <&3 || kill -9 -$$; else head -c ${bytes} <&3; fi`;
  // By the time of the second kill the script may be over, and what it left running on purpose is not to be touched.
  const watch = '{ cat <&3; kill -0 $$ && kill -9 -$$; } >/dev/null &';
  const keep = bytes > PIPE_BYTES ? `tail -c ${bytes} 3<&- 4>&- |` : '';
  return [
    'exec 3<&0 4>&2 2>/dev/null',
    `{ ${feed}; exec >/dev/null; ${watch} } 4>&- | ${keep} ( exec "$@" ) 2>&4 3<&- 4>&-`,
    'mw_c=$?',
  ];
}

const BLOCK = 65_536;
const PIPE_BYTES = 4096;
