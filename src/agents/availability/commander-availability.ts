import { EventEmitter } from 'node:events';
import { agentsDefaults } from '../../config/index.js';
import { formatHostAddress, parseHostAddress } from '../../model/index.js';
import { type Context, type HeldContext, holdContext } from '../../panes/index.js';
import type { HealthResult } from '../../status/index.js';
import { type ConnectOptions, type HostTarget, Tmux } from '../../tmux/index.js';
import { type CommanderPane, HostAgents } from './host-agents.js';

export type { CommanderPane } from './host-agents.js';

export interface CommanderAvailabilityOptions {
  readonly config?: {
    /** @default 30000 */
    readonly healthCheckIntervalMs?: number;
    /** @default 5000 */
    readonly subprocessTimeoutMs?: number;
    /** How hosts are reached. */
    readonly connect?: ConnectOptions;
  };
  /** What it shares with other services, instead of its own `clock` and `config.connect`. */
  readonly context?: Context;
  readonly clock?: () => Date;
}

export interface CommanderTarget extends CommanderPane {
  readonly host: HostTarget;
}

/** An agent can be reached now, or cannot any more. */
export interface CommanderAvailabilityEvent {
  readonly agent_id: string;
  readonly available: boolean;
  /** ISO 8601. */
  readonly timestamp: string;
}

interface Registered {
  readonly host: string | Tmux;
  available: boolean;
  health: HealthResult | undefined;
}

/**
 * Knows of registered agents whether their pane is there. All are looked at every half minute, by one query for each
 * tmux server; a pane that closes is noticed by what tmux tells.
 *
 * @example
 * await using availability = new CommanderAvailability().start();
 * availability.on('commander_availability', ({ agent_id, available }) => console.log(agent_id, available));
 * await availability.register('agent-1', { host: 'local', paneId: '%3' });
 */
export class CommanderAvailability
  extends EventEmitter<{ commander_availability: [event: CommanderAvailabilityEvent] }>
  implements AsyncDisposable
{
  readonly #intervalMs: number;
  readonly #timeoutMs: number;
  readonly #held: HeldContext;
  readonly #agents = new Map<string, Registered>();
  readonly #hosts = new Map<string | Tmux, HostAgents>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor({ config = {}, context, clock }: CommanderAvailabilityOptions = {}) {
    super();
    this.#intervalMs = config.healthCheckIntervalMs ?? agentsDefaults.healthCheckIntervalMs;
    this.#timeoutMs = config.subprocessTimeoutMs ?? agentsDefaults.subprocessTimeoutMs;
    const times = { timeoutMs: this.#timeoutMs, commandTimeoutMs: this.#timeoutMs };
    this.#held = holdContext(context, { connect: { ...times, ...config.connect }, store: false, clock });
  }

  /** Begins to look at all agents at regular times. */
  start(): this {
    if (this.#timer || this.#closed) return this;
    this.#timer = setInterval(() => void this.check(), this.#intervalMs);
    this.#timer.unref();
    return this;
  }

  /** Looks at the agent at once, and from then on; resolves with whether it is available. */
  async register(agentId: string, target: CommanderTarget): Promise<boolean> {
    const { host: given, ...pane } = target;
    const host = given instanceof Tmux ? given : addressOf(given);
    const before = this.#agents.get(agentId);
    if (before && before.host !== host) this.unregister(agentId);
    const available = before?.available ?? false;
    this.#agents.set(agentId, { host, available, health: before?.health });
    const agents = this.#hosts.get(host) ?? this.#addHost(host);
    agents.add(agentId, pane);
    await agents.check();
    return this.isAvailable(agentId);
  }

  /** Forgets an agent. That nobody looks any more is no news about its pane: no event. */
  unregister(agentId: string): void {
    const agent = this.#agents.get(agentId);
    if (!agent) return;
    this.#agents.delete(agentId);
    const agents = this.#hosts.get(agent.host);
    agents?.delete(agentId);
    if (agents?.size !== 0) return;
    this.#hosts.delete(agent.host);
    void agents.close();
  }

  /** Whether the agent's pane was there at the last look; `false` for one that is not registered. */
  isAvailable(agentId: string): boolean {
    return this.#agents.get(agentId)?.available ?? false;
  }

  /** What the last look at an agent saw. */
  healthOf(agentId: string): HealthResult | undefined {
    return this.#agents.get(agentId)?.health;
  }

  /** Looks at all agents now; a host that fails or hangs keeps no other one from its turn. */
  async check(): Promise<void> {
    await Promise.all([...this.#hosts.values()].map((agents) => agents.check()));
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    const hosts = [...this.#hosts.values()];
    this.#hosts.clear();
    this.#agents.clear();
    await Promise.all(hosts.map((agents) => agents.close()));
    await this.#held.release();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #addHost(host: string | Tmux): HostAgents {
    const agents = new HostAgents({
      connect: () => this.#held.context.connect(host),
      timeoutMs: this.#timeoutMs,
      tell: (agentId, available, health) => this.#tell(agentId, available, health),
    });
    this.#hosts.set(host, agents);
    return agents;
  }

  #tell(agentId: string, available: boolean, health: HealthResult): void {
    const agent = this.#agents.get(agentId);
    if (!agent) return;
    const changed = agent.available !== available;
    agent.available = available;
    agent.health = health;
    if (!changed) return;
    this.emit('commander_availability', {
      agent_id: agentId,
      available,
      timestamp: this.#held.context.clock().toISOString(),
    });
  }
}

function addressOf(host: Exclude<HostTarget, Tmux>): string {
  return formatHostAddress(typeof host === 'string' ? parseHostAddress(host) : host);
}
