import { type HostAddress, loadModule, parseHostAddress } from '../model/index.js';
import type { Host } from './host.js';
import { hostGuard } from './host-guard.js';
import type { HostOptions } from './host-options.js';
import { LocalHost } from './local-host.js';

/**
 * Opens a host by its address. Nothing is contacted yet: the first call does that. The code for containers, pods and SSH
 * is loaded only where it is needed. A caller that may not use the host is refused here, before anything is contacted.
 *
 * @example
 * await using host = await openHost('ssh://me@build-box');
 * const { stdout } = await host.run(['uname', '-a']);
 */
export async function openHost(address: string | HostAddress, options: HostOptions = {}): Promise<Host> {
  const parsed = typeof address === 'string' ? parseHostAddress(address) : address;
  await hostGuard()?.(parsed);
  switch (parsed.kind) {
    case 'local':
      return new LocalHost(parsed, options);
    case 'docker': {
      const { DockerHost } = await loadModule(() => import('./docker/docker-host.js'));
      return new DockerHost(parsed, options);
    }
    case 'ssh': {
      const { SshHost } = await loadModule(() => import('./ssh/ssh-host.js'));
      return new SshHost(parsed, options);
    }
    case 'k8s': {
      const { KubernetesHost } = await loadModule(() => import('./kubernetes/kubernetes-host.js'));
      return new KubernetesHost(parsed, options);
    }
  }
}
