/** @experimental */
export {
  type CastEvent,
  type CastFormat,
  type CastHeader,
  type LogEntry,
  type OpenCast,
  openCast,
  plainLine,
} from '../recorder/index.js';
/** @experimental */
export {
  type CastMoment,
  type CastScreen,
  castScreen,
  type Recording,
  type RecordingEndReason,
  type RecordingResult,
  type RecordOptions,
  type RecordPaneOptions,
  recordPane,
} from '../runs/index.js';
