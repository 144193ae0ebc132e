import { commandTitle, programTitle } from '../../model/command-title.js';
import { Deadline } from '../../model/deadline.js';
import type { RunRecord } from '../../store/run-record.js';
import { type WaitingRun, waitingThings } from '../events/waiting-things.js';
import { time } from '../fields.js';
import { runQuestion } from '../questions/run-question.js';
import { openRun } from '../runs/open-run.js';
import { shortCommand } from '../short-command.js';
import { type InboxContext, isOn, LOOK_MS, MOST_LOOKS } from './inbox-context.js';
import type { InboxItem } from './inbox-item.js';

/** The runs that wait for input. Where this process watches all runs it knows; else each of them is looked at. */
export async function runItems(context: InboxContext): Promise<InboxItem[]> {
  const { runtime } = context;
  const store = await runtime.store();
  const { runs: records } = await store.runs.list({ state: 'running', limit: MOST_LOOKS });
  const known = new Map((await waitingThings(store)).runs.map((run) => [run.id, run]));
  const names = new Map((await store.workers.list()).map(({ runId, name }) => [runId, name]));
  const isWatched = runtime.watchesAll;
  const items = await Promise.all(
    records
      .filter((record) => isOn(context, record.host) && (!isWatched || known.has(record.id)))
      .map((record) => runItem(context, record, known.get(record.id), names.get(record.id))),
  );
  return items.flatMap((item) => item ?? []);
}

async function runItem(
  { runtime, signal }: InboxContext,
  record: RunRecord,
  known: WaitingRun | undefined,
  worker: string | undefined,
): Promise<InboxItem | undefined> {
  using deadline = new Deadline({ what: `Looking at run ${record.id}`, timeoutMs: LOOK_MS, signal });
  const looking = runtime.watchesAll ? Promise.resolve(known) : lookAt(runtime, record, known);
  const waiting = await deadline.race(looking).catch(() => known);
  if (!waiting) return undefined;
  const redactor = await runtime.redactor();
  const { prompt } = waiting;
  const asked = await deadline.race(runQuestion(runtime, waiting)).catch(() => ({ prompt }));
  const command = redactor.text(record.command);
  return {
    id: record.id,
    kind: 'run',
    target: record.id,
    host: record.host,
    paneId: record.paneId,
    title: worker ?? programTitle(command),
    command: shortCommand(commandTitle(command)),
    ...asked,
    ...(asked.prompt !== undefined && { prompt: redactor.text(asked.prompt) }),
    ...(isKind(waiting.kind) && { promptKind: waiting.kind }),
    since: time(waiting.since),
  };
}

async function lookAt(
  runtime: InboxContext['runtime'],
  record: RunRecord,
  known: WaitingRun | undefined,
): Promise<WaitingRun | undefined> {
  const { run } = await openRun(runtime, record.id);
  const status = await run.status();
  if (status.state !== 'waiting-for-input' || status.idle || status.confidence === 'guess') return undefined;
  const { prompt, kind } = status;
  const since = known !== undefined && known.prompt === prompt ? known.since : new Date();
  return { id: record.id, prompt, kind, since };
}

function isKind(kind: string | undefined): kind is 'line' | 'password' | 'key' {
  return kind === 'line' || kind === 'password' || kind === 'key';
}
