import { fileURLToPath } from 'node:url';

const context = fileURLToPath(new URL('../../images/sandbox', import.meta.url));

/**
 * The definition of the sandbox image that is part of the package: Debian with tmux, set up for a workspace.
 *
 * @example
 * execFileSync('docker', ['build', '-t', 'sandbox', sandboxImage.context]);
 */
export const sandboxImage: SandboxImage = Object.freeze({ dockerfile: `${context}/Dockerfile`, context });

export interface SandboxImage {
  /** Absolute path of the Dockerfile. */
  readonly dockerfile: string;
  /** Absolute path of the folder to build in. */
  readonly context: string;
}
