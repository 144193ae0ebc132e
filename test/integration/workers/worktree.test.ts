import { describe, expect, it, vi } from 'vitest';
import type { Host } from '../../../src/hosts/host.js';
import { addWorktree } from '../../../src/workers/worktree/add-worktree.js';
import { dockerContext } from '../docker-context.js';
import { container, differentPlaces } from '../tmux/places.js';
import { type OpenWorkers, openWorkers } from './open-workers.js';

const IDENTITY = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];

/** Runs git in a folder of the host; its output, and an error where it fails. */
async function git(host: Host, folder: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await host.run(['git', '-C', folder, ...IDENTITY, ...args], {
    timeoutMs: 120_000,
  });
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.toString().trimEnd();
}

/** A repository with one commit and a folder `packages/api` in it. */
async function repository({ server: { host }, folder }: OpenWorkers): Promise<string> {
  const path = `${folder}/project`;
  await host.files.write(`${path}/packages/api/app.txt`, 'hello\n', { makeFolders: true });
  await git(host, path, 'init', '--quiet', '--initial-branch=main');
  await git(host, path, 'add', '.');
  await git(host, path, 'commit', '--quiet', '-m', 'First');
  return path;
}

const branches = async (host: Host, path: string): Promise<string[]> =>
  (await git(host, path, 'branch', '--format=%(refname:short)')).split('\n');

