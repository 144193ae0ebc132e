import { Deadline, isMuxError, MuxError } from '../model/index.js';
import { checkRun } from '../runs/index.js';
import type { WorkerRecord } from '../store/index.js';
import { checkSessionName, type Tmux } from '../tmux/index.js';
import { checkSpawn } from './check-input.js';
import { checkProgram } from './check-program.js';
import { giveBack, newClaim } from './claim.js';
import { closeSession } from './close-session.js';
import { type FoundWorker, findWorker } from './find-worker.js';
import { launchWorker } from './launch-worker.js';
import { type Recipe, sealRecipe, shownRecipe } from './recipe.js';
import { adopt } from './survey-workers.js';
import { nameInUse } from './worker-errors.js';
import { checkTags, checkWorkerName } from './worker-name.js';
import { workerPanes } from './worker-panes.js';
import { placeOf } from './worker-place.js';
import type { WorkerServices } from './worker-services.js';
import type { SpawnOptions } from './workers-options.js';
import { addWorktree, checkWorktree } from './worktree/add-worktree.js';
import { removeWorktree } from './worktree/remove-worktree.js';

/**
 * Starts a worker: its name is taken first, so that of two processes one gets it; then it gets its worktree and its
 * window. Where one of these fails everything is as it was before.
 */
export async function spawnWorker(
  services: WorkerServices,
  name: string,
  command: string | readonly string[],
  options: SpawnOptions,
): Promise<FoundWorker> {
  checkWorkerName(name);
  checkSpawn(command, options);
  const { worktree, readyWait: _, signal, host, socket, session = services.session, ...rest } = options;
  const { cwd: _cwd, tags = [], ...recipeOptions } = rest;
  const wanted = worktree === true ? {} : worktree || undefined;
  checkSessionName(session);
  checkTags(tags);
  checkRun(command, rest);
  if (wanted) checkWorktree(wanted, services.config.worktreeFolder);
  using deadline = new Deadline({ what: `Spawning '${name}'`, ...(signal && { signal }) });
  const tmux = await deadline.race(services.tmux(placeOf(services, { host, socket })));
  const recipe = { command, options: recipeOptions };
  const record = await claimName(services, tmux, { name, session, recipe, options });
  const made: Undo = { tmux, record };
  try {
    if (wanted) await giveWorktree(services, made, wanted);
    if (deadline.error) throw deadline.error;
    return await startClaimed(services, tmux, made.record, recipe, options);
  } catch (error) {
    throw await undo(services, made, error);
  }
}

/** Starts the program of a worker whose name is ours, and writes that down. */
export async function startClaimed(
  services: WorkerServices,
  tmux: Tmux,
  record: WorkerRecord,
  recipe: Recipe,
  { readyWait }: Pick<SpawnOptions, 'readyWait'>,
): Promise<FoundWorker> {
  const run = await launchWorker(services, tmux, record, recipe);
  // A caller that waits until it is ready learns how it ended.
  if (!readyWait) await checkProgram(tmux, run, recipe, record.cwd);
  const { id: runId, paneId } = run;
  const started = { ...fresh, runId, paneId, startedAt: services.clock() };
  const { name, claim = '' } = record;
  try {
    if (!(await services.store.workers.update(name, started, { claim })))
      throw new MuxError('WORKER_NOT_FOUND', `Worker '${name}' was removed while it was being started.`);
  } catch (error) {
    await run.end();
    throw error;
  }
  return findWorker(services, name);
}

const fresh = { state: 'running', claim: undefined, exit: undefined, stoppedAt: undefined } as const;

interface Claim {
  readonly name: string;
  readonly session: string;
  readonly recipe: Recipe;
  readonly options: SpawnOptions;
}

async function claimName(services: WorkerServices, tmux: Tmux, claim: Claim): Promise<WorkerRecord> {
  const { name, session, recipe, options } = claim;
  const { workers, vault } = services.store;
  const stray = (await workerPanes(tmux)).find(
    ({ worker }) => worker.name === name && worker.owner === services.owner,
  );
  if (stray) await adopt(services, tmux, stray);
  const { socket = null, kind } = tmux.host.address;
  const env = recipe.options.env ?? {};
  const record = await workers.insert({
    name,
    host: tmux.place,
    tmux: { session, window: name, socket },
    command: shownRecipe(recipe),
    recipe: await sealRecipe(vault, name, recipe),
    envNames: Object.keys(env),
    cwd: options.cwd ?? (kind === 'local' ? process.cwd() : undefined),
    tags: options.tags ?? [],
    state: 'starting',
    claim: newClaim(await services.now(tmux.place)),
  });
  if (record) return record;
  throw nameInUse(name, (await findWorker(services, name)).worker);
}

/** What has happened so far. */
interface Undo {
  readonly tmux: Tmux;
  record: WorkerRecord;
}

async function giveWorktree(
  services: WorkerServices,
  made: Undo,
  options: Parameters<typeof addWorktree>[2],
): Promise<void> {
  const { name, cwd, claim = '' } = made.record;
  if (cwd === undefined) {
    throw new MuxError('INVALID_ARGUMENT', `Worker '${name}' is to get a worktree, but no cwd is given.`, {
      suggestion: 'Give the folder of a repository on the host as its cwd.',
    });
  }
  const request = { name, cwd, folder: services.config.worktreeFolder };
  const added = await addWorktree(made.tmux.host, request, options);
  made.record = { ...made.record, ...added };
  await services.store.workers.update(name, added, { claim });
}

/** Takes back what was made. Gives the error to tell, which says also what could not be taken back. */
async function undo(services: WorkerServices, { tmux, record }: Undo, error: unknown): Promise<unknown> {
  const { name, worktree, claim = '' } = record;
  // It may run after all: the next look finds it by its pane, or sees that it does not.
  if (isMuxError(error, 'CONNECTION_LOST')) {
    await giveBack(services, record);
    return error;
  }
  // What was started before something else failed goes on, and keeps its worktree.
  if ((await services.store.workers.get(name))?.claim !== claim) return error;
  const told = worktree ? await removeWorktree(tmux.host, worktree).then(() => error, stayed(error)) : error;
  await services.store.workers.remove(name, { claim });
  await closeSession(services, tmux, record).catch(() => {});
  return told;
}

/** The same error, with why a worktree is left. */
function stayed(error: unknown): (why: unknown) => unknown {
  return (why) => {
    if (!isMuxError(error) || !isMuxError(why)) return error;
    const message = `${error.message} Its worktree could not be taken back: ${why.message}`;
    return new MuxError(error.code, message, {
      suggestion: error.advice,
      details: error.details,
      cause: error,
    });
  };
}
