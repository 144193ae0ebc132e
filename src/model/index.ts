export { atMost } from './at-most.js';
export { Coalesced } from './coalesced.js';
export { commandTitle, programTitle } from './command-title.js';
export { abortedError, type CallOptions, Deadline, type DeadlineOptions, timeoutError } from './deadline.js';
export { type Deferred, deferred } from './deferred.js';
export { parseDuration } from './duration.js';
export { durationText } from './duration-text.js';
export { type EitherSignal, eitherSignal } from './either-signal.js';
export { isElsewhere, machineOf, onMachine } from './elsewhere.js';
export { type ErrorCode, errorCatalogue } from './error-catalogue.js';
export { homeFolder } from './home-folder.js';
export {
  type DockerAddress,
  formatHostAddress,
  type HostAddress,
  type KubernetesAddress,
  type LocalAddress,
  parseHostAddress,
  type SshAddress,
} from './host-address.js';
export { httpStatus } from './http-status.js';
export { KeyedMutex } from './keyed-mutex.js';
export { loadModule } from './load-module.js';
export { makeFolders } from './make-folders.js';
export { isMuxError, MuxError, type MuxErrorOptions } from './mux-error.js';
export type { NamedOperation } from './named-operations.js';
export { didYouMean, nearestName } from './nearest-name.js';
export { onAbort } from './on-abort.js';
export { requireOwnFolder } from './own-folder.js';
export { isOwnSecret, ownSecretNames } from './own-secrets.js';
export { PatientTimer } from './patient-timer.js';
export { callOf, type FieldValue, field, type OperationCall, Phrase, phrase, type Words } from './phrase.js';
export { redactedError } from './redacted-error.js';
export { openRegularFile, readRegularFile } from './regular-file.js';
export { operationReports, type Report, storeReports, tmuxReports } from './report-channel.js';
export { isSamePrompt } from './same-prompt.js';
export { Semaphore } from './semaphore.js';
export { shellQuote } from './shell-quote.js';
export { shownText } from './shown-text.js';
export { agentState, runState, type StateLabel, workerState } from './states.js';
export { tooDeepLine } from './yaml-nesting.js';
