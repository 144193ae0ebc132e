import { EventEmitter } from 'node:events';
import { type CallOptions, Coalesced, isMuxError } from '../model/index.js';
import {
  type AgentScreen,
  classifyScreen,
  observerOf,
  type PaneObserver,
  type Profile,
} from '../panes/index.js';
import type { StyledScreen } from '../screen/index.js';
import type { Pane, PaneCloseReason, ServerIdentity, Tmux } from '../tmux/index.js';
import { AgentLooks } from './agent-looks.js';
import type { AgentSignal } from './agent-signal.js';
import { AgentStateMachine } from './agent-state.js';
import type { AgentState, AgentVerdict, ExplainedSignal, Transition } from './agent-verdict.js';
import { answerSignal } from './answer-query.js';
import { ProcessCheck } from './process-check.js';
import type { ProgramSignal } from './program-signal.js';
import { readSignals } from './read-signals.js';
import type { HookSignal } from './signal-source.js';
import { statusDefaults } from './status-defaults.js';
import { titleState } from './title-state.js';
import { waitForVerdict } from './wait-for-verdict.js';

export interface AgentWatchOptions {
  readonly clock?: () => Date;
  /**
   * Whether the agent is known to have had a turn before.
   * @default false
   */
  readonly hasWorked?: boolean;
  /**
   * Whether to answer a program that asks whether its status is read; some tell it only then.
   * @default true
   */
  readonly answersQueries?: boolean;
}

export interface AgentWatchEvents {
  transition: [transition: Transition];
  /** What the program or one of its hooks told. */
  signal: [signal: ProgramSignal | HookSignal];
  /** Nothing more will come. */
  closed: [reason: PaneCloseReason];
}

/**
 * Watches the agent in one pane: what it tells its terminal, what its screen shows whenever that has settled, and
 * whether its process is there.
 *
 * @example
 * await using watch = new AgentWatch(tmux, '%3', profile);
 * await watch.start();
 * watch.on('transition', ({ to }) => console.log(to.state, to.source, to.detail));
 * await watch.waitFor('AWAITING_INPUT', { timeoutMs: 600_000 });
 */
export class AgentWatch extends EventEmitter<AgentWatchEvents> implements AsyncDisposable {
  readonly pane: Pane;
  readonly profile: Profile;
  readonly #tmux: Tmux;
  readonly #clock: () => Date;
  readonly #machine: AgentStateMachine;
  readonly #observer: PaneObserver;
  readonly #schedule: AgentLooks;
  readonly #process: ProcessCheck;
  readonly #answers: boolean;
  #server: ServerIdentity | undefined;
  #stop: (() => void) | undefined;
  #started: Promise<void> | undefined;
  #closed = false;
  readonly #looks = new Coalesced(() => this.#lookOnce());
  #recheck: NodeJS.Timeout | undefined;
  #title: string | undefined;
  #screen: AgentScreen | undefined;
  #bracketedPaste: boolean | undefined;

