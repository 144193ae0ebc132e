import type { Host } from '../../hosts/index.js';
import type { WorkerWorktree } from '../../store/index.js';
import { mustGit } from './git.js';

/** What would be lost with a worktree. */
export interface WorktreeWork {
  /** Files that are changed or not tracked, as `git status` shows them: ` M src/app.ts`, `?? notes.txt`. */
  readonly changes: readonly string[];
  /** Commits that no other branch, remote or tag has, the newest first: `1a2b3c4 Fix the login`. */
  readonly commits: readonly string[];
  /** Whether those commits are on no branch at all. */
  readonly detached: boolean;
}

/** Looks for work in a worktree that is nowhere else. Files that git ignores are not looked at. */
export async function inspectWorktree(host: Host, worktree: WorkerWorktree): Promise<WorktreeWork> {
  const { path, branch, ownsBranch } = worktree;
  const what = `Looking at the worktree '${path}'`;
  const ask = (...args: string[]): Promise<string> => mustGit(host, path, args, what);
  const status = await ask('status', '--porcelain', '--untracked-files=all');
  const head = await ask('rev-parse', '--abbrev-ref', 'HEAD');
  // What is on a branch that a person or the worker itself has chosen stays there.
  const mayGo = head === 'HEAD' || (head === branch && ownsBranch);
  const elsewhere = ['--not', `--exclude=${branch}`, '--branches', '--remotes', '--tags'];
  const log = mayGo ? await ask('log', '--format=%h %s', '--max-count=1000', 'HEAD', ...elsewhere) : '';
  return { changes: linesOf(status), commits: linesOf(log), detached: head === 'HEAD' };
}

/** In one sentence, for people. */
export function workText({ changes, commits }: WorktreeWork): string {
  const parts = [
    ...(changes.length > 0 ? [`${count(changes, 'uncommitted change')} (${some(changes.map(nameOf))})`] : []),
    ...(commits.length > 0 ? [`${count(commits, 'commit')} that nothing else has (${some(commits)})`] : []),
  ];
  return parts.join(' and ');
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function nameOf(change: string): string {
  return change.slice(3);
}

function count(all: readonly string[], noun: string): string {
  return `${all.length} ${noun}${all.length === 1 ? '' : 's'}`;
}

const MOST_SHOWN = 5;

function some(all: readonly string[]): string {
  const shown = all.slice(0, MOST_SHOWN).join(', ');
  return all.length > MOST_SHOWN ? `${shown}, …` : shown;
}
