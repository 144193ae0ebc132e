import { type HostAddress, shellQuote } from '../../model/index.js';

/** A terminal that stays after its test, and what to type to get at it. */
export interface HeldTerminal {
  readonly attach: string;
  readonly end: string;
}

/** The commands for a session of a server on a host. */
export function heldTerminal(address: HostAddress, socket: string, session: string): HeldTerminal {
  const tmux = ['tmux', '-L', socket];
  const folder = process.env.TMUX_TMPDIR;
  const local = folder && address.kind === 'local' ? [`TMUX_TMPDIR=${shellQuote(folder)}`] : [];
  const command = (words: readonly string[], isShown: boolean): string =>
    [...local, ...wayTo(address, isShown), ...[...tmux, ...words].map(shellQuote)].join(' ');
  return { attach: command(['attach', '-t', session], true), end: command(['kill-server'], false) };
}

function wayTo(address: HostAddress, isShown: boolean): string[] {
  if (address.kind === 'docker')
    return ['docker', 'exec', isShown ? '-it' : '-i', shellQuote(address.container)];
  if (address.kind === 'ssh') {
    const user = address.user === undefined ? '' : `${address.user}@`;
    const port = address.port === undefined ? [] : ['-p', String(address.port)];
    return ['ssh', ...(isShown ? ['-t'] : []), ...port, shellQuote(`${user}${address.hostname}`)];
  }
  if (address.kind === 'k8s') {
    const { namespace, pod, container } = address;
    const names = ['-n', namespace, pod, ...(container === undefined ? [] : ['-c', container])];
    return ['kubectl', 'exec', isShown ? '-it' : '-i', ...names.map(shellQuote), '--'];
  }
  return [];
}
