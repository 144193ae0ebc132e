import type { HostAddress } from '../model/index.js';
import type { HostOptions } from './host-options.js';
import { anyShellWord } from './ssh/shell-quote.js';
import { destination, sshDefaults } from './ssh/ssh-arguments.js';

/**
 * The argv for a person's terminal that runs a program on a host, with that terminal as its own. Nothing is started.
 *
 * @example
 * terminalCommand(parseHostAddress('docker://sandbox'), ['tmux', 'attach']);
 * // ['docker', 'exec', '-it', 'sandbox', 'tmux', 'attach']
 */
export function terminalCommand(
  address: HostAddress,
  argv: readonly string[],
  options: HostOptions = {},
): string[] {
  switch (address.kind) {
    case 'local':
      return [...argv];
    case 'docker': {
      const { engine, user } = options.docker ?? {};
      return [
        'docker',
        ...(engine === undefined ? [] : ['--host', engine]),
        ...['exec', '-it'],
        ...(user === undefined ? [] : ['--user', user]),
        address.container,
        ...argv,
      ];
    }
    case 'ssh': {
      const { command = sshDefaults.command, configFile } = options.ssh ?? {};
      return [
        command,
        ...(configFile === undefined ? [] : ['-F', configFile]),
        '-t',
        ...destination(address),
        // It is the login shell there that takes the words apart again.
        argv.map(anyShellWord).join(' '),
      ];
    }
    case 'k8s': {
      const { kubeconfig, context = process.env.MUXWRIGHT_KUBE_CONTEXT } = options.kubernetes ?? {};
      return [
        'kubectl',
        ...(kubeconfig === undefined ? [] : ['--kubeconfig', kubeconfig]),
        ...(context ? ['--context', context] : []),
        ...['exec', '-it', '-n', address.namespace, address.pod],
        ...(address.container === undefined ? [] : ['-c', address.container]),
        '--',
        ...argv,
      ];
    }
  }
}
