import { inject } from 'vitest';

/** What the global setup gives to every test: an engine, and images that it has. */
export interface DockerContext {
  /** For the `engine` option: `unix:///tmp/mux-docker-x/s`. */
  readonly engine: string;
  readonly images: {
    /** bash, the usual commands, perl, ps, tmux. */
    readonly glibc: string;
    /** The busybox commands and tmux; no bash, no perl. */
    readonly busybox: string;
    /** As glibc, without tmux. */
    readonly noTmux: string;
  };
  /** Where things that are dear to make are kept from one test run to the next. */
  readonly cacheFolder: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    docker: DockerContext | { readonly unavailable: string };
  }
}

/** The engine for this test. Without Docker the test fails here, and says what is missing. */
export function dockerContext(): DockerContext {
  const docker = inject('docker');
  if ('unavailable' in docker) throw new Error(`This test needs Docker. ${docker.unavailable}`);
  return docker;
}
