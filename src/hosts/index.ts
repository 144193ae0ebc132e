export { EngineRefusal } from './docker/docker-errors.js';
export { EngineClient } from './docker/engine-client.js';
export { type EngineEndpoint, resolveEngineEndpoint } from './docker/engine-endpoint.js';
export { engineInfo } from './docker/engine-info.js';
export { exclusive } from './exclusive.js';
export { fileError } from './file-error.js';
export { isWanted, lock, tryLock } from './file-lock.js';
export type {
  FileEntry,
  FileSlice,
  Host,
  HostFiles,
  HostStream,
  OpenStreamOptions,
  ProgramResult,
  ReadFileOptions,
  RunProgramOptions,
  StreamEnd,
  WriteFileOptions,
} from './host.js';
export { guarded, type HostGuard, hostGuard } from './host-guard.js';
export type { DockerOptions, HostOptions, KubernetesOptions, SshOptions } from './host-options.js';
export { openHost } from './open-host.js';
export { openInBrowser } from './open-in-browser.js';
export { isThere, machineProcess } from './process-identity.js';
export { isAlive, isDescendant } from './process-tree.js';
export { runInTerminal } from './run-in-terminal.js';
export { terminalCommand } from './terminal-command.js';
export { judgeTerminal } from './waiting/judge-terminal.js';
export { probeTerminal } from './waiting/probe-terminal.js';
export { type ReaderState, readerState } from './waiting/reader-state.js';
export { sameActivity } from './waiting/same-activity.js';
export { stillWaits } from './waiting/still-waits.js';
export { type TerminalFacts, type TerminalVerdict, terminalDevice } from './waiting/terminal-facts.js';
export { untilRead } from './waiting/until-read.js';
