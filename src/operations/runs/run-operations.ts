import type { Operation } from '../operation.js';
import { runComplete } from './run-complete.js';
import { runEnd, runStop } from './run-end.js';
import { runFollow } from './run-follow.js';
import { runInput } from './run-input.js';
import { runList } from './run-list.js';
import { runMetrics } from './run-metrics.js';
import { runOutput } from './run-output.js';
import { runScrub } from './run-scrub.js';
import { runStart } from './run-start.js';
import { runExplain, runStatus } from './run-status.js';
import { runPrune, runRecover } from './run-upkeep.js';
import { runWait } from './run-wait.js';

export const runOperations: readonly Operation[] = [
  runComplete,
  runStart,
  runStatus,
  runExplain,
  runOutput,
  runInput,
  runWait,
  runStop,
  runEnd,
  runScrub,
  runList,
  runRecover,
  runPrune,
  runMetrics,
  runFollow,
];
