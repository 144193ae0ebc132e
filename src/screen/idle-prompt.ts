/**
 * Whether a prompt is that of a shell or of an interpreter which was started to be talked to: it takes whatever a person
 * wants next, and asks nothing. Both must fit, the command and the prompt: a debugger that a program has fallen into
 * waits for somebody.
 *
 * @param above the text above the prompt: a question may stand there, and only a mark where the answer goes
 *
 * @example
 * isIdlePrompt('python3 -q', '>>>', undefined); // true
 * isIdlePrompt('python3 setup.py', 'Name:', undefined); // false
 */
export function isIdlePrompt(command: string, prompt: string, above: string | undefined): boolean {
  if (prompt.length === 1 && /[?:]$/.test(above ?? '')) return false;
  return programsIn(command).some((program) => PROMPTS.get(program)?.test(prompt) === true);
}

/** Whether a line is that of a pager, which any command may show its output in: `:`, `(END)`, `--More--(12%)`. */
export function isPagerPrompt(prompt: string): boolean {
  return /^(?::|.*\(END\)|--More--.*|lines \d+-\d+.*)$/.test(prompt);
}

/** The words of a command that can be programs, without paths, versions and quotes: `docker exec -it db psql`. */
function programsIn(command: string): string[] {
  return command
    .split(/[\s'"]+/)
    .map((word) => /[^/]*$/.exec(word)?.[0].replace(/[\d.]+$/, '') ?? '')
    .filter((word) => word !== '');
}

/** `ada@box:~/src$`, `[ada@box src]$`, `bash-5.2#`, `~/src %`, `(venv) $`. */
const SHELL =
  /^(?:\([\w.-]+\) ?)?(?:[$#%❯➜]|\[?[\w.-]+@[\w.-]+[ :].*[$#%>❯]|[a-z]*sh-[\d.]+[$#]|[~/]\S* ?[$#%>❯])$/u;

const PROMPTS: ReadonlyMap<string, RegExp> = new Map(
  (
    [
      // And what ends in a shell somewhere else.
      ['sh bash dash ash zsh ksh fish busybox su sudo ssh mosh docker podman kubectl nsenter chroot', SHELL],
      ['python ipython bpython ptpython', /^(?:>>>|\.\.\.|In \[\d+\]:|\.\.\.:)$/],
      ['node nodejs bun deno', /^(?:>|\.\.\.|\|)$/],
      ['irb rails', /^irb\(.*[>*]$/],
      ['pry', /pry\(.*[>*]$/],
      ['php', /^php [>({'"]$/],
      ['lua luajit', /^>>?$/],
      ['R', /^[>+]$/],
      ['julia scala jshell ghci', /^(?:julia|scala|jshell|ghci|\s*\.\.\.|\s*\|)>?$/],
      ['erl', /^\d+>$/],
      ['iex', /^(?:iex|\.\.\.)\(\d+\)>$/],
      ['psql', /^\S+[-='"(*^!][#>]$/],
      ['mysql mariadb', /^(?:mysql|MariaDB \[.*\]|\s*[-'"`])>$/],
      ['sqlite', /^(?:sqlite|\s*\.\.\.)>$/],
      ['redis-cli mongosh mongo', /^[^?]*>$/],
      ['gdb lldb', /^\((?:gdb|lldb)\)$/],
      ['ftp sftp lftp', /^l?s?ftp.*>$/],
    ] as const
  ).flatMap(([programs, prompt]) => programs.split(' ').map((program) => [program, prompt] as const)),
);
