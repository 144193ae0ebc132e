// npm run test:chaos -- [--seed N] [--seconds S] [--profile NAME|all] [--faults N] [--rounds N] [--results FILE] [--report]
// Rounds of faults on a workload whose every byte is known. The faults of a round follow from its seed.
import { execFileSync } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { closeProfiles, type Profile, profiles } from './profiles.js';
import { type KeptResult, resultsPage } from './results-page.js';
import { faultsOfRound, type RoundResult, runRound } from './round.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seconds: { type: 'string', default: '60' },
    profile: { type: 'string', default: 'all' },
    faults: { type: 'string', default: 'Infinity' },
    rounds: { type: 'string', default: 'Infinity' },
    results: { type: 'string', default: 'docs/labs/chaos.jsonl' },
    report: { type: 'boolean', default: false },
  },
});

const revision = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    console.error(`${name}: the round is ended and cleaned up.`);
    interruption.abort();
  });
}

// Every fault that lasts listens.
setMaxListeners(0, interruption.signal);

process.exitCode = values.report ? await report() : await play(chosenProfiles());
// What an interrupted round was waiting for may never come.
if (interruption.signal.aborted) process.exit();

function chosenProfiles(): readonly Profile[] {
  const names = values.profile === 'all' ? profiles.map(({ name }) => name) : values.profile.split(',');
  const unknown = names.filter((wanted) => !profiles.some(({ name }) => name === wanted));
  if (unknown.length === 0) return profiles.filter(({ name }) => names.includes(name));
  const known = profiles.map(({ name }) => name).join(', ');
  console.error(`No profile is named ${unknown.join(', ')}. Name some of these, or all: ${known}.`);
  process.exit(2);
}

async function play(wanted: readonly Profile[]): Promise<number> {
  const until = performance.now() + Number(values.seconds) * 1_000;
  const { signal } = interruption;
  let [faults, failed] = [0, false];
  for (let round = 0; round < Number(values.rounds); round++) {
    const left = Number(values.faults) - faults;
    const profile = wanted[round % wanted.length];
    if (!profile || left <= 0 || performance.now() > until || signal.aborted) break;
    const seed = Number(values.seed) + round;
    const options = { seed, profile, faults: Math.min(faultsOfRound, left), until, signal };
    const result = await runRound(options).catch((error: unknown) => {
      if (!signal.aborted) console.error(`BROKEN ${profile.name}, seed ${seed}:`, error);
      failed = true;
    });
    if (!result) continue;
    faults += total(result);
    failed ||= result.violations.length > 0;
    show(result);
    const violations = result.violations.map(({ around: _, ...violation }) => violation);
    await appendFile(values.results, `${JSON.stringify({ revision, ...result, violations })}\n`);
  }
  await closeProfiles();
  return failed ? 1 : 0;
}

/** Writes the page of docs/labs from all results that were kept. */
async function report(): Promise<number> {
  const lines = (await readFile(values.results, 'utf8')).split('\n').filter((line) => line !== '');
  const page = resultsPage(lines.map((line) => JSON.parse(line) as KeptResult));
  await writeFile(new URL('../../docs/labs/chaos.md', import.meta.url), page);
  return 0;
}

function total({ counts }: RoundResult): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function show(result: RoundResult): void {
  const { seed, profile, jobs, seconds, violations } = result;
  const verdict = violations.length === 0 ? 'ok   ' : 'WRONG';
  console.log(`${verdict} ${profile}, seed ${seed}: ${total(result)} faults, ${jobs} programs, ${seconds} s`);
  for (const { rule, about, detail, around } of violations) {
    console.log(`      ${rule}: ${about}: ${detail}`);
    for (const { ms, kind, text } of around) {
      console.log(`        ${String(ms).padStart(6)} ms ${kind.padEnd(7)} ${text}`);
    }
  }
  if (violations.length === 0) return;
  console.log(`      Replay: npm run test:chaos -- --seed ${seed} --profile ${profile} --rounds 1`);
}
