import { parseHostAddress, shellQuote } from '../../model/index.js';

/** What a person types to start a detached session on a host, without muxwright. */
export function newSessionCommand(host: string, session: string): string {
  const address = parseHostAddress(host);
  const socket = address.socket === undefined ? [] : ['-L', address.socket];
  const tmux = ['tmux', ...socket, 'new-session', '-d', '-s', session];
  switch (address.kind) {
    case 'local':
      return tmux.map(shellQuote).join(' ');
    case 'docker':
      return ['docker', 'exec', address.container, ...tmux].map(shellQuote).join(' ');
    case 'ssh': {
      const port = address.port === undefined ? [] : ['-p', String(address.port)];
      const machine = address.user === undefined ? address.hostname : `${address.user}@${address.hostname}`;
      // ssh joins its words for a second shell.
      const remote = tmux.map(shellQuote).map(shellQuote);
      return [...['ssh', ...port, machine].map(shellQuote), ...remote].join(' ');
    }
    case 'k8s': {
      const container = address.container === undefined ? [] : ['-c', address.container];
      const words = ['kubectl', 'exec', '-n', address.namespace, address.pod, ...container, '--', ...tmux];
      return words.map(shellQuote).join(' ');
    }
  }
}
