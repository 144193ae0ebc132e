import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../../../src/runs/run.js';
import { muxHere } from './mux-here.js';
import { type Answer, type OpenOperations, openOperations } from './open-operations.js';

let place: OpenOperations;
beforeAll(async () => {
  place = await openOperations();
});
afterAll(() => place[Symbol.asyncDispose]());

/** A run whose log has lost its first lines. */
async function rotatedRun(): Promise<Run> {
  const runs = await place.runtime.runs();
  const command = 'i=0; while [ $i -lt 400 ]; do i=$((i+1)); echo "line $i"; done';
  const options = { interactive: false, maxLogBytes: 2_000, keepLogFiles: 1 };
  const run = await runs.start(command, { ...options, host: place.host });
  await run.finished();
  await run.wholeLog();
  return run;
}

describe('run.output', () => {
  it('says how much of the start of a log was removed', async () => {
    const run = await rotatedRun();
    const output = await place.call('run.output', { run: run.id, host: place.host });
    expect(output.missingBytes).toBeGreaterThan(2_000);
    expect(output.lines[0].text).not.toBe('line 1');
    expect(output.lines.at(-1).text).toBe('line 400');
    const rest = await place.call('run.output', { run: run.id, host: place.host, cursor: output.cursor });
    expect(rest.missingBytes).toBeUndefined();
  });
});

describe('mux logs', () => {
  it('says that lines are missing, unless only the last ones were asked for', async () => {
    const { id } = await rotatedRun();
    const whole = await muxHere('logs', id);
    expect(whole.stderr).toMatch(/^mux: Log rotation removed \d+ bytes before this line\.$/m);
    expect(whole.stdout).toMatch(/line 400\n$/);
    expect((await muxHere('logs', id, '--follow')).stderr).toBe(whole.stderr);
    expect((await muxHere('logs', id, '--lines', '2')).stderr).toBe('');
    expect(JSON.parse((await muxHere('logs', id, '--json')).stdout).missingBytes).toBeGreaterThan(2_000);
  });
});

describe('run.follow', () => {
  it('says it before the first line that is left, and only there', async () => {
    const run = await rotatedRun();
    const { signal } = new AbortController();
    const output: Answer[] = [];
    for await (const item of place.stream('run.follow', { run: run.id, host: place.host }, signal))
      if (item.type === 'output') output.push(item);
    expect(output[0].missingBytes).toBeGreaterThan(2_000);
    expect(output[0].lines[0].text).not.toBe('line 1');
    expect(output.slice(1).every(({ missingBytes }) => missingBytes === undefined)).toBe(true);
  });
});
