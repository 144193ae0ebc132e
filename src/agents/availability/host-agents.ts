import { randomBytes } from 'node:crypto';
import { Coalesced } from '../../model/index.js';
import { checkHealthOf, type HealthResult } from '../../status/index.js';
import { FormatWatch, type Notification, type Tmux } from '../../tmux/index.js';

/** The pane of an agent, and what tells it from another one that gets the same id later. */
export interface CommanderPane {
  readonly paneId: string;
  /** Which run of the tmux server it belongs to, as `pid:start`; taken from the first look without it. */
  readonly server?: string | undefined;
  /** The first process of the pane; likewise. */
  readonly panePid?: number | undefined;
  /** The programs of its profile. */
  readonly programs?: readonly string[] | undefined;
}

export interface HostAgentsOptions {
  connect(): Promise<Tmux>;
  readonly timeoutMs: number;
  /** Told of every look at an agent. */
  tell(agentId: string, available: boolean, health: HealthResult): void;
}

/** The agents of one tmux server: all are looked at by one query, and whenever tmux tells that panes may be gone. */
export class HostAgents {
  readonly #options: HostAgentsOptions;
  readonly #panes = new Map<string, CommanderPane>();
  readonly #subscription = `muxwright-${randomBytes(4).toString('hex')}`;
  #tmux: Tmux | undefined;
  #allPanes: FormatWatch | undefined;
  readonly #checks = new Coalesced(() => this.#check());
  #closed = false;

  constructor(options: HostAgentsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#panes.size;
  }

  add(agentId: string, pane: CommanderPane): void {
    this.#panes.set(agentId, pane);
  }

  delete(agentId: string): void {
    this.#panes.delete(agentId);
  }

  /** Resolves when all agents have been looked at since the call; never rejects. Many calls make few queries. */
  check(): Promise<void> {
    return this.#checks.run();
  }

  /** A look that is under way is not waited for: its host may hang, and nothing comes of it. */
  async close(): Promise<void> {
    this.#closed = true;
    const tmux = this.#tmux;
    tmux?.off('notification', this.#heard).off('connected', this.#connected).off('disconnected', this.#lost);
    await this.#allPanes?.end();
  }

  async #check(): Promise<void> {
    const panes = [...this.#panes];
    if (panes.length === 0 || this.#closed) return;
    const results = await this.#look(panes.map(([, pane]) => pane));
    for (const [n, [agentId, pane]] of panes.entries()) {
      const health = results[n];
      if (health) this.#judge(agentId, pane, health);
    }
  }

  async #look(panes: readonly CommanderPane[]): Promise<readonly HealthResult[]> {
    try {
      const tmux = await this.#options.connect();
      this.#listen(tmux);
      return await checkHealthOf(tmux, panes, { timeoutMs: this.#options.timeoutMs });
    } catch (error) {
      const health = unreachable((error as Error).message);
      return panes.map(() => health);
    }
  }

  #judge(agentId: string, pane: CommanderPane, health: HealthResult): void {
    // It may have been taken out, or moved, while the answer was on its way.
    if (this.#closed || this.#panes.get(agentId) !== pane) return;
    const stranger = strangerIn(pane, health);
    if (stranger !== undefined) {
      const evidence = { available: false, running: false, evidence: stranger };
      return this.#options.tell(agentId, false, { ...health, ...evidence });
    }
    if (health.available)
      this.#panes.set(agentId, { ...pane, server: health.server, panePid: health.panePid });
    this.#options.tell(agentId, health.available && !health.dead, health);
  }

  #listen(tmux: Tmux): void {
    if (this.#tmux === tmux || this.#closed) return;
    this.#tmux = tmux;
    tmux.on('notification', this.#heard).on('connected', this.#connected).on('disconnected', this.#lost);
    this.#allPanes?.[Symbol.dispose]();
    // Without control mode nobody is told of anything, and only the regular checks are left.
    this.#allPanes = new FormatWatch(tmux, this.#subscription, ALL_PANES);
  }

  readonly #heard = (notification: Notification): void => {
    const isOurs = notification.type === 'subscription-changed' && notification.name === this.#subscription;
    if (isOurs || CHANGES.has(notification.type)) void this.check();
  };

  readonly #connected = (): void => {
    void this.check();
  };

  readonly #lost = (): void => void this.check();
}

/**
 * tmux tells every client of windows that close, but only those in the same session of a pane that leaves a split
 * window, and nobody of a program that ends in a pane which stays. So it is asked to compare, once a second, the panes
 * of all sessions with those of the second before.
 */
const ALL_PANES = '#{S:#{W:#{P:#{pane_id}#{?pane_dead,x,} }}}';
const CHANGES: ReadonlySet<string> = new Set(['window-close', 'layout-change', 'sessions-changed']);

/** Who has the pane's id now, if not the agent. */
function strangerIn({ server, panePid }: CommanderPane, health: HealthResult): string | undefined {
  if (!health.available) return undefined;
  if (server !== undefined && server !== health.server) {
    return 'the tmux server was started again, and its pane of that id is another one';
  }
  if (panePid !== undefined && panePid !== health.panePid) return 'another program was started in the pane';
  return undefined;
}

function unreachable(evidence: string): HealthResult {
  return {
    available: false,
    running: false,
    command: undefined,
    pid: undefined,
    dead: false,
    evidence,
    panePid: undefined,
    server: undefined,
  };
}
