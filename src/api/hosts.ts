/** @experimental */
export {
  type DockerOptions,
  type FileEntry,
  type FileSlice,
  type Host,
  type HostFiles,
  type HostOptions,
  type HostStream,
  type OpenStreamOptions,
  openHost,
  type ProgramResult,
  type ReadFileOptions,
  type RunProgramOptions,
  type SshOptions,
  type StreamEnd,
  type WriteFileOptions,
} from '../hosts/index.js';
/** @experimental */
export {
  type DockerAddress,
  formatHostAddress,
  type KubernetesAddress,
  type LocalAddress,
  parseHostAddress,
  type SshAddress,
} from '../model/index.js';
