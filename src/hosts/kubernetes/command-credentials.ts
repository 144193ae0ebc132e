import { MuxError } from '../../model/index.js';
import { runChild } from '../run-child.js';
import { spawnError } from '../spawn-error.js';
import type { ClusterEndpoint, Credentials } from './cluster-endpoint.js';
import type { KubeCommand } from './kubeconfig.js';

/**
 * Credentials from a command that the kubeconfig names, such as `aws eks get-token`. A kubeconfig that somebody else has
 * written could run anything so: nothing is run unless commands are allowed.
 */
export function commandCredentials(
  exec: KubeCommand,
  source: string,
  allowed: boolean,
): ClusterEndpoint['credentials'] {
  let kept: { readonly credentials: Credentials; readonly expiresAt: number } | undefined;
  return async () => {
    if (!allowed) throw commandRefused(exec, source);
    if (kept && kept.expiresAt > Date.now() + RENEW_BEFORE_MS) return kept.credentials;
    const status = await ask(exec, source);
    const expiresAt = status.expirationTimestamp
      ? Date.parse(status.expirationTimestamp)
      : Number.POSITIVE_INFINITY;
    const { token, clientCertificateData: cert, clientKeyData: key } = status;
    const credentials = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cert !== undefined && key !== undefined && { cert: Buffer.from(cert), key: Buffer.from(key) }),
    };
    kept = { credentials, expiresAt };
    return credentials;
  };
}

const RENEW_BEFORE_MS = 30_000;
/** It may ask a server far away. */
const COMMAND_MS = 60_000;

interface ExecStatus {
  readonly token?: string;
  readonly clientCertificateData?: string;
  readonly clientKeyData?: string;
  readonly expirationTimestamp?: string;
}

async function ask(exec: KubeCommand, source: string): Promise<ExecStatus> {
  const { command, args, apiVersion } = exec;
  const info = { kind: 'ExecCredential', apiVersion, spec: { interactive: false } };
  const env = { ...exec.env, KUBERNETES_EXEC_INFO: JSON.stringify(info) };
  const result = await runChild([command, ...args], { env, timeoutMs: COMMAND_MS }, (program) => (error) => {
    const failure = spawnError(program, 'this machine')(error);
    const suggestion = exec.installHint ?? failure.suggestion;
    return new MuxError(failure.code, failure.message, { suggestion, cause: failure });
  });
  const said = result.stderr.toString().trim().split('\n').at(-1) ?? '';
  if (result.code !== 0) {
    throw failed(exec, source, `ended with exit code ${result.code}${said ? `: ${said.slice(0, 200)}` : ''}`);
  }
  try {
    const { status } = JSON.parse(result.stdout.toString()) as { status?: ExecStatus };
    if (status?.token !== undefined || status?.clientCertificateData !== undefined) return status;
  } catch {
    // What it printed may be a secret, and is not repeated.
  }
  throw failed(exec, source, 'printed no ExecCredential with a token or a client certificate');
}

function failed(exec: KubeCommand, source: string, what: string): MuxError {
  return new MuxError(
    'CLUSTER_FORBIDDEN',
    `The command '${exec.command}', which ${source} names for credentials, ${what}.`,
    {
      suggestion: 'Run kubectl get pods: it runs the same command.',
      details: { command: exec.command },
    },
  );
}

function commandRefused(exec: KubeCommand, source: string): MuxError {
  return new MuxError(
    'KUBECONFIG_COMMAND_REFUSED',
    `The user of ${source} gets its credentials from the command '${exec.command}', and muxwright runs no command of a kubeconfig unless that is allowed.`,
    {
      suggestion: 'If you trust the file, set MUXWRIGHT_KUBE_COMMANDS=allow.',
      details: { command: exec.command, args: exec.args },
    },
  );
}
