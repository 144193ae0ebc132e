import type { Host } from '../../hosts/index.js';
import { MuxError } from '../../model/index.js';
import type { WorkerWorktree } from '../../store/index.js';
import { git, mustGit } from './git.js';
import { inspectWorktree, type WorktreeWork, workText } from './inspect-worktree.js';

export interface RemovedWorktree {
  readonly path: string;
  /** The branch that still has the worker's commits; `undefined` where it had none of its own. */
  readonly keptBranch?: string;
}

/**
 * Removes a worktree that has nothing which is not elsewhere, and its branch. Fails with `WORKTREE_NOT_CLEAN`, which
 * says what is there. With `force` uncommitted changes go; commits stay on their branch all the same.
 */
export async function removeWorktree(
  host: Host,
  worktree: WorkerWorktree,
  options: { readonly force?: boolean } = {},
): Promise<RemovedWorktree> {
  const { path, repository } = worktree;
  const { code } = await host.script('[ -d "$1" ]', [path]);
  if (code !== 0) {
    // Only ours: the folders of others may be on a disk that is not there just now.
    await git(host, repository, ['worktree', 'remove', '--force', '--', path]);
    return { path, ...(await removeBranch(host, worktree)) };
  }
  const work = await inspectWorktree(host, worktree);
  if (!options.force && work.changes.length + work.commits.length > 0) throw notClean(worktree, work);
  const saved = work.detached && work.commits.length > 0 ? await saveDetached(host, worktree) : undefined;
  const force = options.force ? ['--force'] : [];
  await mustGit(
    host,
    repository,
    ['worktree', 'remove', ...force, '--', path],
    `Removing the worktree '${path}'`,
  );
  const kept = await removeBranch(host, worktree);
  return { path, ...kept, ...(saved && { keptBranch: saved }) };
}

function notClean({ path, branch }: WorkerWorktree, work: WorktreeWork): MuxError {
  return new MuxError('WORKTREE_NOT_CLEAN', `The worktree '${path}' has ${workText(work)}.`, {
    suggestion: `Commit and push or merge what is there (branch '${branch}'), or force its removal: commits stay on their branch then, uncommitted changes go.`,
    details: { path, branch, ...work },
  });
}

/** Commits on no branch would go with the worktree. */
async function saveDetached(host: Host, { path, branch }: WorkerWorktree): Promise<string> {
  const head = await mustGit(
    host,
    path,
    ['rev-parse', '--short', 'HEAD'],
    `Looking at the worktree '${path}'`,
  );
  const saved = `${branch}-${head}`;
  await mustGit(host, path, ['branch', '--force', saved, 'HEAD'], `Keeping the commits of '${path}'`);
  return saved;
}

/** Only a branch that was made for the worker, and only where every commit of it is elsewhere, too. */
async function removeBranch(
  host: Host,
  { branch, repository, ownsBranch }: WorkerWorktree,
): Promise<{ readonly keptBranch?: string }> {
  const ref = `refs/heads/${branch}`;
  if (!ownsBranch) return { keptBranch: branch };
  const rest = ['--not', `--exclude=${branch}`, '--branches', '--remotes', '--tags'];
  const { code, stdout } = await git(host, repository, ['rev-list', '--max-count=1', ref, ...rest]);
  if (code !== 0) return {};
  if (stdout !== '') return { keptBranch: branch };
  const { code: refused } = await git(host, repository, ['branch', '-D', '--', branch]);
  return refused === 0 ? {} : { keptBranch: branch };
}
