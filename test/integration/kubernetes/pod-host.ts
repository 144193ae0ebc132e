import { type Host, openHost } from '../../../src/hosts/index.js';
import {
  type ClusterPod,
  type ClusterPodOptions,
  type IsolatedCluster,
  isolatedCluster,
} from '../../../src/testing/cluster/isolated-cluster.js';
import { patience } from '../../patience.js';

/** A cluster with a pod, and a host that reaches it, for one test or a few. */
export interface PodHost extends AsyncDisposable {
  readonly cluster: IsolatedCluster;
  readonly pod: ClusterPod;
  readonly host: Host;
}

export async function podHost(
  streams: 'v5' | 'v4' = 'v5',
  options: ClusterPodOptions = {},
): Promise<PodHost> {
  const cluster = await isolatedCluster({ streams });
  const pod = await cluster.pod(options);
  const host = await openHost(pod.address, { ...cluster.options, ...patience });
  return {
    cluster,
    pod,
    host,
    async [Symbol.asyncDispose]() {
      await host.close();
      await cluster[Symbol.asyncDispose]();
    },
  };
}

/** The command lines of what runs in the pod, without the asking itself. */
export async function commandLines({ cluster, pod }: Pick<PodHost, 'cluster' | 'pod'>): Promise<string[]> {
  await using host = await openHost(pod.address, { ...cluster.options, ...patience });
  const script = `for p in /proc/[0-9]*; do
    [ "$p" = "/proc/$$" ] && continue
    read -r pid name state parent rest < "$p/stat" && [ "$parent" != "$$" ] && tr '\\000' ' ' < "$p/cmdline" && echo
  done 2>/dev/null`;
  const { stdout } = await host.run(['sh', '-c', script]);
  return stdout.toString().split('\n').slice(0, -1);
}

/** A program that never ends by itself, and what its command line has in it. */
export function endless(): { argv: string[]; line: string } {
  const seconds = String(100_000 + Math.floor(Math.random() * 900_000));
  return { argv: ['sleep', seconds], line: `sleep ${seconds} ` };
}
