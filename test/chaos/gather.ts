import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type JournalCursor, JournalPlace } from '../../src/store/journal-place.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import type {
  CommandEvidence,
  DeliveryEvidence,
  Evidence,
  JournalEvidence,
  RecordingEvidence,
  RunEvidence,
} from './evidence.js';
import { gatherRuns } from './gather-runs.js';
import { findLeftovers } from './leftovers.js';
import { WORKER } from './workload.js';
import type { World } from './world.js';

/** How long readers of the journal may need for the last event. */
const CATCH_UP_MS = 30_000;

/** Ends the processes of a round, and collects everything that the checker looks at. */
export async function gatherEvidence(world: World): Promise<Evidence> {
  const { drivers, readers, clients, serves } = world;
  await Promise.all([...drivers, ...readers].map((process) => process.close()));
  await using store = await openStore(world.actorSettings.store);
  const runs = await gatherRuns(world, store);
  const journal = await journalOf(world, store);
  const sent = await deliveries(world);
  await Promise.all(clients.map((client) => client.close()));
  await Promise.all(serves.map((serve) => serve.close()));
  return {
    runs,
    deliveries: sent,
    journal,
    commands: commandsOf(world, runs),
    recordings: await recordingsOf(world, runs),
    leftovers: await findLeftovers(world, runs),
    processes: { ended: world.endedProcesses, stuck: world.stuckProcesses, errors: world.errors },
  };
}

/** Readers must have everything up to an event that is there now. */
async function journalOf({ clients }: World, store: Store): Promise<JournalEvidence> {
  const { last } = await store.journal.span();
  const deadline = performance.now() + CATCH_UP_MS;
  while (!clients.every((client) => client.hasEvents(last)) && performance.now() < deadline) await delay(20);
  const stored: JournalCursor[] = [];
  for (let more = true; more; ) {
    const events = await store.journal.since(stored.at(-1) ?? 0, { limit: 500 });
    stored.push(...events.map(({ id }) => id));
    more = events.length > 0;
  }
  const upTo = (ids: readonly JournalCursor[]): JournalCursor[] =>
    ids.filter((id) => last.covers(JournalPlace.parse(id)));
  const readers = clients.map(({ name: by, since, events }) => ({ by, since, ids: upTo(events) }));
  return { stored: upTo(stored), readers };
}

async function deliveries(world: World): Promise<DeliveryEvidence[]> {
  const { drivers, clients, truth, serverEnds } = world;
  const mayBeGone = serverEnds.length > 0;
  const lines = async (file: string): Promise<string[]> =>
    (await readFile(join(truth, file), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  const chats = drivers.map(async ({ chats: sent }, i): Promise<DeliveryEvidence> => {
    const to = `chat${i}`;
    const isIn = async (): Promise<boolean> => {
      const arrived = await lines(`${to}.chat`);
      return sent.every(
        ({ text, outcome }) => outcome !== 'accepted' || arrived.some((line) => line.endsWith(` ${text}`)),
      );
    };
    const deadline = performance.now() + CATCH_UP_MS;
    while (!mayBeGone && !(await isIn()) && performance.now() < deadline) await delay(50);
    const arrived = await lines(`${to}.chat`);
    // The variable of the request and the prompt have the same text.
    return { to, sent, arrived: arrived.map((line) => /^(\S+) \1$/.exec(line)?.[1] ?? line), mayBeGone };
  });
  const taken = await lines(`${WORKER}.lines`);
  const sends = clients.map(({ lines: sent }, i): DeliveryEvidence => {
    const arrived = taken.filter(
      (line) => line.startsWith(`line${i}-`) || (i === 0 && !/^line\d-\d+$/.test(line)),
    );
    return { to: `worker of client ${i + 1}`, sent, arrived, mayBeGone };
  });
  return [...(await Promise.all(chats)), ...sends];
}

/** Those that were left alone by everything but a stop. */
function commandsOf({ commands }: World, runs: readonly RunEvidence[]): CommandEvidence[] {
  return commands.all
    .filter(({ isKilled }) => !isKilled)
    .flatMap(({ job, stdout, code }) => {
      const run = runs.find((one) => one.job.name === job.name);
      const started = (run?.truth.starts ?? 0) > 0;
      return run ? [{ job, started, stdout, code: code ?? null, excuses: run.excuses }] : [];
    });
}

async function recordingsOf(
  { folder, recorded }: World,
  runs: readonly RunEvidence[],
): Promise<RecordingEvidence[]> {
  const casts = join(folder, 'casts');
  const names = await readdir(casts);
  const own = runs.filter(({ job }) => names.includes(`${job.name}.cast`));
  return Promise.all(
    own.map(async ({ job, excuses }) => {
      const shown = outputOf(await readFile(join(casts, `${job.name}.cast`), 'utf8'));
      const complete = recorded.has(job.name);
      return { job, output: shown ?? '', valid: shown !== undefined, complete, excuses };
    }),
  );
}

/** What a recording shows; `undefined` where a line of it is not whole. */
function outputOf(cast: string): string | undefined {
  // A process that was killed may have been writing its last line.
  const whole = cast.split('\n').slice(1, -1);
  try {
    const events = whole.map((line) => JSON.parse(line) as [number, string, string]);
    return events.flatMap(([, kind, data]) => (kind === 'o' ? [data] : [])).join('');
  } catch {
    return undefined;
  }
}
