import type { Operation } from '../operation.js';
import { recordingRemove, recordingStop } from './recording-end.js';
import { recordingImage } from './recording-image.js';
import { recordingGet, recordingList } from './recording-list.js';
import { recordingPrune } from './recording-prune.js';
import { recordingRead } from './recording-read.js';
import { recordingStart } from './recording-start.js';

export const recordingOperations: readonly Operation[] = [
  recordingStart,
  recordingStop,
  recordingList,
  recordingGet,
  recordingRead,
  recordingImage,
  recordingRemove,
  recordingPrune,
];
