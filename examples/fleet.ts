// A fleet: one worker for each task, each in a git worktree and on a branch of its own, all at the same time. What they
// committed is merged, and everything is cleaned up; a worktree with work in it that is nowhere else would stay.
//
// Here each worker is a shell script. With an agent it is: workers.spawn(name, ['claude', task], { worktree: true }).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Workers } from 'muxwright';
import { openStore } from 'muxwright/store';

const folder = await realpath(await mkdtemp(join(tmpdir(), 'fleet-')));
const repository = join(folder, 'project');
const git = (...args: string[]): string =>
  execFileSync(
    'git',
    ['-C', repository, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args],
    {
      encoding: 'utf8',
    },
  );
execFileSync('git', ['init', '--quiet', '--initial-branch=main', repository]);
git('commit', '--quiet', '--allow-empty', '-m', 'First');

const store = await openStore({ path: join(folder, 'state', 'muxwright.db') });
const workers = new Workers({ host: 'local?socket=demo', store, session: 'fleet' });
const tasks = ['parser', 'printer', 'tests'];

await Promise.all(
  tasks.map((task) =>
    workers.spawn(
      task,
      `echo "// ${task}" > ${task}.ts && git add . &&
       git -c user.name=${task} -c user.email=${task}@example.org commit --quiet -m 'Write the ${task}'`,
      { cwd: repository, worktree: true, tags: ['fleet'] },
    ),
  ),
);
for (const task of tasks) {
  const { exit } = await workers.wait(task, { timeoutMs: 60_000 });
  assert.equal(exit?.code, 0, `${task} failed`);
}

for (const task of tasks) git('merge', '--quiet', '--no-edit', `mux/${task}`);
assert.deepEqual((await readdir(repository)).filter((name) => name.endsWith('.ts')).sort(), [
  'parser.ts',
  'printer.ts',
  'tests.ts',
]);

const { cleaned } = await workers.clean({ all: true });
assert.deepEqual([...cleaned].sort(), tasks);
assert.deepEqual(await readdir(join(folder, 'project-worktrees')).catch(() => []), []);
console.log(git('log', '--format=%an: %s', '--no-merges').trimEnd());

await workers.close();
await store.close();
await rm(folder, { recursive: true });
