export interface DockerEngineOptions {
  /**
   * Folder in which an engine of our own keeps images from one run to the next. Two at once get a part of it each, so
   * it is safe to share.
   * @default a folder that is removed with the engine
   */
  readonly cacheFolder?: string;
  /**
   * Start a separate engine even if one is running, for a test that stops or kills it.
   * @default false
   */
  readonly alwaysOwn?: boolean;
}

/** A Docker engine for tests. */
export interface DockerEngine extends AsyncDisposable {
  /** Where it listens, for the `engine` option of everything else: `unix:///tmp/mux-docker-x/s`. */
  readonly engine: string;
  /** Whether it was started for us; then it is also stopped with us. */
  readonly own: boolean;
  /** Stops an engine of our own, and its containers; leaves any other alone. */
  stop(): Promise<void>;
  /** Kills an engine of our own without a warning (SIGKILL), as a crash would. */
  crash(): Promise<void>;
  /** Starts an engine of our own again after `crash`. */
  restart(): Promise<void>;
}
