import { homeFolder, isMuxError } from '../model/index.js';
import type { Run } from '../runs/index.js';
import type { WorkerRecord } from '../store/index.js';
import type { Tmux } from '../tmux/index.js';
import { findWindow } from './plain/find-window.js';
import type { Recipe } from './recipe.js';
import { nameInUse } from './worker-errors.js';
import { WORKER_OPTION, WORKERS_OPTION, type WorkerNote } from './worker-note.js';
import type { WorkerServices } from './worker-services.js';

/** How often the session may go, with its last window, before ours is in it. */
const MOST_TRIES = 5;

/** Starts the program of a worker, as a run in a window of its name. */
export async function launchWorker(
  services: WorkerServices,
  tmux: Tmux,
  record: WorkerRecord,
  { command, options }: Recipe,
): Promise<Run> {
  const { name, cwd, tags } = record;
  const { session } = record.tmux;
  const runs = await services.runs();
  for (let tries = 1; ; tries++) {
    // Not in the folder of this worker, which may go with its worktree: the session is for all of them.
    await tmux.ensureSession(session, {
      userOptions: { [WORKERS_OPTION]: services.owner },
      ...(tmux.host.address.kind === 'local' && { cwd: homeFolder() }),
    });
    if (await findWindow(tmux, session, name)) throw nameInUse(name, { window: `session '${session}'` });
    try {
      return await runs.start(command, {
        host: tmux,
        interactive: false,
        ...options,
        ...(cwd !== undefined && { cwd }),
        session,
        name,
        tags,
        paneOptions: { [WORKER_OPTION]: JSON.stringify(noteOf(services, record)) },
      });
    } catch (error) {
      // Whoever ended the last worker in it has ended the session, too.
      const isGone = isMuxError(error, 'SESSION_NOT_FOUND', 'WINDOW_NOT_FOUND', 'NO_SERVER');
      if (!isGone || tries === MOST_TRIES) throw error;
    }
  }
}

function noteOf({ owner }: WorkerServices, record: WorkerRecord): WorkerNote {
  const { name, createdAt, tags, cwd, envNames, worktree } = record;
  return { name, owner, createdAt: createdAt.toISOString(), tags, cwd, envNames, worktree };
}
