import type { Host } from '../hosts/index.js';
import type { CallOptions } from '../model/index.js';

export interface ForegroundProcess {
  readonly pid: number;
  readonly argv: readonly string[];
}

/**
 * The processes in the foreground of the terminals of panes, by the first process of each pane; one script for all. A
 * host without `/proc` gives none.
 */
export async function foregroundProcesses(
  host: Pick<Host, 'script'>,
  panePids: readonly number[],
  options: CallOptions = {},
): Promise<Map<number, ForegroundProcess[]>> {
  const { stdout } = await host.script(SCRIPT, panePids.map(String), options);
  return parseForeground(stdout, panePids);
}

/** The one of several that is a program of these names. */
export function findProgram(
  processes: readonly ForegroundProcess[],
  programs: readonly string[],
): ForegroundProcess | undefined {
  return processes.find(({ argv }) => {
    // Behind an interpreter, a shell or `env` stands what is really run, perhaps after options.
    const words = argv.slice(0, 1).concat(argv.slice(1, 6).filter((word) => !word.startsWith('-')));
    return words.slice(0, 3).some((word) => programs.some((program) => isProgram(word, program)));
  });
}

/** By its file name, or by the package that it is part of: `…/node_modules/@anthropic-ai/claude-code/cli.js`. */
function isProgram(word: string, program: string): boolean {
  const file = word.slice(word.lastIndexOf('/') + 1).replace(/\.(?:[cm]?js|py|sh|exe)$/, '');
  if (file === program) return true;
  const [, packageName = ''] = /^.*\/node_modules\/(?:@[^/]+\/)?([^/]+)\//s.exec(word) ?? [];
  return packageName === program || packageName.startsWith(`${program}-`);
}

/**
 * Goes down from the first processes of all panes at once, one generation after the other, and then gives the states
 * and command lines of all of them, each under its file's name: forks are what costs, and reading in the shell itself
 * costs more. A kernel without lists of children gives all processes.
 */
const SCRIPT = `LC_ALL=C; export LC_ALL
exec 2>/dev/null
all= now=$*
if [ -e "/proc/$1/task/$1/children" ]; then
  for generation in 1 2 3 4 5 6; do
    files=
    for pid in $now; do
      all="$all $pid" files="$files /proc/$pid/task/$pid/children"
    done
    [ -n "$files" ] || break
    now=$(cat $files)
  done
else
  for folder in /proc/[0-9]*; do all="$all \${folder#/proc/}"; done
fi
files=
for pid in $all; do files="$files /proc/$pid/stat /proc/$pid/cmdline"; done
tail -v -n +1 $files
exit 0`;

interface Stat {
  readonly group: number;
  readonly terminal: number;
  /** The group in the foreground of its terminal. */
  readonly foreground: number;
}

function parseForeground(output: Buffer, panePids: readonly number[]): Map<number, ForegroundProcess[]> {
  const stats = new Map<number, Stat>();
  const argvs = new Map<number, readonly string[]>();
  for (const file of output.toString().split('==> /proc/').slice(1)) {
    const [, pid, name, content = ''] = /^(\d+)\/(stat|cmdline) <==\n(.*)$/s.exec(file) ?? [];
    if (name === 'stat') stats.set(Number(pid), parseStat(content));
    else argvs.set(Number(pid), parseArgv(content));
  }
  const members = [...stats].filter(([, { group, foreground }]) => group === foreground);
  const panes = panePids.map((panePid): [number, ForegroundProcess[]] => {
    const terminal = stats.get(panePid)?.terminal ?? 0;
    const here = members.filter(([, stat]) => terminal !== 0 && stat.terminal === terminal);
    const processes = here.map(([pid]) => ({ pid, argv: argvs.get(pid) ?? [] }));
    return [panePid, processes.filter(({ argv }) => argv.length > 0)];
  });
  return new Map(panes);
}

/** Behind the name, which may hold anything, there are only numbers. */
function parseStat(content: string): Stat {
  const [, , group, , terminal, foreground] = content.slice(content.lastIndexOf(') ') + 2).split(' ');
  return { group: Number(group), terminal: Number(terminal), foreground: Number(foreground) };
}

/** A program that sets its own title leaves one text, and nothing or a lot behind it. */
function parseArgv(content: string): readonly string[] {
  const text = content.replace(/\n$/, '').replace(/\0+$/, '');
  return text === '' ? [] : text.split('\0');
}
