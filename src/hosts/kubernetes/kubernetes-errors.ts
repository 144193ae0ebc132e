import { MuxError } from '../../model/index.js';
import type { ClusterEndpoint } from './cluster-endpoint.js';

/** A refusal of the API server, as it came; never leaves this folder. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What the document of a pod says about it, as far as errors need it. */
export interface PodState {
  readonly metadata?: { readonly deletionTimestamp?: string };
  readonly spec?: {
    readonly containers?: readonly NamedContainer[];
    readonly ephemeralContainers?: readonly NamedContainer[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly reason?: string;
    readonly message?: string;
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly message?: string;
    }[];
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly ephemeralContainerStatuses?: readonly ContainerStatus[];
  };
}

interface NamedContainer {
  readonly name: string;
}

interface ContainerStatus {
  readonly name: string;
  readonly state?: {
    readonly running?: object;
    readonly waiting?: { readonly reason?: string; readonly message?: string };
    readonly terminated?: { readonly reason?: string; readonly exitCode?: number };
  };
}

/** No API server could be spoken to. `cause` is what the socket said. */
export function clusterUnreachable(endpoint: ClusterEndpoint, cause: NodeJS.ErrnoException): MuxError {
  const { url, source } = endpoint;
  const [why, suggestion] = whyUnreachable(cause);
  return new MuxError('CLUSTER_UNREACHABLE', `The API server at ${url} (from ${source}) ${why}.`, {
    suggestion,
    details: { server: url, source, errno: cause.code },
    cause,
  });
}

function whyUnreachable(cause: NodeJS.ErrnoException): [why: string, suggestion: string] {
  const code = cause.code ?? '';
  if (code === 'ECONNREFUSED') {
    return [
      'refused the connection',
      'Check that the cluster runs, and the server of the kubeconfig (kubectl cluster-info).',
    ];
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return [
      'has a name that cannot be resolved',
      'Check the server of the kubeconfig, and the VPN if it needs one.',
    ];
  }
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return ['closed the connection', 'Check whether the API server or a proxy in front of it was restarted.'];
  }
  if (code === 'ABORT_ERR' || code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') {
    return ['does not answer', 'Check the network to the cluster, and the VPN if it needs one.'];
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) {
    return [
      `shows a certificate that is not trusted: ${cause.message}`,
      'Check certificate-authority-data and tls-server-name in the kubeconfig.',
    ];
  }
  return [`cannot be reached: ${cause.message}`, 'Check the cluster with kubectl cluster-info.'];
}

