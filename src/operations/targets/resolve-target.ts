import {
  callOf,
  didYouMean,
  isMuxError,
  MuxError,
  parseHostAddress,
  phrase,
  shownText,
} from '../../model/index.js';
import { parseRunNote, RUN_OPTION, targetPane } from '../../runs/index.js';
import type { Store } from '../../store/index.js';
import type { Pane, Tmux } from '../../tmux/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { type NamedPane, namedPanes, type TargetKind } from './named-panes.js';

/** What a target means: one pane, and who keeps it. */
export interface Target {
  readonly kind: TargetKind;
  /** Id or name of the run, worker or agent; the pane id otherwise. */
  readonly name: string;
  /** Address of the host. */
  readonly host: string;
  readonly tmux: Tmux;
  readonly pane: Pane;
}

/**
 * The one way to a pane: `%7`, `work:1.0`, the id of a run, the name of a worker, the id or name of an agent. Names
 * are looked up first, so that a worker called `work` is not taken for the session of that name; `work:` is that.
 *
 * @example
 * const { pane } = await resolveTarget(runtime, 'reviewer');
 */
export async function resolveTarget(runtime: BaseRuntime, target: string, host?: string): Promise<Target> {
  if (/^%\d+$/.test(target) || /[:.]/.test(target)) return onHost(runtime, target, host ?? 'local');
  const store = await runtime.store();
  const [found, second] = distinct(await namedPanes(store, target, host && parseHostAddress(host)));
  if (found && second) throw ambiguous(target, [found, second]);
  if (found) {
    const tmux = await runtime.connect(found.host);
    const pane = tmux.pane(found.paneId);
    if (!(await isStillThere(found, tmux, pane))) throw paneGone(found);
    const { kind, name } = found;
    return { kind, name, host: tmux.place, tmux, pane };
  }
  try {
    return await onHost(runtime, target, host ?? 'local');
  } catch (error) {
    if (!isMuxError(error, 'PANE_NOT_FOUND')) throw error;
    throw await notFound(store, target, host ?? 'local');
  }
}

async function onHost(runtime: BaseRuntime, target: string, host: string): Promise<Target> {
  const tmux = await runtime.connect(host);
  const pane = await targetPane(tmux, target);
  return { kind: 'pane', name: pane.id, host: tmux.place, tmux, pane };
}

/** A worker is a run, and an agent may be in it: the same pane under several names is one thing. */
function distinct(found: readonly NamedPane[]): NamedPane[] {
  const panes = new Map(found.map((one) => [`${one.host} ${one.paneId}`, one]));
  return [...panes.values()];
}

/** After a restart of tmux another program may be in a pane of the same id. */
async function isStillThere({ runId, server }: NamedPane, tmux: Tmux, pane: Pane): Promise<boolean> {
  if (server !== undefined && tmux.server) return server === `${tmux.server.pid}:${tmux.server.startTime}`;
  if (runId === undefined) return true;
  try {
    return parseRunNote((await pane.options.get(RUN_OPTION)) ?? '')?.id === runId;
  } catch (error) {
    if (isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER', 'TMUX_COMMAND_FAILED')) return false;
    throw error;
  }
}

function paneGone({ kind, name, host, paneId }: NamedPane): MuxError {
  return new MuxError('PANE_NOT_FOUND', `The pane of the ${kind} '${name}' on ${host} no longer exists.`, {
    suggestion:
      kind === 'agent' ? 'Start the agent again.' : 'Check its status and output, and start it again.',
    details: { target: name, host, paneId },
  });
}

function ambiguous(target: string, found: readonly NamedPane[]): MuxError {
  const meant = found.map(({ kind, host, paneId }) => `the ${kind} in ${paneId} on ${host}`);
  return new MuxError('TARGET_AMBIGUOUS', `'${target}' is ambiguous: it is ${meant.join(' and ')}.`, {
    suggestion: 'Give the pane id, with its host.',
    details: { target, panes: found.map(({ host, paneId }) => ({ host, paneId })) },
  });
}

async function notFound(store: Store, target: string, host: string): Promise<MuxError> {
  const [workers, agents] = await Promise.all([store.workers.list(), store.agents.list({ live: true })]);
  const names = [...workers.map(({ name }) => name), ...agents.flatMap(({ name }) => name ?? [])];
  return new MuxError(
    'TARGET_NOT_FOUND',
    `'${shownText(target)}' is not a worker, agent or run, nor a tmux session on ${host}.`,
    {
      suggestion:
        didYouMean(shownText(target), names) ??
        phrase`${callOf('worker.list')} and ${callOf('pane.list', { host })} list the targets.`,
      details: { target, host },
    },
  );
}
