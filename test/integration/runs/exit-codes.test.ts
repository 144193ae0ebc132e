import { describe, expect, it } from 'vitest';
import { commitmentTo, exitNonceOf, newProof } from '../../../src/recorder/end-proof.js';
import { readEnding } from '../../../src/recorder/run-ending.js';
import { recoverRuns } from '../../../src/runs/recover-runs.js';
import { runRemains } from '../../../src/runs/run-remains.js';
import { writeRecordFunction } from '../../../src/runs/wrapper-script.js';
import { differentPlaces } from '../tmux/places.js';
import { type OpenRuns, openRuns, useRuns } from './open-runs.js';

const CODES = [0, 7, 49, 99, 137, 179, 255];

describe.each(differentPlaces)('the exit code of a run on $name', (place) => {
  const start = useRuns(place);

  it('is never read in part, however often it is looked at while it is written [A42]', async () => {
    await using runs = await start();
    const { host } = runs;
    const proof = newProof();
    const commitment = commitmentTo(exitNonceOf(proof));
    const folder = `${runs.folder}/records`;
    let written = false;
    const writing = host.script(WRITER, [folder, proof, ...CODES.map(String)]).finally(() => {
      written = true;
    });
    const seen = new Set<string>();
    while (!written) {
      for (const code of CODES) {
        const { leavingCode, exitCode, claimedCode } = await readEnding(host, {
          folder,
          id: `a${code}`,
          commitment,
        });
        for (const read of [leavingCode, exitCode, claimedCode]) {
          if (read !== undefined) seen.add(`${code} as ${read}`);
        }
      }
      for (const { id, ending } of await runRemains(host, [folder], () => commitment).catch(() => [])) {
        if (ending.leavingCode !== undefined) seen.add(`${id.slice(1)} as ${ending.leavingCode}`);
      }
    }
    expect((await writing).code).toBe(0);
    expect([...seen].sort()).toEqual(CODES.map((code) => `${code} as ${code}`).sort());
  });
});

/** Each record many times, as the wrapper writes it: from its placeholder, and then again with the time of the end. */
const WRITER = `folder=$1 proof=$2; shift 2
mkdir -p "$folder"
${writeRecordFunction}
started=1700000000 timed_out=
i=0
while [ $i -lt 400 ]; do
  i=$((i + 1))
  for code; do
    base=$folder/a$code
    printf - >"$base.record"
    record 0000000000
    record 1700000009
  done
done`;

describe('the exit code of a run', () => {
  it('is right from the first look on, however early that is [A30, A42]', async () => {
    await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
    const wrong: string[] = [];
    for (let i = 0; i < 40; i++) {
      const code = 100 + i * 3;
      const run = await runs.automation.start(runs.address, `exit ${code}`, { interactive: false });
      for (;;) {
        const status = await run.status();
        if (status.state !== 'finished') continue;
        if (status.code !== code) wrong.push(`${code} as ${status.code} (${status.confidence})`);
        break;
      }
      expect((await runs.store.runs.get(run.id))?.exitCode).toBe(code);
    }
    expect(wrong).toEqual([]);
  });

  it('is corrected in the store by the wrapper, which knows better [A62]', async () => {
    await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
    const { automation, address, store, tmux, folder } = runs;
    const [first, second] = await Promise.all([endedUnseen(runs, 179), endedUnseen(runs, 49)]);
    await store.runs.finish(first, { exitCode: 1, endedBy: 'exit' });
    await store.runs.finish(second, { exitCode: 129, lost: true });
    expect(await automation.status(address, '', first)).toMatchObject({ code: 179, confidence: 'certain' });
    expect(await store.runs.get(first)).toMatchObject({ exitCode: 179, state: 'finished' });
    expect((await recoverRuns(tmux, store, { folder })).changed).toEqual([
      { id: second, state: 'finished', exitCode: 49 },
    ]);
    expect(await store.runs.get(second)).toMatchObject({ exitCode: 49, lost: false, endedBy: 'exit' });
    expect((await recoverRuns(tmux, store, { folder })).changed).toEqual([]);
  });
});

async function endedUnseen({ another, address, host, folder }: OpenRuns, code: number): Promise<string> {
  await using automation = another();
  const { id } = await automation.start(address, `exit ${code}`, { interactive: false });
  await expect.poll(async () => (await readEnding(host, { folder, id })).exitCode).toBe(code);
  return id;
}
