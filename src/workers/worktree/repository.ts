import type { Host } from '../../hosts/index.js';
import { MuxError } from '../../model/index.js';
import { git, mustGit } from './git.js';

/** The repository that a folder is in. */
export interface Repository {
  /** Its main worktree, which others are made beside. */
  readonly root: string;
  /** The way from the top of the worktree to the folder: `packages/api`, or empty. */
  readonly prefix: string;
  readonly worktrees: readonly KnownWorktree[];
}

export interface KnownWorktree {
  readonly path: string;
  /** The branch that is checked out there; `undefined` where none is. */
  readonly branch: string | undefined;
}

/** Finds the repository of a folder. Fails with `NOT_A_REPOSITORY`. */
export async function findRepository(host: Host, folder: string): Promise<Repository> {
  const { code, stdout, complaint } = await git(host, folder, ['rev-parse', '--show-prefix']);
  if (code !== 0) throw notARepository(folder, complaint);
  const worktrees = await listWorktrees(host, folder);
  const root = worktrees[0]?.path ?? folder;
  const born = await git(host, folder, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (born.code !== 0) {
    throw new MuxError('NOT_A_REPOSITORY', `The repository '${root}' has no commit yet.`, {
      suggestion: 'Commit something first, or spawn the worker without a worktree.',
      details: { folder },
    });
  }
  return { root, prefix: stdout.replace(/\/$/, ''), worktrees };
}

/** All worktrees of a repository; the main one comes first. */
export async function listWorktrees(host: Host, folder: string): Promise<KnownWorktree[]> {
  const text = await mustGit(
    host,
    folder,
    ['worktree', 'list', '--porcelain'],
    `Listing the worktrees of '${folder}'`,
  );
  return text.split('\n\n').flatMap((entry) => {
    const path = /^worktree (.*)$/m.exec(entry)?.[1];
    const branch = /^branch refs\/heads\/(.*)$/m.exec(entry)?.[1];
    return path === undefined ? [] : [{ path, branch }];
  });
}

function notARepository(folder: string, complaint: string): MuxError {
  return new MuxError('NOT_A_REPOSITORY', `'${folder}' is not in a git repository: ${complaint}.`, {
    suggestion: 'Give a cwd inside a repository, or spawn the worker without a worktree.',
    details: { folder },
  });
}
