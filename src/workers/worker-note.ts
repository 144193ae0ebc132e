import type { WorkerWorktree } from '../store/index.js';
import { isTexts } from './check-input.js';

/** The pane option that says which worker a pane belongs to. */
export const WORKER_OPTION = '@muxwright_worker';

/** The option of a session that was made for workers: the state folder it was made for. */
export const WORKERS_OPTION = '@muxwright_workers';

/**
 * What a pane knows about its worker, so that a process with an empty store finds it again. No secrets, and no command
 * line that may hold some: everybody who can use the server can read it.
 */
export interface WorkerNote {
  readonly name: string;
  /** Hash of the state folder. */
  readonly owner: string;
  readonly createdAt: string;
  readonly tags: readonly string[];
  readonly cwd?: string | undefined;
  readonly envNames: readonly string[];
  readonly worktree?: WorkerWorktree | undefined;
}

/** Anybody who can use the server can write a note: what does not look like one of ours is none. */
export function parseWorkerNote(text: string): WorkerNote | undefined {
  try {
    const { name, owner, createdAt, tags, cwd, envNames, worktree } = JSON.parse(text) as WorkerNote;
    const sound =
      /^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/.test(name) &&
      /^[0-9a-f]{8}$/.test(owner) &&
      isTexts(tags) &&
      isTexts(envNames) &&
      typeof createdAt === 'string' &&
      !Number.isNaN(Date.parse(createdAt)) &&
      (cwd === undefined || isPath(cwd)) &&
      (worktree === undefined || isWorktree(worktree));
    if (!sound) return undefined;
    return { name, owner, createdAt, tags, cwd, envNames, worktree: worktree && only(worktree) };
  } catch {
    return undefined;
  }
}

/** What is handed to git when the worker is cleaned. */
function isWorktree({ path, repository, branch, ownsBranch }: WorkerWorktree): boolean {
  const isBranch =
    typeof branch === 'string' &&
    !branch.includes('@{') &&
    /^[^-\p{Cc}\s~^:?*[\\][^\p{Cc}\s~^:?*[\\]*$/u.test(branch);
  return isPath(path) && isPath(repository) && isBranch && typeof ownsBranch === 'boolean';
}

function isPath(value: unknown): boolean {
  return typeof value === 'string' && /^\/[^\0]*$/.test(value);
}

function only({ path, branch, repository, ownsBranch }: WorkerWorktree): WorkerWorktree {
  return { path, branch, repository, ownsBranch };
}
