import type { Host } from '../hosts/index.js';
import type { Command } from './quote.js';

/**
 * Words to put before a tmux that may start a server. Under systemd a server that is started by a service belongs to its
 * cgroup: it shares its memory limits, and is killed with it where the service is killed as a whole. With
 * `MUXWRIGHT_TMUX_SCOPE=yes`, as in `deploy/muxwright.service`, it gets its own scope. Where no systemd answers, tmux
 * is started as ever.
 */
export function ownScope(host: Pick<Host, 'address'>, commands: readonly Command[]): readonly string[] {
  if (process.env.MUXWRIGHT_TMUX_SCOPE !== 'yes' || host.address.kind !== 'local') return [];
  return commands.some(([name]) => name === 'new-session') ? ['sh', '-c', SCRIPT, 'sh'] : [];
}

// A scope, and not a service: tmux answers on its own stdout, and has our environment. It is tried first with a program
// that does nothing, because afterwards nobody could tell whether it was systemd or tmux that failed.
const SCRIPT = `scope() { systemd-run --user --scope --quiet --collect --description='tmux, started by muxwright' -- "$@"; }
if scope true >/dev/null 2>&1; then scope "$@"; else exec "$@"; fi`;
