import { EventEmitter } from 'node:events';
import { type AgentsConfig, agentsDefaults } from '../../config/index.js';
import { failedDelivery, type Receipt, type SendTextOptions } from '../../delivery/index.js';
import { PaneDelivery } from '../../delivery/pane-delivery.js';
import { isElsewhere, KeyedMutex, MuxError } from '../../model/index.js';
import { type HeldContext, holdContext } from '../../panes/index.js';
import type { AgentPrompt, Transition } from '../../status/index.js';
import {
  type AgentEvent,
  type AgentListOptions,
  type AgentQuestion,
  type AgentRecord,
  agentNotFound,
  type TurnListOptions,
  type TurnRecord,
} from '../../store/index.js';
import { CommanderAvailability } from '../availability/commander-availability.js';
import type { HookEvent } from '../hooks/hook-event.js';
import { HookReceiver } from '../hooks/hook-receiver.js';
import { hookEventOf } from '../hooks/parse-hook.js';
import { AgentPlaces } from './agent-places.js';
import { agentQuestion } from './agent-question.js';
import type { AgentServices } from './agent-services.js';
import { AgentWatches } from './agent-watches.js';
import type { AgentsEvents, AgentsOptions, AgentsStartOptions, RegisterOptions } from './agents-options.js';
import { handleHook } from './handle-hook.js';
import { HookSignals } from './hook-signals.js';
import { attend, endIfLost, registerAgent } from './register-agent.js';
import type { RespondOptions, RespondResult } from './respond.js';
import { respondToAgent } from './respond-to-agent.js';
import { keptText } from './turn-text.js';

/**
 * The agents in panes: which there are, what they do, what was said, and answers to their questions.
 *
 * @example
 * await using agents = new Agents();
 * await agents.start({ watch: true });
 * agents.on('state_changed', ({ data }) => console.log(data.agent_id, data.new_state));
 * await agents.respond('reviewer', '2', { mode: 'option' });
 */
export class Agents extends EventEmitter<AgentsEvents> implements AsyncDisposable {
  readonly #options: AgentsOptions;
  readonly #config: AgentsConfig;
  readonly #held: HeldContext;
  readonly #signals = new HookSignals();
  readonly #places: AgentPlaces;
  readonly #watches: AgentWatches;
  readonly #availability: CommanderAvailability;
  /** Changes of one agent are written in the order in which they were seen. */
  readonly #changes = new KeyedMutex();
  #receiver: HookReceiver | undefined;
  #watching = false;

