import { Deadline, MuxError } from '../model/index.js';
import { checkRun } from '../runs/index.js';
import type { WorkerRecord } from '../store/index.js';
import { checkSpawn } from './check-input.js';
import { claimWorker, giveBack } from './claim.js';
import { type FoundWorker, findWorker } from './find-worker.js';
import { endShell, killWorker } from './kill-worker.js';
import { openRecipe, type Recipe, sealRecipe, shownRecipe } from './recipe.js';
import { startClaimed } from './spawn-worker.js';
import { workerRunning } from './worker-errors.js';
import type { WorkerServices } from './worker-services.js';
import type { ReadyWait } from './workers-options.js';
import { restoreWorktree } from './worktree/add-worktree.js';

export interface RespawnOptions {
  /** End it first where it runs, also what a person runs in the shell that stayed in its window. */
  readonly force?: boolean;
  /** Another command, from now on. */
  readonly command?: string | readonly string[];
  /** Other variables, in the place of all those before. */
  readonly env?: Readonly<Record<string, string>>;
  readonly readyWait?: boolean | ReadyWait;
  /** Gives up, while it is being started or waited for. */
  readonly signal?: AbortSignal;
}

/**
 * Starts a worker again that has stopped: the same command, variables, folder, tags and worktree. Fails with
 * `WORKER_RUNNING` for one that has not stopped.
 */
export async function respawnWorker(
  services: WorkerServices,
  name: string,
  options: RespawnOptions = {},
): Promise<FoundWorker> {
  checkRespawn(options);
  const { signal } = options;
  using deadline = new Deadline({ what: `Starting '${name}' again`, ...(signal && { signal }) });
  let found = await deadline.race(findWorker(services, name));
  const recipe = await recipeFor(services, found.record, options);
  if (found.worker.state === 'running' && options.force) {
    await killWorker(services, name);
    found = await findWorker(services, name);
  }
  const { worker, record } = found;
  if (worker.state !== 'stopped') throw workerRunning(worker, 'respawned');
  const tmux = await deadline.race(services.tmux(record.host));
  const claimed = await claimWorker(services, record, 'respawned', {
    state: 'starting',
    startedAt: services.clock(),
    respawns: record.respawns + 1,
    command: shownRecipe(recipe),
    recipe: await sealRecipe(services.store.vault, name, recipe),
    envNames: Object.keys(recipe.options.env ?? {}),
  });
  try {
    // It has the name of the window that is wanted.
    await endShell(services, found, 'respawned', options);
    if (record.worktree) await restoreWorktree(tmux.host, record.worktree);
    if (deadline.error) throw deadline.error;
    return await startClaimed(services, tmux, claimed, recipe, options);
  } catch (error) {
    await giveBack(services, claimed, record);
    throw error;
  }
}

/** Not everybody who calls has a compiler. */
function checkRespawn(options: RespawnOptions): void {
  const { command = 'the one before', ...rest } = options;
  checkSpawn(command, rest);
}

async function recipeFor(
  services: WorkerServices,
  record: WorkerRecord,
  { command, env }: RespawnOptions,
): Promise<Recipe> {
  const known =
    record.recipe === undefined
      ? undefined
      : await openRecipe(services.store.vault, record.name, record.recipe).catch((error: unknown) => {
          // Who says how to start it needs nothing of what was sealed.
          if (command === undefined) throw error;
          return undefined;
        });
  const given = command ?? (known?.command || undefined);
  if (given === undefined) {
    throw new MuxError(
      'INVALID_ARGUMENT',
      `How worker '${record.name}' is started is not known here: it was found by its window.`,
      { suggestion: 'Give the command again.', details: { name: record.name } },
    );
  }
  const recipe = { command: given, options: { ...known?.options, ...(env && { env }) } };
  checkRun(recipe.command, recipe.options);
  return recipe;
}