  constructor(tmux: Tmux, paneId: string, profile: Profile, options: AgentWatchOptions = {}) {
    super();
    // Senders, waits and viewers may all listen.
    this.setMaxListeners(0);
    const { clock = () => new Date(), hasWorked = false, answersQueries = true } = options;
    const isKnown = profile.programs.length > 0;
    this.#tmux = tmux;
    this.pane = tmux.pane(paneId);
    this.#observer = observerOf(this.pane);
    this.profile = profile;
    this.#clock = clock;
    this.#answers = answersQueries;
    this.#machine = new AgentStateMachine({
      clock,
      hasWorked,
      readTitle: (title) => titleState(profile, title),
      marksOfLauncher: isKnown,
      guessFromSilence: !isKnown,
    });
    this.#process = new ProcessCheck({
      tmux,
      paneId,
      programs: profile.programs,
      seen: hasWorked,
      tell: (signal) => this.#apply(signal),
    });
    this.#schedule = new AgentLooks({
      look: (settled) => this.#lookByTime(settled),
      silence: (quietMs) => this.#apply({ type: 'silence', quietMs }),
    });
  }

  get verdict(): AgentVerdict {
    return this.#machine.verdict;
  }

  /** What the screen showed at the last look. */
  get screen(): AgentScreen | undefined {
    return this.#screen;
  }

  /** Whether the program asked for bracketed paste; `undefined` where that was before our time. */
  get bracketedPaste(): boolean | undefined {
    return this.#bracketedPaste;
  }

  /** Whether nothing more will come. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Every source that was heard, with its age, its words and what they count for. */
  explain(): ExplainedSignal[] {
    return this.#machine.explain();
  }

  /** Resolves when nothing is missed any more and the verdict is that of this moment. */
  start(): Promise<void> {
    this.#started ??= this.#start().catch((error: unknown) => {
      // The next one who asks tries again.
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  /** Takes in what a hook of the agent told. */
  hook(event: string, payload: Readonly<Record<string, unknown>> = {}, at?: Date): void {
    const signal: HookSignal = { type: 'hook', event, payload, ...(at && { at }) };
    this.#hear(signal);
    this.#schedule.output();
  }

  /** A sender has proof that the agent took a message, whose Enter was at that time. */
  submitted(at?: Date): void {
    this.#apply({ type: 'submitted', ...(at && { at }) });
    this.#schedule.output();
  }

  /** Resolves with the verdict as soon as the agent is in one of these states, at once where it is. */
  waitFor(state: AgentState | readonly AgentState[], options: CallOptions = {}): Promise<AgentVerdict> {
    return waitForVerdict(this, typeof state === 'string' ? [state] : state, options);
  }

  /** Looks at the screen now; while one look is under way, one more follows it. */
  look(): Promise<void> {
    return this.#looks.run();
  }

  async close(): Promise<void> {
    this.#end('closed');
    await this.#started?.catch(() => {});
    this.#stop?.();
    await Promise.all([this.#looks.settled(), this.#process.close()]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #start(): Promise<void> {
    this.#server = this.#tmux.server;
    try {
      const feed = await readSignals(this.#observer, {
        output: (_, signals) => this.#output(signals),
        gap: () => this.#gap(),
        dead: () => void this.#process.check(),
        closed: (reason) => this.#paneClosed(reason),
      });
      this.#stop = () => feed.close();
    } catch (error) {
      if (!isMuxError(error, 'CONTROL_MODE_REFUSED')) throw error;
      const timer = setInterval(() => this.#lookSoon(), statusDefaults.pollMs);
      this.#stop = () => clearInterval(timer);
    }
    if (this.#closed) return this.#stop();
    this.#server ??= this.#tmux.server;
    await Promise.all([this.look(), this.#process.check()]);
    this.#schedule.output();
  }

  #output(signals: readonly ProgramSignal[]): void {
    for (const signal of signals) this.#hear(signal);
    this.#schedule.output();
    if (this.verdict.state === 'EXITED') void this.#process.check();
  }

  #hear(signal: ProgramSignal | HookSignal): void {
    if (this.#closed) return;
    if (this.#answers) {
      const { programs } = this.profile;
      const place = { paneId: this.pane.id, server: this.#server, programs };
      // A program that is not answered does without.
      answerSignal(signal, this.#tmux, { ...place, now: this.#clock() }).catch(() => {});
    }
    if (signal.type === 'title') this.#title = signal.title;
    if (signal.type === 'mode' && signal.mode === 2004) this.#bracketedPaste = signal.on;
    this.emit('signal', signal);
    this.#apply(signal);
    if (maybeLeaving(signal)) void this.#process.check();
  }

  #gap(): void {
    this.#apply({ type: 'gap' });
    this.#lookSoon();
  }

  #paneClosed(reason: PaneCloseReason): void {
    if (reason !== 'closed') this.#apply({ type: 'exit', detail: `the pane is gone: ${reason}` });
    this.#end(reason);
  }

  #end(reason: PaneCloseReason): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#schedule.close();
    clearTimeout(this.#recheck);
    this.emit('closed', reason);
  }

  /** What a program leaves behind when it dies can look alive, so its process is looked for, too. */
  #lookByTime(settled: boolean): void {
    this.#lookSoon();
    if (settled && this.profile.programs.length > 0) void this.#process.check();
  }

  /** Where it fails, the next sign of life leads to another. */
  #lookSoon(): void {
    this.look().catch(() => {});
  }

  async #lookOnce(): Promise<void> {
    if (this.#closed) return;
    const screen = await this.#observer.screen().catch(() => undefined);
    if (this.#closed) return;
    if (screen) this.#see(screen);
    else await this.#process.check();
  }

  #see(screen: StyledScreen): void {
    const seen = classifyScreen(this.profile, screen);
    this.#screen = seen;
    if (screen.title !== this.#title) {
      this.#title = screen.title;
      this.#apply({ type: 'title', title: screen.title });
    }
    this.#apply({ type: 'screen', screen: seen });
    if (seen.state === 'unknown' || screen.dead) void this.#process.check();
  }

  #apply(signal: AgentSignal): void {
    if (this.#closed) return;
    this.#tell(this.#machine.apply(signal));
  }

  #tell(transition: Transition | undefined): void {
    this.#planRecheck();
    if (!transition) return;
    this.emit('transition', transition);
    // A restarted program may have painted before the restart was detected.
    if (transition.to.state === 'STARTING') this.#schedule.output();
  }

  #planRecheck(): void {
    clearTimeout(this.#recheck);
    if (this.#closed) return;
    const { reconsiderAt = Number.POSITIVE_INFINITY, lookAgainAt = Number.POSITIVE_INFINITY } = this.#machine;
    const at = Math.min(reconsiderAt, lookAgainAt);
    if (at === Number.POSITIVE_INFINITY) return;
    const act = (): void =>
      lookAgainAt <= reconsiderAt ? this.#lookSoon() : this.#tell(this.#machine.reconsider());
    this.#recheck = setTimeout(act, Math.max(1, at - this.#clock().getTime()));
  }
}

/** After these the shell may be back. */
function maybeLeaving(signal: ProgramSignal | HookSignal): boolean {
  if (signal.type === 'mode') return !signal.on;
  return signal.type === 'shell' && signal.mark !== 'C';
}