describe('a worker with a worktree', () => {
  it('works on a branch of its own, beside the repository, in the folder that was asked for', async () => {
    await using open = await openWorkers();
    const { workers } = open;
    const { host } = open.server;
    const path = await repository(open);
    const worker = await workers.spawn('api', 'pwd; git branch --show-current; read -r x', {
      cwd: `${path}/packages/api`,
      worktree: true,
    });
    const worktree = `${path}-worktrees/api`;
    expect(worker).toMatchObject({
      cwd: `${worktree}/packages/api`,
      worktree: { path: worktree, branch: 'mux/api', repository: path },
    });
    await workers.wait('api', { text: 'mux/api' });
    expect(await workers.peek('api')).toBe(`${worktree}/packages/api\nmux/api\n`);
    // Another process, and a new database, know of it, too.
    await open.store.workers.remove('api');
    await using next = open.another();
    expect((await next.status('api')).worktree).toEqual(worker.worktree);
    await next.kill('api');
    await next.clean('api');
    await expect(host.files.list(worktree)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(await branches(host, path)).toEqual(['main']);
  });

  it('is kept with uncommitted or unpushed work, and the error says what is there; forced, commits stay', async () => {
    await using open = await openWorkers();
    const { workers } = open;
    const { host } = open.server;
    const path = await repository(open);
    await workers.spawn('api', ['cat'], { cwd: path, worktree: true });
    await workers.kill('api');
    const worktree = `${path}-worktrees/api`;
    await host.files.write(`${worktree}/notes.txt`, 'mine\n');
    await host.files.write(`${worktree}/packages/api/app.txt`, 'changed\n');
    const refused = await workers.clean('api').catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'WORKTREE_NOT_CLEAN',
      message: expect.stringMatching(/2 uncommitted changes \(.*packages\/api\/app\.txt.*notes\.txt.*\)/),
      suggestion: expect.stringContaining('mux/api'),
    });
    expect(await workers.clean({ all: true })).toMatchObject({
      cleaned: [],
      kept: [{ name: 'api', error: { code: 'WORKTREE_NOT_CLEAN' } }],
    });
    await git(host, worktree, 'add', '.');
    await git(host, worktree, 'commit', '--quiet', '-m', 'Work of the worker');
    await expect(workers.kill('api', { removeWorktree: true })).rejects.toMatchObject({
      code: 'WORKTREE_NOT_CLEAN',
      message: expect.stringMatching(/1 commit that nothing else has \(\w+ Work of the worker\)/),
    });
    // All is still there, and it goes on where it was.
    await workers.respawn('api');
    await workers.kill('api');
    await host.files.write(`${worktree}/scratch.txt`, 'gone\n');
    await workers.clean('api', { force: true });
    await expect(host.files.list(worktree)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(await git(host, path, 'log', '--format=%s', 'mux/api')).toBe('Work of the worker\nFirst');
  });

  it('goes when its commits are elsewhere, and keeps what is on no branch under a branch when forced', async () => {
    await using open = await openWorkers();
    const { workers } = open;
    const { host } = open.server;
    const path = await repository(open);
    await workers.spawn('a', ['cat'], { cwd: path, worktree: true });
    await workers.spawn('b', ['cat'], { cwd: path, worktree: true });
    for (const name of ['a', 'b']) await workers.kill(name);
    await git(host, `${path}-worktrees/a`, 'commit', '--quiet', '--allow-empty', '-m', 'Merged');
    await git(host, path, 'merge', '--quiet', 'mux/a');
    await git(host, `${path}-worktrees/b`, 'checkout', '--quiet', '--detach');
    await git(host, `${path}-worktrees/b`, 'commit', '--quiet', '--allow-empty', '-m', 'Lost?');
    expect(await workers.clean({ all: true })).toMatchObject({ cleaned: ['a'], kept: [{ name: 'b' }] });
    expect(await workers.clean({ all: true }, { force: true })).toMatchObject({ cleaned: ['b'] });
    const [, saved = '', ...more] = await branches(host, path);
    expect([saved, more]).toEqual([expect.stringMatching(/^mux\/b-\w+$/), []]);
    expect(await git(host, path, 'log', '-1', '--format=%s', saved)).toBe('Lost?');
  });

  it('is respawned also where its worktree was removed by hand', async () => {
    await using open = await openWorkers();
    const { workers } = open;
    const { host } = open.server;
    const path = await repository(open);
    await workers.spawn('api', 'ls; read -r x', { cwd: path, worktree: true });
    await workers.kill('api');
    await host.files.remove(`${path}-worktrees/api`);
    await workers.respawn('api');
    await workers.wait('api', { text: 'packages' });
    await workers.kill('api');
    await host.files.remove(`${path}-worktrees/api`);
    expect(await workers.clean('api')).toEqual({ cleaned: ['api'], kept: [] });
    expect(await branches(host, path)).toEqual(['main']);
  });

  it('is refused with a reason, and then nothing is left behind', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    const { host } = open.server;
    const path = await repository(open);
    const spawn = (options: object): Promise<unknown> =>
      workers
        .spawn('api', ['cat'], { cwd: path, worktree: true, ...options })
        .catch((error: unknown) => error);
    await host.files.write(`${folder}/plain/file`, '', { makeFolders: true });
    await host.files.write(`${folder}/unborn/file`, '', { makeFolders: true });
    await git(host, `${folder}/unborn`, 'init', '--quiet');
    await git(host, path, 'branch', 'mux/api');
    await host.files.write(`${folder}/taken/file`, '', { makeFolders: true });
    const cases = [
      [await spawn({ cwd: `${folder}/plain` }), 'NOT_A_REPOSITORY', 'not a git repository'],
      [await spawn({ cwd: `${folder}/unborn` }), 'NOT_A_REPOSITORY', 'no commit'],
      [await spawn({}), 'BRANCH_IN_USE', 'already exists'],
      [await spawn({ worktree: { branch: 'main' } }), 'BRANCH_IN_USE', `checked out in '${path}'`],
      [await spawn({ worktree: { branch: 'no..good' } }), 'INVALID_NAME', 'no..good'],
      [await spawn({ worktree: { branch: 'new', path: `${folder}/taken` } }), 'WORKTREE_FAILED', 'exists'],
      [await spawn({ worktree: { branch: 'new', base: 'nowhere' } }), 'WORKTREE_FAILED', 'nowhere'],
    ] as const;
    for (const [error, code, words] of cases) {
      expect(error).toMatchObject({
        code,
        message: expect.stringContaining(words),
        suggestion: expect.any(String),
      });
    }
    // The program of a worker that cannot start leaves no worktree either.
    expect(await spawn({ worktree: { branch: 'new' }, session: 'a.b' })).toMatchObject({
      code: 'INVALID_NAME',
    });
    expect(await workers.ls()).toEqual([]);
    expect(await branches(host, path)).toEqual(['main', 'mux/api']);
    expect((await git(host, path, 'worktree', 'list')).split('\n')).toHaveLength(1);
    // A branch that is named may exist, and stays.
    expect(await spawn({ worktree: { branch: 'mux/api' } })).toMatchObject({ state: 'running' });
    await workers.kill('api');
    await git(host, `${path}-worktrees/api`, 'commit', '--quiet', '--allow-empty', '-m', 'More');
    await workers.clean('api');
    expect(await branches(host, path)).toEqual(['main', 'mux/api']);
  });

  it('that cannot be spawned takes no branch with it which somebody else has made', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    const { host } = open.server;
    const path = await repository(open);
    await git(host, path, 'checkout', '--quiet', '-b', 'precious');
    await git(host, path, 'commit', '--quiet', '--allow-empty', '-m', 'Nowhere else');
    await git(host, path, 'checkout', '--quiet', 'main');
    const spawn = (worktree: object): Promise<unknown> =>
      workers.spawn('api', ['cat'], { cwd: path, worktree }).catch((error: unknown) => error);
    for (const branch of ['@{-1}', '@{u}', '@', 'HEAD', '-d', 'a b', ''])
      expect(await spawn({ branch })).toMatchObject({ code: expect.stringMatching(/^INVALID_/) });
    // The worktree is made, but git says that it failed.
    await git(host, path, 'config', 'core.hooksPath', `${folder}/hooks`);
    await host.files.write(`${folder}/hooks/post-checkout`, '#!/bin/sh\nexit 1', { makeFolders: true });
    await host.script('chmod +x "$1"', [`${folder}/hooks/post-checkout`]);
    expect(await spawn({ branch: 'fresh' })).toMatchObject({ code: 'WORKTREE_FAILED' });
    expect(await branches(host, path)).toEqual(['main', 'precious']);
    expect((await git(host, path, 'worktree', 'list')).split('\n')).toHaveLength(1);
    expect(await git(host, path, 'log', '-1', '--format=%s', 'precious')).toBe('Nowhere else');
  });

  it('is not put on a branch that somebody makes in the very moment', async () => {
    await using open = await openWorkers();
    const { host } = open.server;
    const path = await repository(open);
    const run = host.run.bind(host);
    const spied = vi.spyOn(host, 'run').mockImplementation(async (argv, options) => {
      if (argv.includes('branch')) {
        await run(['git', '-C', path, 'checkout', '--quiet', '-b', 'mux/api']);
        await run(['git', '-C', path, ...IDENTITY, 'commit', '--quiet', '--allow-empty', '-m', 'Theirs']);
        await run(['git', '-C', path, 'checkout', '--quiet', 'main']);
      }
      return run(argv, options);
    });
    await expect(addWorktree(host, { name: 'api', cwd: path, folder: undefined }, {})).rejects.toMatchObject({
      code: 'BRANCH_IN_USE',
      message: "The branch 'mux/api' already exists.",
      suggestion: expect.stringContaining('another branch'),
    });
    spied.mockRestore();
    expect(await git(host, path, 'log', '-1', '--format=%s', 'mux/api')).toBe('Theirs');
    expect((await git(host, path, 'worktree', 'list')).split('\n')).toHaveLength(1);
  });

  it('is refused at once with a path that is not absolute, and leaves nothing behind', async () => {
    await using open = await openWorkers();
    const { host } = open.server;
    const path = await repository(open);
    await using relative = open.another({ config: { worktreeFolder: 'trees' } });
    const options = { cwd: path, worktree: { path: 'there' } };
    for (const spawning of [
      open.workers.spawn('api', ['cat'], options),
      relative.spawn('api', ['cat'], { cwd: path, worktree: true }),
    ]) {
      await expect(spawning).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining('absolute'),
        suggestion: expect.any(String),
      });
    }
    expect(await open.workers.ls()).toEqual([]);
    expect(await branches(host, path)).toEqual(['main']);
    expect((await git(host, path, 'worktree', 'list')).split('\n')).toHaveLength(1);
  });

  it('is not started again in a folder that somebody is removing', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    const { host } = open.server;
    const path = await repository(open);
    await workers.spawn('api', ['cat'], { cwd: path, worktree: true });
    await workers.kill('api');
    // git asks this program when it looks for changes, which takes as long as we like.
    const slow = `#!/bin/sh\n[ -e ${folder}/looking ] && exit 1\n: >${folder}/looking\ncat ${folder}/go >/dev/null\nexit 1`;
    await host.files.write(`${folder}/slow`, slow);
    await host.script('chmod +x "$1/slow" && mkfifo "$1/go"', [folder]);
    await git(host, path, 'config', 'core.fsmonitor', `${folder}/slow`);
    const cleaning = workers.clean('api');
    const looking = async (): Promise<number> => (await host.script('[ -e "$1/looking" ]', [folder])).code;
    await expect.poll(looking).toBe(0);
    await using other = open.another();
    const refused = { code: 'WORKER_RUNNING', suggestion: expect.any(String) };
    await expect(other.respawn('api')).rejects.toMatchObject(refused);
    await expect(other.clean('api')).rejects.toMatchObject(refused);
    await git(host, path, 'config', '--unset', 'core.fsmonitor');
    await host.script('echo >"$1/go"', [folder]);
    expect(await cleaning).toEqual({ cleaned: ['api'], kept: [] });
    await expect(other.respawn('api')).rejects.toMatchObject({ code: 'WORKER_NOT_FOUND' });
    expect(await branches(host, path)).toEqual(['main']);
  });

  it('goes without the worktrees of others, whose folders are not there just now', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    const { host } = open.server;
    const path = await repository(open);
    await git(host, path, 'worktree', 'add', '--quiet', '-b', 'theirs', `${folder}/disk/theirs`);
    await workers.spawn('api', ['cat'], { cwd: path, worktree: true });
    await workers.kill('api');
    const unmount = (from: string, to: string): Promise<unknown> =>
      host.script('mv "$1" "$2"', [`${folder}/${from}`, `${folder}/${to}`]);
    await unmount('disk', 'away');
    for (const again of [true, false]) {
      await host.files.remove(`${path}-worktrees/api`);
      if (again) {
        await workers.respawn('api');
        await workers.kill('api');
      } else await workers.clean('api');
    }
    await unmount('away', 'disk');
    expect(await git(host, `${folder}/disk/theirs`, 'status', '--short', '--branch')).toBe('## theirs');
    expect(await branches(host, path)).toEqual(['main', 'theirs']);
  });

  it('has it on its own host', async () => {
    const ssh = differentPlaces.find(({ name }) => name === 'SSH');
    await using place = await ssh?.open();
    await using open = await openWorkers(place);
    const { workers } = open;
    const path = await repository(open);
    await workers.spawn('far', 'pwd; read -r x', { cwd: path, worktree: true });
    expect((await workers.wait('far', { text: /^\// })).line).toBe(`${path}-worktrees/far`);
    await workers.kill('far', { removeWorktree: true });
    expect((await workers.status('far')).worktree).toBeUndefined();
    expect(await branches(open.server.host, path)).toEqual(['main']);
  });

  it('needs git on its host', async () => {
    await using place = await container('a container', () => dockerContext().images.busybox).open();
    await using open = await openWorkers(place);
    await expect(
      open.workers.spawn('api', ['cat'], { cwd: open.folder, worktree: true }),
    ).rejects.toMatchObject({ code: 'PROGRAM_NOT_FOUND', message: expect.stringContaining('git') });
    expect(await open.workers.ls()).toEqual([]);
  });
});
