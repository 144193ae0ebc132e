import type { TmuxInfo } from '../store/index.js';

/** Workers that are known, as far as their sessions go. */
export interface WorkersState {
  readonly workers: readonly {
    readonly name: string;
    readonly tmux: TmuxInfo;
    /** Address of the host. */
    readonly host?: string;
  }[];
}

/**
 * Whether another worker is in the same session: that of the same name, on the same socket, and, where `state` tells of
 * hosts, on the host of the worker that is left out.
 *
 * @example
 * if (!sessionHasOtherWorkers(state, 'swarm-a1b2c3d4', 'worker1')) await killSession('swarm-a1b2c3d4');
 */
export function sessionHasOtherWorkers(
  state: WorkersState,
  session: string,
  excludeWorker: string,
  socket: string | null = null,
): boolean {
  const host = state.workers.find(({ name }) => name === excludeWorker)?.host;
  return state.workers.some(
    (worker) =>
      worker.name !== excludeWorker &&
      worker.tmux.session === session &&
      worker.tmux.socket === socket &&
      (host === undefined || worker.host === undefined || worker.host === host),
  );
}