  constructor(options: AgentsOptions = {}) {
    super();
    this.#options = options;
    const { connect, ...given } = options.config ?? {};
    const config = { ...agentsDefaults, ...given };
    this.#config = config;
    const timeoutMs = config.subprocessTimeoutMs;
    const { store, clock, profiles } = options;
    this.#held = holdContext(options.context, {
      connect: { timeoutMs, commandTimeoutMs: timeoutMs, ...connect },
      store,
      clock,
      profiles,
      profileFolders: {
        folders: config.profileFolders,
        projectFolders: config.projectProfileFolders ?? [],
      },
    });
    const { context } = this.#held;
    this.#places = new AgentPlaces(context, timeoutMs);
    this.#watches = new AgentWatches({
      clock: context.clock,
      profiles: () => context.profiles(),
      changed: (agentId, transition) => {
        this.#changes.run(agentId, () => this.#stateSeen(agentId, transition)).catch(() => {});
      },
    });
    this.#availability = new CommanderAvailability({ config, context });
    this.#availability.on('commander_availability', (event) => {
      void this.#availabilityChanged(event.agent_id, { ...event }).catch(() => {});
    });
  }

  /** Tells whether the panes of agents are there. */
  get availability(): CommanderAvailability {
    return this.#availability;
  }

  /** Begins to follow what agents do: reads their hooks, and looks after those that are known already. */
  async start(options: AgentsStartOptions = {}): Promise<this> {
    const { hooks = true, watch = false, onTrouble } = options;
    // Who only wants to know how things are ends no watch of somebody else.
    this.#watching ||= watch;
    this.#availability.start();
    const services = await this.#services();
    // Hooks first: a host that does not answer keeps nobody from hearing of the others.
    if (hooks && !this.#receiver) {
      this.#receiver = new HookReceiver({
        handle: async (event) => void (await this.handleHook(event)),
        folder: typeof hooks === 'object' ? hooks.folder : undefined,
        onTrouble,
        clock: this.#held.context.clock,
      });
      await this.#receiver.start();
    }
    const live = await services.store.agents.list({ live: true });
    const hosts = new Set(live.map(({ host }) => host));
    await Promise.all(
      [...hosts].map(async (host) => {
        for (const agent of live.filter((one) => one.host === host)) await this.#attend(services, agent);
      }),
    );
    return this;
  }

  /** Makes an agent of the program in a pane; one that is known in that pane is changed as asked. */
  async register(options: RegisterOptions): Promise<AgentRecord> {
    const { host = this.#options.host } = options;
    return registerAgent(await this.#services(), { ...options, host }, this.#watching);
  }

  /** Looks after an agent that another process has registered, as `start` did after those that were known then. */
  async follow(id: string): Promise<void> {
    const services = await this.#services();
    const agent = await services.store.agents.get(id);
    if (agent && agent.endedAt === undefined) await this.#attend(services, agent);
  }

  /** The agent of that id, or the one that lives of that name. Fails with `AGENT_NOT_FOUND`. */
  async get(idOrName: string): Promise<AgentRecord> {
    const { agents } = (await this.#services()).store;
    const found =
      (await agents.get(idOrName)) ?? (await agents.list({ name: idOrName, live: true, limit: 1 }))[0];
    if (found) return found;
    throw agentNotFound(idOrName);
  }

  async list(options: AgentListOptions = {}): Promise<AgentRecord[]> {
    return (await this.#services()).store.agents.list(options);
  }

  /** What was said, the newest first. */
  async turns(idOrName: string, options: TurnListOptions = {}): Promise<TurnRecord[]> {
    const { id } = await this.get(idOrName);
    return (await this.#services()).store.turns.list(id, options);
  }

  /**
   * Sends a text to an agent, with Enter, and resolves with what proves that it was taken. Fails with `AGENT_NOT_FOUND`,
   * `NO_PANE_ID`, `AGENT_PANE_LOST`, or with what kept the text from being delivered.
   *
   * @example
   * const { status } = await agents.send('reviewer', 'Review the last commit', { when: 'idle' });
   */
  async send(idOrName: string, text: string, options: SendTextOptions = {}): Promise<Receipt> {
    const agent = await this.get(idOrName);
    const { tmux, paneId } = await this.#places.verify(agent);
    const delivery = new PaneDelivery({ context: this.#held.context, host: tmux, config: this.#config });
    const { profile } = agent;
    const result = await delivery.sendText(paneId, text, {
      ...(profile !== undefined && { profile }),
      ...options,
    });
    if (result.receipt) return result.receipt;
    if (!result.success)
      throw failedDelivery(result, `Agent '${agent.name ?? agent.id}' did not get the text`);
    const { latencyMs } = result;
    return { status: 'unconfirmed', evidence: [], attempts: 0, latencyMs, at: this.#held.context.clock() };
  }

  /** Sets the pane of iTerm that shows the agent, which has nothing to do with the one in tmux. */
  async setItermPane(idOrName: string, itermPaneId: string | null): Promise<AgentRecord> {
    const { id } = await this.get(idOrName);
    return (await this.#services()).store.agents.update(id, { itermPaneId });
  }

  /** Forgets an agent with all that was said. Its program goes on. */
  async remove(idOrName: string): Promise<void> {
    const { id } = await this.get(idOrName);
    this.#availability.unregister(id);
    await this.#watches.forget(id);
    await (await this.#services()).store.agents.remove(id);
  }

  /**
   * Takes in what a hook told: where the agent is, what it does and what was said.
   *
   * @param host where the hook ran, if it does not say itself
   */
  async handleHook(event: HookEvent, options: { readonly host?: string } = {}): Promise<AgentRecord> {
    return handleHook(await this.#services(), event, { ...options, watch: this.#watching });
  }

  /** The same for a payload as it came over the wire. Fails with `INVALID_ARGUMENT` where it is none of a hook. */
  async receiveHook(
    name: string,
    payload: Readonly<Record<string, unknown>>,
    options: { readonly host?: string } = {},
  ): Promise<AgentRecord> {
    const event = hookEventOf(payload, { event: name, at: this.#held.context.clock() });
    if (!('ignored' in event)) return this.handleHook(event, options);
    throw new MuxError('INVALID_ARGUMENT', `This is not a hook event: ${event.ignored}.`);
  }

  /**
   * Answers an agent that waits for it, and resolves when it is proven that the answer was taken. Fails with
   * `AGENT_NOT_FOUND`, `NO_PANE_ID`, `AGENT_PANE_LOST`, `AGENT_WRONG_STATE`, with `NO_MENU`, `OPTION_NOT_FOUND` or
   * `OPTION_NOT_CHOSEN` where an option was meant, or with what kept the text from being delivered; then no turn is
   * written down, and the state stays.
   */
  async respond(idOrName: string, text: string, options: RespondOptions = {}): Promise<RespondResult> {
    const { id } = await this.get(idOrName);
    return respondToAgent(await this.#services(), id, text, options);
  }

  /** Ends the connections and stops following. The agents go on. */
  async close(): Promise<void> {
    await this.#receiver?.close();
    await this.#watches.close();
    await this.#availability.close();
    await this.#held.release();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #services(): Promise<AgentServices> {
    const { context } = this.#held;
    const store = await context.requireStore();
    return {
      context,
      store,
      places: this.#places,
      watches: this.#watches,
      availability: this.#availability,
      signals: this.#signals,
      config: this.#config,
      clock: context.clock,
      log: this.#options.log,
      tell: (events) => this.#tell(events),
      tellTurn: async (turn, agent) => {
        const { id: turn_id, actor, intent } = turn;
        await store.agentEvents.append(agent.id, 'turn', { agent_id: agent.id, turn_id, actor, intent });
        this.emit('turn', turn, agent);
      },
    };
  }

  /** One that is watched already goes on being watched, whoever asks for how it is. */
  async #attend(services: AgentServices, agent: AgentRecord): Promise<void> {
    // Those of another machine are looked after there.
    if (isElsewhere(agent.host)) return;
    await attend(services, agent, this.#watching && this.#watches.get(agent.id) === undefined);
  }

  #tell(events: readonly AgentEvent[]): void {
    for (const event of events) {
      if (event.type === 'state_changed') this.emit('state_changed', event);
      if (event.type === 'commander_availability') this.emit('commander_availability', event);
    }
  }

  /** A watch that does not know leaves what others have found out. */
  async #stateSeen(agentId: string, { from, to }: Transition): Promise<void> {
    if (to.state === 'STARTING' || (to.state === 'UNKNOWN' && from.state === 'STARTING')) return;
    const { store } = await this.#services();
    const asks = to.prompt && (await this.#questionOf(agentId, to.prompt));
    const changed = await store.agents.transition(agentId, {
      to: to.state,
      source: to.source,
      detail: keptText(to.detail),
      asks,
    });
    if (changed) this.#tell([changed]);
  }

  async #questionOf(agentId: string, prompt: AgentPrompt): Promise<AgentQuestion | undefined> {
    const { redactionOf } = this.#options;
    const pane = this.#watches.get(agentId)?.pane;
    const agent = redactionOf && pane && (await (await this.#services()).store.agents.get(agentId));
    if (!agent) return undefined;
    // A question that cannot be kept without its secrets is not kept; the state is.
    const redact = await redactionOf(agent.host, pane.id).catch(() => undefined);
    return redact && agentQuestion(prompt, redact);
  }

  async #availabilityChanged(agentId: string, data: Readonly<Record<string, unknown>>): Promise<void> {
    const services = await this.#services();
    this.#tell([await services.store.agentEvents.append(agentId, 'commander_availability', data)]);
    const agent = data.available ? undefined : await services.store.agents.get(agentId);
    if (agent) await endIfLost(services, agent);
  }
}
