import { posix } from 'node:path';
import type { Host } from '../../hosts/index.js';
import { MuxError } from '../../model/index.js';
import type { WorkerWorktree } from '../../store/index.js';
import { workersDefaults } from '../workers-defaults.js';
import { git, gitFailed, mustGit } from './git.js';
import { findRepository, listWorktrees, type Repository } from './repository.js';

export interface WorktreeOptions {
  /**
   * The branch. One that is named here may exist already, and is gone on with.
   * @default `mux/` and the name of the worker, which must be new
   */
  readonly branch?: string;
  /** Folder of the worktree, absolute; must not exist. */
  readonly path?: string;
  /**
   * What a new branch begins from.
   * @default 'HEAD'
   */
  readonly base?: string;
}

export interface AddedWorktree {
  readonly worktree: WorkerWorktree;
  /** The folder in it that corresponds to the one that was asked for. */
  readonly cwd: string;
}

/** Refuses what cannot be meant, before anything is made. */
export function checkWorktree(options: WorktreeOptions, folder: string | undefined): void {
  for (const [what, path] of Object.entries({ 'worktree.path': options.path, worktreeFolder: folder })) {
    if (path === undefined || (typeof path === 'string' && /^\/[^\0]*$/.test(path))) continue;
    throw new MuxError('INVALID_ARGUMENT', `${what} is ${JSON.stringify(path)}, and must be absolute.`, {
      suggestion: 'Give a path on the host that begins with a slash.',
    });
  }
  for (const what of ['branch', 'base'] as const) {
    const value: unknown = options[what];
    if (value === undefined || (typeof value === 'string' && /^[^\0]+$/.test(value))) continue;
    throw new MuxError('INVALID_ARGUMENT', `worktree.${what} is ${JSON.stringify(value)}.`, {
      suggestion: what === 'branch' ? "Use a name such as 'fix/login'." : "Use one such as 'main'.",
    });
  }
}

/**
 * Makes a worktree and a branch for a worker, on the worker's host. Fails with `NOT_A_REPOSITORY`, `BRANCH_IN_USE` or
 * `WORKTREE_FAILED`.
 *
 * @param folder where worktrees go; beside the repository without it
 */
export async function addWorktree(
  host: Host,
  request: { readonly name: string; readonly cwd: string; readonly folder: string | undefined },
  options: WorktreeOptions = {},
): Promise<AddedWorktree> {
  const { name, cwd, folder } = request;
  const repository = await findRepository(host, cwd);
  const branch = options.branch ?? `${workersDefaults.branchPrefix}${name}`;
  const exists = await checkBranch(host, repository, branch, options.branch !== undefined);
  const path = options.path ?? posix.join(folder ?? `${repository.root}-worktrees`, name);
  const what = `Making the worktree '${path}'`;
  const undo = exists ? undefined : await makeBranch(host, repository, branch, what, options.base);
  try {
    await mustGit(host, repository.root, ['worktree', 'add', '--quiet', '--', path, branch], what);
  } catch (error) {
    await undo?.();
    throw error;
  }
  const worktree = { path, branch, repository: repository.root, ownsBranch: !exists };
  return { worktree, cwd: await folderIn(host, path, repository.prefix) };
}

/**
 * Makes the branch by itself: then git says whether it is ours or somebody else's who made it just now. Gives what
 * takes it away again, where nobody has gone on with it.
 */
async function makeBranch(
  host: Host,
  { root }: Repository,
  branch: string,
  what: string,
  base = 'HEAD',
): Promise<() => Promise<void>> {
  const made = await git(host, root, ['branch', '--', branch, base]);
  if (/already exists/.test(made.complaint)) throw branchInUse(branch, 'already exists');
  if (made.code !== 0) throw gitFailed(root, ['branch', '--', branch, base], what, made);
  const { stdout: commit } = await git(host, root, ['rev-parse', '--verify', `refs/heads/${branch}`]);
  return async () => {
    // A hook that fails leaves a worktree; the one that is on our branch is ours.
    const left = (await listWorktrees(host, root)).find((one) => one.branch === branch);
    if (left) await git(host, root, ['worktree', 'remove', '--force', '--', left.path]);
    await git(host, root, ['update-ref', '-d', `refs/heads/${branch}`, commit]);
  };
}

/** Makes a worktree again whose folder somebody removed; the branch still has all that was committed. */
export async function restoreWorktree(host: Host, worktree: WorkerWorktree): Promise<void> {
  const { path, branch, repository } = worktree;
  const there = await host.script('[ -d "$1" ]', [path]);
  if (there.code === 0) return;
  // Only ours: the folders of others may be on a disk that is not there just now.
  await git(host, repository, ['worktree', 'remove', '--force', '--', path]);
  const add = ['worktree', 'add', '--quiet', '--', path, branch];
  await mustGit(host, repository, add, `Making the worktree '${path}' again`);
}

/** Whether the branch exists, and may be used. */
async function checkBranch(
  host: Host,
  repository: Repository,
  branch: string,
  isChosen: boolean,
): Promise<boolean> {
  // As a whole: alone git takes `@{-1}` for the branch that was checked out before.
  const format = await git(host, repository.root, ['check-ref-format', `refs/heads/${branch}`]);
  if (format.code !== 0 || /^-|^@$|^HEAD$|@\{/.test(branch)) {
    throw new MuxError('INVALID_NAME', `'${branch}' cannot name a branch.`, {
      suggestion: "Use a name such as 'fix/login'.",
      details: { branch },
    });
  }
  const elsewhere = repository.worktrees.find((one) => one.branch === branch);
  if (elsewhere) throw branchInUse(branch, `is checked out in '${elsewhere.path}'`);
  const ref = ['show-ref', '--verify', '--quiet', `refs/heads/${branch}`];
  const exists = (await git(host, repository.root, ref)).code === 0;
  if (exists && !isChosen)
    throw branchInUse(branch, 'already exists, perhaps with work of an earlier worker');
  return exists;
}

function branchInUse(branch: string, why: string): MuxError {
  return new MuxError('BRANCH_IN_USE', `The branch '${branch}' ${why}.`, {
    suggestion: `Name another branch; to continue with one that is checked out nowhere, name it ('${branch}'), or delete it: git branch -D ${branch}`,
    details: { branch },
  });
}

/** A folder that is not committed is not in a new worktree. */
async function folderIn(host: Host, path: string, prefix: string): Promise<string> {
  if (prefix === '') return path;
  const folder = posix.join(path, prefix);
  const { code } = await host.script('[ -d "$1" ]', [folder]);
  return code === 0 ? folder : path;
}
