import { invoke } from '../invoke.js';
import type { OperationContext } from '../operation.js';
import { recordingStart } from '../recordings/recording-start.js';
import { runStart } from '../runs/run-start.js';
import { runWait } from '../runs/run-wait.js';
import { workerSpawn } from '../workers/worker-spawn.js';
import { workspaceOperations } from '../workspace/workspace-operations.js';
import { tourCommands, tourRun, tourWorker, tourWorkspace } from './tour-things.js';

/** One thing after the other that a tour starts, each with the words for who waits. */
export const tourSteps: readonly TourStep[] = [
  {
    step: 'Starting a worker',
    start: async ({ socket, context }) => {
      await invoke(workerSpawn, tourWorker(socket), context);
      return undefined;
    },
  },
  {
    step: 'Splitting a workspace',
    start: async ({ host, context }) => {
      await act('init', {}, host, context);
      await act('split', { direction: 'horizontal', title: 'requests' }, host, context);
      for (const [index, command] of tourCommands.entries())
        await act('send', { pane: `0.${index}`, command }, host, context);
      return undefined;
    },
  },
  {
    step: 'Starting a run that asks a question',
    start: async ({ host, context }) => {
      const { id } = await invoke(runStart, tourRun(host), context);
      await invoke(recordingStart, { target: id, title: 'The guided tour' }, context);
      // The person who is led to its question finds it there.
      await invoke(runWait, { run: id, host, until: 'prompt', timeoutMs: ASKS_MS }, context);
      return id;
    },
  },
];

/** On a machine that does much else. */
const ASKS_MS = 50_000;

export interface TourStep {
  readonly step: string;
  /** Gives the id of the run, where it starts it. */
  start(place: TourPlace): Promise<string | undefined>;
}

export interface TourPlace {
  readonly host: string;
  readonly socket: string;
  readonly context: OperationContext;
}

async function act(action: string, input: object, host: string, context: OperationContext): Promise<void> {
  const operation = workspaceOperations.find(({ name }) => name === `workspace.${action}`);
  if (operation?.kind === 'call') await invoke(operation, { ...tourWorkspace(host), ...input }, context);
}
