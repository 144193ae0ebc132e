/** How hosts are reached, beyond what their address says. */
export interface HostOptions {
  /**
   * Deadline, in milliseconds, of calls that are given none of their own. A busy host wants more.
   * @default 5000
   */
  readonly timeoutMs?: number;
  /**
   * Open connections do not keep this process running: the caller holds it during its calls.
   * @default false
   */
  readonly background?: boolean;
  readonly docker?: DockerOptions;
  readonly ssh?: SshOptions;
  readonly kubernetes?: KubernetesOptions;
}

export interface DockerOptions {
  /**
   * Where the engine listens: `unix:///run/docker.sock`, `tcp://127.0.0.1:2375`.
   * @default `DOCKER_HOST`, else the current Docker context, else `unix:///var/run/docker.sock`
   */
  readonly engine?: string;
  /** User (and group) that programs in the container run as, like `docker exec --user`. */
  readonly user?: string;
}

export interface SshOptions {
  /** An OpenSSH configuration file (`ssh -F`) instead of the user's own. */
  readonly configFile?: string;
  /**
   * The OpenSSH client.
   * @default 'ssh'
   */
  readonly command?: string;
  /**
   * Milliseconds to reach the machine.
   * @default 10000
   */
  readonly connectTimeoutMs?: number;
}

export interface KubernetesOptions {
  /**
   * A kubeconfig file.
   * @default the files of `KUBECONFIG`, else `~/.kube/config`, else the service account of the pod that this runs in
   */
  readonly kubeconfig?: string;
  /**
   * The context of the kubeconfig.
   * @default `MUXWRIGHT_KUBE_CONTEXT`, else the current context of the file
   */
  readonly context?: string;
  /**
   * Whether a command that the kubeconfig names may be run to get credentials.
   * @default `MUXWRIGHT_KUBE_COMMANDS` is `allow`
   */
  readonly allowCommands?: boolean;
}
