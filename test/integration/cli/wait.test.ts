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
