import type { Host } from '../../../hosts/index.js';
import { MuxError } from '../../../model/index.js';
import { FILTER_SCRIPT } from '../../../recorder/index.js';

/** What a host has for runs, beside tmux. */
export interface HostFacts {
  /** The command that the recorder runs in; empty where there is neither perl nor awk. */
  readonly filter: string;
  /** Why no program can get a terminal; empty where one can. */
  readonly noTerminal: string;
}

/** Looks at a host, and changes nothing. The script needs nothing but `sh`. */
export async function inspectHost(host: Host): Promise<HostFacts> {
  const { stdout } = await host.script(SCRIPT, [], { timeoutMs: 60_000 });
  const [filter, noTerminal, end] = stdout.toString().split('\0');
  if (filter === undefined || noTerminal === undefined || end !== 'end') {
    throw new MuxError('PROTOCOL_ERROR', 'The host did not report its tools for runs.', {
      suggestion: 'Check that sh works on the host.',
    });
  }
  return { filter, noTerminal };
}

/**
 * A pseudo-terminal is made by opening `/dev/ptmx`; on Linux its other end is then in `/dev/pts`. Others come and go there
 * at any time, so what looks unchanged is looked at again.
 */
const SCRIPT = `${FILTER_SCRIPT}
terminal() {
  [ -c /dev/ptmx ] || { echo 'There is no /dev/ptmx.'; return; }
  ( exec 3<>/dev/ptmx ) 2>/dev/null || { echo '/dev/ptmx cannot be opened.'; return; }
  [ -d /proc/self ] || return
  for look in 1 2 3 4 5; do
    before=$(echo /dev/pts/*)
    [ "$before" = "$(exec 3<>/dev/ptmx; echo /dev/pts/*)" ] || return
  done
  echo 'New pseudo-terminals do not appear in /dev/pts.'
}
printf '%s\\000' "$filter" "$(terminal)" end
`;