/** The server knows the caller, and does not allow the request. */
export function forbidden(refusal: ApiRefusal, server: string, namespace: string): MuxError {
  const options = { details: { server, namespace, status: refusal.status }, cause: refusal };
  if (refusal.status === 401) {
    return new MuxError('CLUSTER_FORBIDDEN', `The API server at ${server} does not accept the credentials.`, {
      ...options,
      suggestion: 'Renew the credentials of the kubeconfig (kubectl get pods fails in the same way).',
    });
  }
  const [, user, verb, resource] =
    /User "([^"]*)" cannot (\S+) resource "([^"]*)"/.exec(refusal.message) ?? [];
  if (user === undefined) {
    return new MuxError(
      'CLUSTER_FORBIDDEN',
      `The API server at ${server} refused: ${refusal.message}.`,
      options,
    );
  }
  return new MuxError(
    'CLUSTER_FORBIDDEN',
    `The user '${user}' may not ${verb} ${resource} in the namespace '${namespace}'.`,
    {
      ...options,
      suggestion: `Allow the verb '${verb}' on the resource '${resource}' in a Role of the namespace '${namespace}'.`,
      details: { ...options.details, user, verb, resource },
    },
  );
}

export function podNotFound(namespace: string, pod: string, others: readonly string[]): MuxError {
  const some = others.slice(0, 5).join(', ') + (others.length > 5 ? ` and ${others.length - 5} more` : '');
  const known = others.length > 0 ? ` Pods of the namespace: ${some}.` : '';
  return new MuxError('POD_NOT_FOUND', `Pod not found: '${pod}' in the namespace '${namespace}'.${known}`, {
    suggestion: `Check the name with kubectl get pods -n ${namespace}.`,
    details: { namespace, pod, others },
  });
}

/** What is wrong with a pod, or with one of its containers; `undefined` where it runs. */
export function podProblem(
  namespace: string,
  pod: string,
  container: string | undefined,
  state: PodState,
): MuxError | undefined {
  const { spec, status } = state;
  const names = [...(spec?.containers ?? []), ...(spec?.ephemeralContainers ?? [])].map(({ name }) => name);
  const details = { namespace, pod, container, phase: status?.phase, reason: status?.reason };
  if (container !== undefined && !names.includes(container)) {
    return new MuxError(
      'CONTAINER_NOT_FOUND',
      `The pod '${pod}' has no container '${container}'. Its containers: ${names.join(', ')}.`,
      { suggestion: `Use k8s://${namespace}/${pod}/${names[0] ?? ''}.`, details },
    );
  }
  const ended = endOf(state);
  if (ended !== undefined) {
    return new MuxError('POD_ENDED', `The pod '${pod}' ${ended}.`, {
      suggestion: `See kubectl describe pod -n ${namespace} ${pod}. A pod does not start again: use the one that replaced it.`,
      details,
    });
  }
  const all = [...(status?.containerStatuses ?? []), ...(status?.ephemeralContainerStatuses ?? [])];
  const chosen = container ?? names[0];
  const found = all.find(({ name }) => name === chosen)?.state;
  if (found?.terminated) {
    const { reason = 'ended', exitCode } = found.terminated;
    return new MuxError(
      'POD_ENDED',
      `The container '${chosen}' of the pod '${pod}' has ended (${reason}, exit code ${exitCode}).`,
      { suggestion: `See kubectl logs -n ${namespace} ${pod} -c ${chosen}.`, details },
    );
  }
  if (found?.running) {
    return container === undefined && names.length > 1 ? severalContainers(namespace, pod, names) : undefined;
  }
  const { reason = status?.phase ?? 'Unknown', message } = found?.waiting ?? {};
  const more = message ?? status?.conditions?.find((one) => one.status === 'False' && one.message)?.message;
  return new MuxError(
    'POD_NOT_READY',
    `The pod '${pod}' is not ready: its container '${chosen}' waits (${reason})${more ? `: ${more}` : ''}.`,
    {
      suggestion: `Wait for it: kubectl wait -n ${namespace} --for=condition=Ready pod/${pod}. Why it waits: kubectl describe pod.`,
      details: { ...details, waiting: reason },
    },
  );
}

function severalContainers(namespace: string, pod: string, names: readonly string[]): MuxError {
  return new MuxError(
    'CONTAINER_NOT_FOUND',
    `The pod '${pod}' has several containers, and the address names none of them: ${names.join(', ')}.`,
    {
      suggestion: `Use k8s://${namespace}/${pod}/${names[0]}.`,
      details: { namespace, pod, containers: names },
    },
  );
}

function endOf({ metadata, status }: PodState): string | undefined {
  if (status?.reason === 'Evicted')
    return `was evicted${status.message ? `: ${withoutDot(status.message)}` : ''}`;
  if (status?.phase === 'Failed') return `has failed${status.reason ? ` (${status.reason})` : ''}`;
  if (status?.phase === 'Succeeded') return 'has ended';
  return metadata?.deletionTimestamp === undefined ? undefined : 'is being deleted';
}

function withoutDot(text: string): string {
  return text.trim().replace(/\.$/, '');
}

export function programNotFound(program: string, place: string): MuxError {
  return new MuxError('PROGRAM_NOT_FOUND', `There is no program '${program}' on ${place}.`, {
    suggestion: 'Install it in the image, or check the PATH of the container.',
    details: { program },
  });
}

export function connectionLost(program: string, place: string, cause?: unknown): MuxError {
  return new MuxError('CONNECTION_LOST', `The stream of '${program}' on ${place} broke off.`, {
    suggestion: 'Check whether the API server, a proxy or the node of the pod was restarted.',
    details: { program },
    cause,
  });
}
