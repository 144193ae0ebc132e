export { CastEncoder, encodeHeader } from './cast/cast-encoder.js';
export type { CastEvent, CastFormat, CastHeader } from './cast/cast-event.js';
export { type OpenCast, openCast } from './cast/cast-file.js';
export { castHeader } from './cast/cast-header.js';
export { CastWriter } from './cast/cast-writer.js';
export { commitmentTo, exitNonceOf, isProof, newProof } from './end-proof.js';
export { FAULT_NAME_FUNCTION } from './fault-name.js';
export { type HostTools, hostTools } from './host-tools.js';
export { FILTER_SCRIPT } from './host-tools-script.js';
export type { LogEntry } from './log-lines.js';
export { type LogSlice, readLog } from './log-reader.js';
export { plainLine } from './plain-text.js';
export { readTail } from './read-tail.js';
export { recordHere } from './record-here.js';
export { recorderLimits } from './recorder-limits.js';
export { recorderPipe } from './recorder-pipe.js';
export { recorderProgram } from './recorder-program.js';
export type { RecorderSettings } from './recorder-settings.js';
export {
  type EndingTexts,
  parseEnding,
  type RunEnding,
  type RunFiles,
  readEnding,
  readEndingTexts,
} from './run-ending.js';
export { scrubFile, scrubFiles } from './scrub-files.js';
export { scrubLog } from './scrub-log.js';
export { type SentinelPiece, SentinelReader } from './sentinel.js';
export { SentinelFilter } from './sentinel-filter.js';
