import { describe, expect, it } from 'vitest';
import { readEnding } from '../../../src/recorder/run-ending.js';
import { differentPlaces } from '../tmux/places.js';
import { fileNames, useRuns } from './open-runs.js';
import { signalRecorder } from './signal-recorder.js';

/** The recorder stands still, so that the end of the command is known while its log and exit file are behind. */
describe.each(differentPlaces)('a run that has ended before its log is whole, on $name', (place) => {
  const start = useRuns(place);

  it('is finished for everybody who asks from then on, and nobody reads half of its log [A42, A48]', async () => {
    await using runs = await start();
    const { automation, address } = runs;
    const script = 'echo one; read x; echo two; printf "Paste token: "; exit 3';
    const run = await automation.start(address, script, { promptDetectors: [/paste/i] });
    await run.waitForPrompt();
    await expect.poll(async () => (await run.harvest()).entries.length).toBe(1);
    expect(await signalRecorder(runs, run.id, 'STOP')).toBeGreaterThanOrEqual(1);
    await run.send('');
    const finished = { state: 'finished', code: 3, confidence: 'certain' };
    expect(await run.finished()).toMatchObject(finished);
    const stranger = runs.another({ store: false });
    for (const one of [automation, runs.another(), stranger]) {
      expect(await one.status(address, run.target, run.id, [/./])).toMatchObject(finished);
    }
    expect(await run.status([/./])).toMatchObject(finished);
    const watched = await runs.another({ store: false }).get(address, run.id);
    expect(await watched.finished()).toMatchObject(finished);
    expect(await fileNames(runs)).not.toContain(`${run.id}.exit`);

    const whole = ['one', '', 'two', 'Paste token: '];
    // A newcomer knows of the end from the store alone.
    const harvests = [automation, stranger, runs.another()].map((one) => one.harvest(address, run.id));
    const size = (await runs.another().get(address, run.id)).logSize();
    const told = (async () => {
      const seen: string[] = [];
      for await (const event of watched) {
        if (event.type === 'output') seen.push(...event.lines.map(({ text }) => text));
        else seen.push(event.type === 'status' ? event.status.state : event.type);
      }
      return seen;
    })();
    await signalRecorder(runs, run.id, 'CONT');
    for (const { entries } of await Promise.all(harvests)) {
      expect(entries.map(({ text }) => text).slice(0, 4)).toEqual(whole);
    }
    const { exitPosition = 0 } = await readEnding(runs.host, { folder: runs.folder, id: run.id });
    expect(exitPosition).toBeGreaterThan(0);
    expect(await size).toBeGreaterThanOrEqual(exitPosition);
    expect(await told).toEqual([...whole, 'finished', 'exit']);
  });
});
