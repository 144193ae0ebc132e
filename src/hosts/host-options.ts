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
