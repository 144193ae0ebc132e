export {
  type ClusterPod,
  type ClusterPodOptions,
  type ClusterUserOptions,
  type IsolatedCluster,
  type IsolatedClusterOptions,
  isolatedCluster,
} from './cluster/isolated-cluster.js';
export { type DebianImageOptions, debianImage } from './debian-image.js';
export { dockerEngine } from './docker-engine.js';
export type { DockerEngine, DockerEngineOptions } from './docker-engine-types.js';
export { type IsolatedTmux, type IsolatedTmuxOptions, isolatedTmux } from './isolated-tmux.js';
export type { ScratchImageKind } from './root-file-system.js';
export { type SandboxImage, sandboxImage } from './sandbox-image.js';
export {
  type ScratchContainer,
  type ScratchContainerOptions,
  scratchContainer,
} from './scratch-container.js';
export { type ScratchImageOptions, scratchImage } from './scratch-image.js';
export { type ScratchSshd, scratchSshd } from './scratch-sshd.js';
export type { ScratchSshdOptions } from './scratch-sshd-files.js';
export { type ScriptStep, scriptedProgram } from './scripted-program.js';
