import type { HostOptions } from '../../hosts/index.js';
import { connectPatiently, type Tmux } from '../../tmux/index.js';
import { type Problem, problem } from '../problem.js';
import { KnownTree } from './known-tree.js';
import type { SessionTree } from './session-tree.js';
import { TreeChanges } from './tree-changes.js';

export interface WatchSessionsOptions {
  /**
   * Address of the host.
   * @default 'local'
   */
  readonly host?: string;
  readonly hostOptions?: HostOptions;
  /** Ends the watch; that is no error. */
  readonly signal?: AbortSignal;
}

export interface SessionsUpdate {
  readonly tree: SessionTree;
  /** Why the host cannot be asked at the moment; the watch goes on, and the tree is empty meanwhile. */
  readonly problem: Problem | undefined;
}

/**
 * The sessions of a host now, and again whenever something about them changes. It goes on when the server ends, and
 * sees the next one that starts. Only a host that cannot be reached at the beginning is an error.
 *
 * @example
 * for await (const { tree } of watchSessions({ host: 'local', signal })) console.log(tree.sessions.length);
 */
export async function* watchSessions(
  options: WatchSessionsOptions = {},
): AsyncGenerator<SessionsUpdate, void, undefined> {
  const signal = options.signal ?? new AbortController().signal;
  await using tmux = await connectPatiently(options.host ?? 'local', options.hostOptions);
  using changes = new TreeChanges(tmux, signal);
  let last = '';
  while (await changes.next()) {
    const update = await look(tmux);
    if (signal.aborted) return;
    // Much of what tmux tells changes nothing that the tree shows.
    const text = JSON.stringify(update);
    if (text === last) continue;
    last = text;
    yield update;
  }
}

async function look(tmux: Tmux): Promise<SessionsUpdate> {
  try {
    return { tree: await KnownTree.of(tmux).read(), problem: undefined };
  } catch (error) {
    return { tree: { host: tmux.place, sessions: [] }, problem: problem(error) };
  }
}
