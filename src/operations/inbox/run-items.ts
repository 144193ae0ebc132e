import { Deadline } from '../../model/index.js';
import type { RunRecord, WaitingItem } from '../../store/index.js';
import { time } from '../fields.js';
import { openRun } from '../runs/open-run.js';
import { type InboxContext, isOn, LOOK_MS, MOST_LOOKS } from './inbox-context.js';

/** The runs that wait for input, where nobody watches: each of them is looked at. */
export async function runItems(context: InboxContext): Promise<WaitingItem[]> {
  const store = await context.runtime.store();
  const { runs } = await store.runs.list({ state: 'running', limit: MOST_LOOKS });
  const names = new Map((await store.workers.list()).map(({ runId, name }) => [runId, name]));
  const known = new Map((await store.inbox.list()).map((item) => [item.id, item]));
  const items = runs
    .filter(({ host }) => isOn(context, host))
    .map((record) => runItem(context, record, names.get(record.id), known.get(record.id)));
  return (await Promise.all(items)).flatMap((item) => item ?? []);
}

async function runItem(
  { runtime, signal }: InboxContext,
  record: RunRecord,
  worker: string | undefined,
  known: WaitingItem | undefined,
): Promise<WaitingItem | undefined> {
  using deadline = new Deadline({ what: `Checking run ${record.id}`, timeoutMs: LOOK_MS, signal });
  return deadline.race(lookAt(runtime, record, worker, known)).catch(() => known);
}

async function lookAt(
  runtime: InboxContext['runtime'],
  { id, host, paneId, command }: RunRecord,
  name: string | undefined,
  known: WaitingItem | undefined,
): Promise<WaitingItem | undefined> {
  const { run } = await openRun(runtime, id);
  const status = await run.status();
  if (status.state !== 'waiting-for-input' || status.idle || status.confidence === 'guess') return undefined;
  const { title, question, fingerprint, options, kind: promptKind } = status;
  const prompt = title ?? status.prompt;
  const isKnown = known !== undefined && known.prompt === prompt;
  return {
    ...{ id, kind: 'run', host, command },
    ...(paneId !== undefined && { paneId }),
    ...(name !== undefined && { name }),
    ...(prompt !== undefined && { prompt }),
    ...(question !== undefined && { question }),
    ...(fingerprint !== undefined && { fingerprint }),
    ...(promptKind !== undefined && { promptKind }),
    ...(options && { options }),
    since: isKnown ? known.since : time(new Date()),
  };
}
