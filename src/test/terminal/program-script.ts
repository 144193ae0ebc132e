import { randomBytes } from 'node:crypto';
import { shellQuote } from '../../model/index.js';
import { testDefaults } from '../test-defaults.js';

export interface ProgramPlan {
  readonly command: readonly string[];
  /** Absolute, on the host (default: the home). */
  readonly cwd: string | undefined;
  /** An empty folder, which is made. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Stands in the environment of all that the program starts. */
  readonly mark: string;
}

export interface ProgramScript {
  /** For tmux. */
  readonly command: readonly string[];
  /** Says in the output of the pane what became of the program. */
  readonly nonce: string;
}

/**
 * The program as a pane starts it: with nothing in its environment but what every machine gives it alike. Its end is told
 * in the output, behind all that it has printed, and the pane stays as the program has left it.
 */
export function programScript(plan: ProgramPlan): ProgramScript {
  const nonce = randomBytes(12).toString('hex');
  const variables = Object.entries({ ...pinned(plan), ...plan.env }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const [program = ''] = plan.command;
  const words = [nonce, plan.home, plan.cwd ?? plan.home, program, ...variables, ...plan.command];
  return { command: ['sh', '-c', SCRIPT, 'sh', ...words], nonce };
}

function pinned({ home, mark }: ProgramPlan): Record<string, string> {
  return {
    HOME: home,
    TMPDIR: `${home}.tmp`,
    TERM: testDefaults.term,
    COLORTERM: 'truecolor',
    LANG: testDefaults.locale,
    LC_ALL: testDefaults.locale,
    TZ: testDefaults.timeZone,
    SHELL: '/bin/sh',
    MUXWRIGHT_TEST: mark,
  };
}

/** What does not change what a program shows, and what it cannot run without. */
const KEPT = ['PATH', 'USER', 'LOGNAME', 'LD_LIBRARY_PATH', 'NODE_V8_COVERAGE'];

// An interrupt at the terminal is for the program alone: this shell has to outlive it. What a trap catches is not ignored
// in the programs that the shell starts.
const SCRIPT = `say() { printf '\\030\\033]7770;test;%s;%s\\033\\\\' "$nonce" "$1"; }
end() { say "$1"; trap '' INT QUIT TSTP HUP; exec sleep 1000000000; }
nonce=$1 home=$2 cwd=$3 program=$4
shift 4
trap : INT QUIT TSTP
mkdir -p -m 700 -- "$home" "$home.tmp" || end no-home
cd -- "$cwd" 2>/dev/null || end no-folder
command -v -- "$program" >/dev/null 2>&1 || end no-program
for name in ${KEPT.join(' ')}; do
  eval "value=\\$$name"
  [ -z "$value" ] || set -- "$name=$value" "$@"
done
say start
# The shell would tell on the terminal by which signal the program was ended.
exec 3>&2 2>/dev/null
env -i PWD="$PWD" "$@" 2>&3 3>&-
code=$?
end "exit;$code"`;

/** The command as a person would type it. */
export function shownCommand(command: readonly string[]): string {
  return command.map(shellQuote).join(' ');
}
