import { Deadline, isMuxError, MuxError } from '../../model/index.js';
import type { Run } from '../run.js';
import type { StartOptions } from '../runs-options.js';
import { scrubRun } from '../scrub-run.js';
import { answerPrompts } from './answer-prompts.js';
import { type Flow, flowDefaults } from './flow.js';
import { commandFailed, inFlow, valueMissing } from './flow-error.js';
import type { FlowOptions, FlowPlace, FlowResult } from './flow-options.js';
import { knownSecrets } from './flow-secrets.js';
import { FlowTalk } from './flow-talk.js';

/**
 * Runs a flow to its end: answers what the command asks, keeps what it was run for, and scrubs the secrets from
 * everything else. Where it fails the command is ended, and the secrets are scrubbed all the same.
 *
 * @example
 * const { credentials } = await runFlow({ runs, tmux, store }, claudeTokenFlow, {
 *   inputs: { code: ({ values }) => askPerson(`Sign in at ${values.url}, then paste the code: `) },
 * });
 */
export async function runFlow(place: FlowPlace, flow: Flow, options: FlowOptions = {}): Promise<FlowResult> {
  const { tmux, store, runs } = place;
  if (flow.store?.length && !store) {
    throw new MuxError('INVALID_ARGUMENT', `The flow ${flow.name} has no store for its credentials.`, {
      suggestion: 'Give it a store.',
    });
  }
  const { timeoutMs = flowDefaults.timeoutMs, signal } = options;
  using deadline = new Deadline({
    what: `The flow ${flow.name}`,
    timeoutMs,
    ...(signal && { signal }),
  });
  if (deadline.error) throw deadline.error;
  const run = await runs.start(flow.command, { host: tmux, ...startOptions(flow, options) });
  using talk = new FlowTalk(flow, options, run, { host: tmux.host, pane: tmux.pane(run.paneId) });
  try {
    talk.tell({ type: 'started', runId: run.id });
    await deadline.race(talk.listen());
    const status = await answerPrompts(talk, deadline);
    talk.tell({ type: 'finished', status });
    await Promise.all([talk.look(), deadline.race(logIsWhole(run))]);
    if (status.code !== 0) throw commandFailed(flow, status);
    const credentials = await keep(place, flow, talk, run);
    await cleanUp(place, run, talk, options.interactive ?? false);
    return { runId: run.id, status, values: talk.values.open, credentials };
  } catch (error) {
    await talk.look().catch(() => {});
    const screen = talk.shown(await lastShown(talk));
    // What went wrong first is what counts; that a secret may be left is told with it.
    const scrubbed = await cleanUp(place, run, talk, false).then(
      () => true,
      () => false,
    );
    throw inFlow(error, { flow: flow.name, runId: run.id, screen, scrubbed });
  }
}

function startOptions(flow: Flow, options: FlowOptions): StartOptions {
  const { session, cwd, login, tags, size = flow.size } = options;
  return {
    ...knownSecrets(flow, options),
    ...(session !== undefined && { session }),
    ...(cwd !== undefined && { cwd }),
    ...(login !== undefined && { login }),
    ...(tags && { tags }),
    ...(size && { size }),
    env: { ...flow.env, ...options.env },
    // It shows a credential that is scrubbed everywhere later, and a recording is another place.
    recording: false,
    // The pane must outlive the command, or what it showed last might be gone before it was read.
    interactive: true,
    promptDetectors: flow.steps.map(({ when }) => when),
    type: flow.name,
  };
}

/** Keeps the credentials; all are looked for before the first is kept. */
async function keep({ store }: FlowPlace, flow: Flow, talk: FlowTalk, run: Run): Promise<string[]> {
  const wanted = (flow.store ?? []).map((credential) => {
    const value = talk.values.get(credential.value)?.value;
    if (value === undefined) throw valueMissing(flow, credential.value);
    return { ...credential, value };
  });
  const { open } = talk.values;
  const ids: string[] = [];
  for (const { agent, name, value, metadata = [] } of wanted) {
    const beside = metadata.flatMap((key) => (open[key] === undefined ? [] : [[key, open[key]]]));
    const stored = await store?.credentials.put({
      agent,
      name,
      value,
      runId: run.id,
      metadata: Object.fromEntries(beside),
    });
    if (!stored) continue;
    ids.push(stored.id);
    talk.tell({ type: 'stored', credential: stored.id });
  }
  return ids;
}

/** Leaves nothing secret, and nothing that runs, unless the pane is to stay. */
async function cleanUp({ tmux, store }: FlowPlace, run: Run, talk: FlowTalk, stays: boolean): Promise<void> {
  if (!stays) {
    await run.end({ graceMs: flowDefaults.graceMs });
    await logIsWhole(run);
  }
  const folder = run.logPath.replace(/\/[^/]*$/, '');
  const place = { id: run.id, tmux, folder, pane: stays ? talk.pane : undefined };
  await scrubRun(place, talk.secrets, { store });
  if (!stays) await run.close();
}

/** Resolves when everything that the command printed is in the log, and its end is on record. */
async function logIsWhole(run: Run): Promise<void> {
  await run.harvest(0, { maxBytes: 1_024 }).catch((error: unknown) => {
    if (!isMuxError(error, 'LOG_UNAVAILABLE')) throw error;
  });
}

const SHOWN_LINES = 40;

async function lastShown({ pane, printed }: FlowTalk): Promise<string> {
  const shown = await pane.capture({ history: SHOWN_LINES, joined: true }).catch(printed);
  return shown.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
}
