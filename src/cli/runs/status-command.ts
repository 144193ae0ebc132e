import { byKind } from '../by-kind.js';
import type { Execute } from '../command.js';

/** `mux status`: of a run or of a worker. */
export const statusCommand: Execute = byKind('TARGET', {
  worker: async (args, output) => (await import('../workers/worker-executors.js')).status(args, output),
  run: async (args, output) => (await import('./run-executors.js')).status(args, output),
  other: async (args, output) => (await import('./run-executors.js')).status(args, output),
});
