import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenOperations, openOperations } from './open-operations.js';

let place: OpenOperations;
beforeAll(async () => {
  place = await openOperations();
});
afterAll(() => place[Symbol.asyncDispose]());

describe('run.output', () => {
  it('says how much of the begin of a log was removed', async () => {
    const automation = await place.runtime.automation();
    const command = 'i=0; while [ $i -lt 400 ]; do i=$((i+1)); echo "line $i"; done';
    const options = { interactive: false, maxLogBytes: 2_000, keepLogFiles: 1 };
    const run = await automation.start(place.host, command, options);
    await run.finished();
    await run.wholeLog();
    const output = await place.call('run.output', { run: run.id, host: place.host });
    expect(output.missingBytes).toBeGreaterThan(2_000);
    expect(output.lines[0].text).not.toBe('line 1');
    expect(output.lines.at(-1).text).toBe('line 400');
    const rest = await place.call('run.output', { run: run.id, host: place.host, cursor: output.cursor });
    expect(rest.missingBytes).toBeUndefined();
  });
});
