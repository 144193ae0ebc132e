import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMuxError } from '../../src/model/mux-error.js';
import { recoverRuns } from '../../src/runs/recover-runs.js';
import type { Run } from '../../src/runs/run.js';
import type { JournalEvent } from '../../src/store/journal-event.js';
import type { JournalCursor } from '../../src/store/journal-place.js';
import type { RunRecord } from '../../src/store/run-record.js';
import type { Store } from '../../src/store/store.js';
import { TmuxAutomation } from '../../src/systems/tmux-automation.js';
import { connect } from '../../src/tmux/connect.js';
import type { Excuses, ProgramTruth, RunEvidence, StoredRun } from './evidence.js';
import { answerText, type Job, questionIn } from './job.js';
import type { BookedJob } from './job-book.js';
import type { World } from './world.js';

/** How long a run that nobody drove is waited for. */
const LAST_MS = 45_000;

/** What a fresh process finds out about all runs when everything is over. */
export async function gatherRuns(world: World, store: Store): Promise<RunEvidence[]> {
  const { actorSettings: settings, address, book } = world;
  const { logFolder } = settings;
  await using tmux = await connect(address, settings.connect);
  await using automation = new TmuxAutomation({ store, config: { logFolder, connect: settings.connect } });
  await recoverRuns(tmux, store, { folder: logFolder, startingMs: 0 });
  const records = await recordsByJob(store);
  const jobs = [...book.jobs.values()];
  await Promise.all(
    jobs.map(async ({ job }) => {
      for (const { id } of records.get(job.name) ?? []) await complete(world, automation, job, id);
    }),
  );
  await recoverRuns(tmux, store, { folder: logFolder, startingMs: 0 });
  const exits = await exitsInJournal(store);
  const all: RunEvidence[] = [];
  for (const booked of jobs) {
    const runs: StoredRun[] = [];
    for (const { id } of records.get(booked.job.name) ?? []) {
      runs.push(await storedRun({ world, automation, store }, id, exits.get(id) ?? 0));
    }
    all.push({
      job: booked.job,
      start: booked.run === undefined ? 'unknown' : 'started',
      truth: await truthOf(world, booked.job),
      runs,
      readers: [...booked.readers].map(([by, { parts, end }]) => ({ by, parts, end })),
      excuses: excusesOf(world, booked, runs),
    });
  }
  return all;
}

async function recordsByJob(store: Store): Promise<Map<string, RunRecord[]>> {
  const found = new Map<string, RunRecord[]>();
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await store.runs.list({ limit: 500, cursor });
    for (const record of page.runs) {
      const name = /program\.sh'? '?(j\d+)\b/.exec(record.command)?.[1];
      if (name) found.set(name, [...(found.get(name) ?? []), record]);
    }
    cursor = page.nextCursor;
  }
  return found;
}

/** Sees a run through to its end that may have lost its driver, and answers what it still asks. */
async function complete(world: World, automation: TmuxAutomation, job: Job, id: string): Promise<void> {
  try {
    const run = await automation.get(world.address, id);
    const deadline = performance.now() + LAST_MS;
    for (let left = LAST_MS; left > 0; left = deadline - performance.now()) {
      const status = await run.settled({ timeoutMs: left });
      if (status.state === 'finished') break;
      const asked = questionIn(status.prompt, job);
      if (asked?.typed === '') await run.send(answerText(job, asked.question));
      else if (asked) await run.sendKeys('Enter');
      await run.waitForText(/./, { timeoutMs: 100 }).catch(() => {});
    }
    await run.wholeLog({ timeoutMs: LAST_MS });
  } catch (error) {
    world.history.add(
      'error',
      `the end of run ${id} of ${job.name}: ${(error as Error).message.split('\n')[0]}`,
    );
  }
}

interface Finding {
  readonly world: World;
  readonly automation: TmuxAutomation;
  readonly store: Store;
}

async function storedRun(
  { world, automation, store }: Finding,
  id: string,
  exitEvents: number,
): Promise<StoredRun> {
  const run = await automation.get(world.address, id);
  const status = await run.status();
  const record = await store.runs.get(id);
  const { lines: log, fault } = await logOf(run);
  return {
    id,
    verdict:
      status.state === 'finished'
        ? { code: status.code, lost: status.lost === true, confidence: status.confidence }
        : undefined,
    stored: record?.finishedAt && { code: record.exitCode ?? -1, lost: record.lost },
    log,
    fault,
    exitEvents,
  };
}

/** The log, and why it ended early, as any reader gets both: what no file could take is with the pane. */
async function logOf(run: Run): Promise<{ lines: string[]; fault: string | undefined }> {
  const lines: string[] = [];
  let fault: string | undefined;
  try {
    for (let cursor = 0, more = true; more; ) {
      const part = await run.harvest(cursor);
      fault = part.fault;
      if (part.snapshot) break;
      lines.push(...part.entries.map(({ text }) => text));
      cursor = part.cursor;
      more = part.hasMore;
    }
  } catch (error) {
    if (!isMuxError(error, 'LOG_UNAVAILABLE')) throw error;
  }
  return { lines, fault };
}

async function exitsInJournal(store: Store): Promise<Map<string, number>> {
  const exits = new Map<string, number>();
  for (let last: JournalCursor = 0, more = true; more; ) {
    const events: readonly JournalEvent[] = await store.journal.since(last, {
      types: ['run_exit'],
      limit: 500,
    });
    for (const { id, target = '' } of events) {
      exits.set(target, (exits.get(target) ?? 0) + 1);
      last = id;
    }
    more = events.length > 0;
  }
  return exits;
}

async function truthOf({ truth }: World, { name }: Job): Promise<ProgramTruth> {
  const text = await readFile(join(truth, `${name}.truth`), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const after = (word: string): string[] =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  return {
    starts: after('started').length,
    answers: after('answer').map((line) => {
      const [question = '', ...words] = line.split(' ');
      return { question: Number(question), text: words.join(' ') };
    }),
    extra: after('extra'),
    ended: after('end').length > 0,
  };
}

/** By the faults that came while the job may have been running. */
function excusesOf(world: World, { begunMs, endedMs }: BookedJob, runs: readonly StoredRun[]): Excuses {
  const last = endedMs ?? Number.POSITIVE_INFINITY;
  const overlaps = ({ from, to }: { from: number; to: number }): boolean => to >= begunMs && from <= last;
  return {
    serverEnded: world.serverEnds.some((ms) => ms >= begunMs && ms <= last),
    recorderKilled: runs.some(({ id }) => world.recorderKills.has(id)),
    logUnwritable: world.unwritable.some(overlaps),
    storeAway: world.storeAway.some(overlaps),
  };
}
