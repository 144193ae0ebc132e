import { shellQuote } from '../model/index.js';
import type { FilterTool } from './host-tools.js';
import type { RecorderSettings } from './recorder-settings.js';

/**
 * The shell command for `pipe-pane` that reads the program from the FIFO `ID.in` and runs it on the output of the
 * pane. A killed filter is restarted; one that cannot run is abandoned and leaves `ID.fault`.
 *
 * The program may contain secrets, so it goes from the FIFO through a variable of the shell, which is not part of
 * the environment, into a pipe: it is in no file and in no list of processes. When nothing of it is left in the
 * FIFO, the wrapper is notified by the FIFO `ID.go`, and starts the command.
 */
export function recorderPipe(
  tool: FilterTool,
  { id, folder }: Pick<RecorderSettings, 'id' | 'folder'>,
  programBytes: number,
  options: { readonly again?: boolean } = {},
): string {
  const filter = tool.dialect === 'perl' ? PERL : awk(tool);
  return `umask 077; cd ${shellQuote(folder)} || exit 1
${PREPARE}${options.again ? '; a=again' : ''}
[ -p ${id}.in ] || mkfifo ${id}.in 2>/dev/null
p=$($t head -c ${programBytes} <>${id}.in)
[ ! -p ${id}.go ] || echo 1<>${id}.go
rm -f ${id}.in
[ -n "$p" ] || exit 1
exec 3<&0 </dev/null; { command : >>${id}.log; } 2>/dev/null
until printf '%s\\n' "$p" | { exec 4<&0 </dev/null; ${filter}; }; do
a=again; i=$((i+1))
[ $i -lt 3 ] || sleep 1
[ $i -lt 20 ] || { printf FILTER >${id}.fault; exit 1; }
done`;
}

// The variables of the server's environment are no business of the filter, and an exported p would show the program.
// Where the wrapper died before it gave its program, nobody would end the wait.
const PREPARE = `unset p a i t PERL5OPT PERL5LIB PERL_UNICODE POSIXLY_CORRECT; export LC_ALL=C; i=0
command -v timeout >/dev/null && t='timeout 60'`;

const PERL = 'exec perl /dev/fd/4 $a <&3 3<&-';

function awk({ command, flavour }: Extract<FilterTool, { dialect: 'awk' }>): string {
  const zeroes = /^[mg]awk$/.test(flavour ?? command) ? '1' : '';
  return `exec ${command} -v zeroes=${zeroes} -v "again=$a" -f /dev/fd/4 <&3 3<&-`;
}
