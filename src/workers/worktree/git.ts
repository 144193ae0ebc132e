import { setTimeout } from 'node:timers/promises';
import type { Host } from '../../hosts/index.js';
import { isMuxError, MuxError } from '../../model/index.js';
import { workersDefaults } from '../workers-defaults.js';

export interface GitResult {
  readonly code: number;
  /** Without the newline at its end. */
  readonly stdout: string;
  /** What git complains about, in one line. */
  readonly complaint: string;
}

/** Runs git in a folder of a host. A refusal is a result; a host without git is an error. */
export async function git(host: Host, folder: string, args: readonly string[]): Promise<GitResult> {
  for (let tries = 1; ; tries++) {
    const result = await runGit(host, folder, args);
    if (tries === MOST_TRIES || !HALF_MADE.test(result.complaint)) return result;
    // git tells nobody when it is done.
    await setTimeout(PAUSE_MS * tries);
  }
}

/** Another git makes a worktree in the same moment: it makes a folder first, and the files in it one after the other. */
const HALF_MADE = /^failed to read .*\/worktrees\/[^/]+\/(?:commondir|gitdir|HEAD)\b/;
const MOST_TRIES = 10;
const PAUSE_MS = 20;

async function runGit(host: Host, folder: string, args: readonly string[]): Promise<GitResult> {
  const timeoutMs = workersDefaults.gitMs;
  try {
    const { code, stdout, stderr } = await host.run([...cleanEnvironment, 'git', '-C', folder, ...args], {
      timeoutMs,
    });
    if (code === 127 && /env:.*git/.test(stderr.toString())) throw gitMissing();
    return { code, stdout: stdout.toString().replace(/\n$/, ''), complaint: complaintOf(stderr.toString()) };
  } catch (error) {
    throw isMuxError(error, 'PROGRAM_NOT_FOUND') ? gitMissing(error) : error;
  }
}

/** The same; a refusal is `WORKTREE_FAILED`. */
export async function mustGit(
  host: Host,
  folder: string,
  args: readonly string[],
  what: string,
): Promise<string> {
  const result = await git(host, folder, args);
  if (result.code === 0) return result.stdout;
  throw gitFailed(folder, args, what, result);
}

/** The error for what git has refused. */
export function gitFailed(
  folder: string,
  args: readonly string[],
  what: string,
  { code, complaint }: GitResult,
): MuxError {
  return new MuxError('WORKTREE_FAILED', `${what} failed: ${complaint || `git ended with ${code}`}.`, {
    suggestion: `Try it by hand in '${folder}': git ${args.join(' ')}`,
    details: { folder, args, code },
  });
}

/** Inside a hook these would choose another repository. Messages are read, so they have to be English. */
const cleanEnvironment = [
  'env',
  ...['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR'].flatMap((name) => [
    '-u',
    name,
  ]),
  'LC_ALL=C',
  'GIT_TERMINAL_PROMPT=0',
];

/** The last thing that it said, without `fatal:`. */
function complaintOf(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const fatal = lines.find((line) => /^(fatal|error):/.test(line)) ?? lines.at(-1) ?? '';
  return fatal.replace(/^(?:fatal|error): */, '').replace(/[.\s]+$/, '');
}

function gitMissing(cause?: unknown): MuxError {
  return new MuxError('PROGRAM_NOT_FOUND', 'A worktree needs git, which the host does not have.', {
    suggestion: 'Install git there, or spawn the worker without a worktree.',
    cause,
  });
}
