import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
// @ts-expect-error The scripts are plain Node, without types.
import { openTestRun } from '../../scripts/lib/leftovers.mjs';

interface TestRun {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  leftovers(patienceMs?: number): Promise<string[]>;
  close(): void;
}

async function testRun(): Promise<TestRun> {
  const run: TestRun = await openTestRun();
  onTestFinished(() => run.close());
  return run;
}

it('a run of the tests that leaves nothing has nothing to say', async () => {
  const run = await testRun();
  // Folders that tmux, muxwright and fish share among all their processes stay.
  for (const name of ['tmux-0', 'muxwright-0', 'fish.root']) await mkdir(join(run.folder, name));
  expect(await run.leftovers(0)).toEqual([]);
});

it('a server that went into the background is found and ended, with the test that started it', async () => {
  const run = await testRun();
  const env = { ...process.env, ...run.env, STARTED_BY_TEST: 'test/some.test.ts' };
  const tmux = (...args: string[]) =>
    promisify(execFile)('tmux', ['-L', 'left', '-f', '/dev/null', ...args], { env });
  const { stdout } = await tmux('new-session', '-dPF', '#{pid}', 'exec sleep 1000');
  const server = stdout.trim();
  const running = async () => (await tmux('display-message', '-p', '#{pane_current_command}')).stdout.trim();
  await expect.poll(running).toBe('sleep');
  const left = await run.leftovers(0);
  expect(left).toContainEqual(
    expect.stringMatching(
      new RegExp(`^process ${server}: tmux -L left .*, started by test/some\\.test\\.ts$`),
    ),
  );
  expect(left).toContainEqual(expect.stringMatching(/^process \d+: sleep 1000/));
  expect(left).toContainEqual(expect.stringMatching(/^the file tmux-\d+\/left$/));
  await expect(tmux('list-sessions')).rejects.toThrow();
});

it('a process is found by its arguments or its folder where it has an environment of its own', async () => {
  const run = await testRun();
  const file = join(run.folder, 'waiting.sh');
  await writeFile(file, 'sleep 1000 & wait');
  const children = [
    spawn('sh', [file], { env: {}, stdio: 'ignore' }),
    spawn('sleep', ['1000'], { env: {}, cwd: run.folder, stdio: 'ignore' }),
  ];
  await Promise.all(children.map((child) => once(child, 'spawn')));
  const left = await run.leftovers(0);
  for (const { pid } of children) expect(left).toContainEqual(expect.stringContaining(`process ${pid}: `));
  expect(left).toContain('the file waiting.sh');
});

it('what belongs to another run of the tests is not looked at', async () => {
  const [run, other] = [await testRun(), await testRun()];
  const child = spawn('sleep', ['1000'], { env: { ...process.env, ...other.env }, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await once(child, 'spawn');
  expect(await run.leftovers(0)).toEqual([]);
  expect(await other.leftovers(0)).toEqual([expect.stringContaining(`process ${child.pid}: sleep 1000`)]);
  await ended;
});

it('what ends by itself a moment later was not left', async () => {
  const run = await testRun();
  const child = spawn('sleep', ['0.3'], { env: { ...process.env, ...run.env }, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await once(child, 'spawn');
  expect(await run.leftovers(60_000)).toEqual([]);
  expect(await ended).toEqual([0, null]);
});
