import type { PaneDelivery } from '../delivery/pane-delivery.js';
import type { Profile } from '../panes/index.js';
import type { Runs } from '../runs/runs.js';
import type { Store } from '../store/index.js';
import type { Tmux } from '../tmux/index.js';
import type { WorkersConfig } from './workers-options.js';

/** What the parts of the room work with. */
export interface WorkerServices {
  readonly store: Store;
  readonly config: WorkersConfig;
  readonly clock: () => Date;
  /** The time by the clock that all processes share: that of the host. By our own where the host does not answer. */
  now(host: string): Promise<Date>;
  readonly shellStartMs: number;
  /** Address of the host for workers that name none. */
  readonly host: string;
  /** Session for workers that name none. */
  readonly session: string;
  readonly prefix: string;
  /** Hash of the state folder: whose workers these are. */
  readonly owner: string;
  /** The connection to a host, made when it is first needed. */
  tmux(host: string): Promise<Tmux>;
  /** What runs, screens and agents need is much, and a list of workers needs none of it. */
  runs(): Promise<Runs>;
  delivery(tmux: Tmux): Promise<PaneDelivery>;
  profiles(): Promise<readonly Profile[]>;
}
