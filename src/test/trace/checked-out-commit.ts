import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The commit that is checked out around the current folder, as the CI or the files of git tell. */
export function checkedOutCommit(): { readonly commit?: string } {
  const { GITHUB_SHA, CI_COMMIT_SHA } = process.env;
  const commit = GITHUB_SHA || CI_COMMIT_SHA || commitOf(process.cwd());
  return commit ? { commit } : {};
}

function commitOf(folder: string): string | undefined {
  const found = statSync(join(folder, '.git'), { throwIfNoEntry: false });
  if (!found) return dirname(folder) === folder ? undefined : commitOf(dirname(folder));
  const git = found.isDirectory() ? join(folder, '.git') : pointedAt(folder);
  const head = git && textOf(join(git, 'HEAD'))?.trim();
  const name = head && /^ref: (.+)$/.exec(head)?.[1];
  if (!git || !name) return head;
  // A worktree has its own HEAD, and the branches of the repository.
  const common = textOf(join(git, 'commondir'))?.trim();
  const shared = common === undefined ? git : resolve(git, common);
  const packed = (): string | undefined =>
    textOf(join(shared, 'packed-refs'))
      ?.split('\n')
      .find((line) => line.endsWith(` ${name}`))
      ?.split(' ')[0];
  return textOf(join(shared, name))?.trim() ?? packed();
}

/** A worktree has a file `.git` with a path. */
function pointedAt(folder: string): string | undefined {
  const path = /^gitdir: (.+)$/m.exec(textOf(join(folder, '.git')) ?? '')?.[1];
  return path && resolve(folder, path);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
