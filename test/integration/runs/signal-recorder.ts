import type { OpenRuns } from './open-runs.js';

/**
 * Gives a signal to what reads the pipe of a run: all below the shell in its log folder whose command names the run,
 * and that shell, too, where that is wanted. Resolves with how many were reached.
 */
export async function signalRecorder(
  runs: OpenRuns,
  id: string,
  signal: 'KILL' | 'STOP' | 'CONT',
  options: { readonly keeper?: boolean } = {},
): Promise<number> {
  const args = [id, options.keeper ? 'keeper' : '', signal];
  const { stdout } = await runs.host.script(SCRIPT, args);
  return Number(stdout.toString());
}

// Processes have greater numbers than their parents, but for those that began anew: twice finds those, too.
const SCRIPT = `
keeper= filters= signal=$3
for d in /proc/[0-9]*; do
  c=$(tr '\\000' ' ' <"$d/cmdline" 2>/dev/null) || continue
  case $c in "sh -c umask 077; cd "*" $1.in"*) keeper="$keeper \${d#/proc/}" ;; esac
done
for d in /proc/[0-9]* /proc/[0-9]*; do
  read -r l 2>/dev/null <"$d/stat" || continue
  p=\${l%% *}; set -- "$1" "$2" \${l##*)}
  for k in $keeper $filters; do [ "$4" = "$k" ] && filters="$filters $p"; done
done
n=0
if [ -n "$2" ]; then for p in $keeper; do kill -s "$signal" "$p" && n=$((n+1)); done; fi
for p in $filters; do kill -s "$signal" "$p" 2>/dev/null && n=$((n+1)); done
echo $n`;
