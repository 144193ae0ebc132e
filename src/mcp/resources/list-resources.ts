import type { ListResourcesResult, Resource } from '@modelcontextprotocol/server';
import { invoke, type OperationContext, paneList, type Runtime, runList } from '../../operations/index.js';
import { paneUri, type ResourceAddress, runUri } from './resource-address.js';

export interface ListResourcesOptions {
  readonly runtime: Runtime;
  readonly kinds: ReadonlySet<ResourceAddress['kind']>;
  readonly cursor: string | undefined;
  readonly signal: AbortSignal;
  readonly caller?: OperationContext['caller'];
}

/**
 * The panes of this machine first, then the runs, the newest first, a page at a time. Other hosts are not asked for
 * that: one that is slow would hold up a client which only wants to know what there is.
 */
export async function listResources(options: ListResourcesOptions): Promise<ListResourcesResult> {
  const { kinds, cursor } = options;
  const panes = kinds.has('pane') && cursor === undefined ? await paneResources(options) : [];
  if (!kinds.has('run')) return { resources: panes };
  const { resources, nextCursor } = await runResources(options);
  return { resources: [...panes, ...resources], ...(nextCursor !== undefined && { nextCursor }) };
}

async function paneResources(options: ListResourcesOptions): Promise<Resource[]> {
  // Without tmux there are no panes; runs on other hosts may be known all the same.
  const { sessions } = await invoke(paneList, {}, contextOf(options)).catch(() => ({ sessions: [] }));
  return sessions.flatMap(({ name, windows }) =>
    windows.flatMap((window) =>
      window.panes.map(({ id, command, cwd, index }) => ({
        uri: paneUri(id),
        name: `pane ${id}`,
        title: `${name}:${window.index}.${index} ${command}`,
        description: `The screen of ${command} in ${cwd}`,
        mimeType: 'text/plain',
      })),
    ),
  );
}

async function runResources(
  options: ListResourcesOptions,
): Promise<{ resources: Resource[]; nextCursor?: string | undefined }> {
  const { cursor } = options;
  const input = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
  const { runs, nextCursor } = await invoke(runList, input, contextOf(options));
  const resources = runs.map(({ id, command, state, host }) => ({
    uri: runUri(id),
    name: `run ${id}`,
    title: shortened(command ?? id),
    description: `The log of a run on ${host}, which is ${state}`,
    mimeType: 'text/plain',
  }));
  return { resources, nextCursor };
}

const PAGE = 50;

function contextOf({ runtime, signal, caller }: ListResourcesOptions): OperationContext {
  return { runtime, signal, caller, progress: () => {} };
}

function shortened(command: string): string {
  const [line = ''] = command.trim().split('\n', 1);
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}
