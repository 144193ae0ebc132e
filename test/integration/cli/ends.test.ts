import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { muxHere } from '../operations/mux-here.js';
import { type OpenOperations, openOperations } from '../operations/open-operations.js';

let place: OpenOperations;
beforeAll(async () => {
  place = await openOperations();
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

describe('mux kill', () => {
  it('ends a worker with its children, and tells which outlives it', async () => {
    const script = `sleep 98763 & setsid sh -c 'echo "daemon $$"; exec sleep 98764' & wait`;
    await muxHere('spawn', 'parent', '--', 'sh', '-c', script);
    const { stdout } = await muxHere('wait', 'parent', '--regex', 'daemon [0-9]+');
    const [daemon] = /\d+/.exec(stdout) ?? [];
    const killed = await muxHere('kill', 'parent');
    process.kill(Number(daemon), 'SIGKILL');
    expect(killed.stdout.trim().split('\n').slice(1)).toEqual([
      `Still running: sleep 98764 (process ${daemon})`,
    ]);
  });
});

describe('mux spawn', () => {
  it.each([
    ['/does/not/exist'],
    ['/does/not/exist', 'with', 'words'],
    ['no-such-program-anywhere'],
    ['no-such-program-anywhere --help'],
    ['/etc/passwd'],
  ])('tells of a program that is not there: %j', async (...command) => {
    const refused = await muxHere('spawn', 'none', '--', ...command);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(command[0]?.split(' ')[0]);
    expect(refused.stderr).toMatch(/There is no program|Not a program that can be run/);
    expect(JSON.parse((await muxHere('ls', '--json')).stdout).workers).not.toContainEqual(
      expect.objectContaining({ name: 'none' }),
    );
  });

  it.each(['exit 3', 'read x', 'A=b cat', 'true; cat', '( cat )'])('starts %j', async (line) => {
    expect(await muxHere('spawn', 'some', '--', line)).toMatchObject({ code: 0 });
    await muxHere('kill', 'some');
    await muxHere('clean', 'some');
  });
});

describe('mux wait', () => {
  it.each([0, 3, 49, 179])('exits with %i, as the run did', async (code) => {
    const started = await muxHere('run', '--detach', '--json', '--', 'sh', '-c', `exit ${code}`);
    const { id } = JSON.parse(started.stdout) as { id: string };
    const waited = await muxHere('wait', id);
    expect(waited).toMatchObject({ code, stdout: expect.stringContaining(`ended with ${code}`) });
    expect(await muxHere('wait', id, '--json')).toMatchObject({ code });
  });

  it('exits with the code of a worker', async () => {
    await muxHere('spawn', 'five', '--', 'sh', '-c', 'sleep 1; exit 5');
    expect(await muxHere('wait', 'five')).toMatchObject({ code: 5 });
  });
});
