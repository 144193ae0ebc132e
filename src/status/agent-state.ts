import { isSameQuestion } from '../screen/index.js';
import type { AgentSignal } from './agent-signal.js';
import type { AgentPrompt, AgentState, AgentVerdict, ExplainedSignal, Transition } from './agent-verdict.js';
import type { Claim } from './claim.js';
import { ClaimBook } from './claim-book.js';
import type { ProgramKnowledge } from './signal-statement.js';
import { statusDefaults } from './status-defaults.js';

export type { AgentSignal } from './agent-signal.js';
export type { AgentPrompt, AgentState, AgentVerdict, ExplainedSignal, Transition } from './agent-verdict.js';

export interface AgentStateOptions extends ProgramKnowledge {
  readonly clock?: () => Date;
  /**
   * Whether the agent is known to have had a turn before.
   * @default false
   */
  readonly hasWorked?: boolean;
}

/**
 * Combines all reports and observations of an agent into one verdict. It is pure: events and the current time are
 * passed in. No source is trusted forever: a lasting observation of another source corrects what one misses.
 *
 * @example
 * const machine = new AgentStateMachine();
 * machine.apply({ type: 'hook', event: 'UserPromptSubmit', payload: {} });
 * machine.verdict.state; // 'PROCESSING'
 */
export class AgentStateMachine {
  readonly #clock: () => Date;
  readonly #book: ClaimBook;
  #verdict: AgentVerdict;

  constructor(options: AgentStateOptions = {}) {
    const { clock = () => new Date(), hasWorked = false, ...knowledge } = options;
    this.#clock = clock;
    const now = clock();
    this.#book = new ClaimBook(knowledge, hasWorked, now.getTime());
    this.#verdict = { ...this.#withoutClaim(now.getTime()), since: now };
  }

  get verdict(): AgentVerdict {
    return this.#verdict;
  }

  /** When to call `reconsider`, in milliseconds since 1970. */
  get reconsiderAt(): number | undefined {
    const { weighing, fadesAt } = this.#book;
    const times = [weighing.reconsiderAt, fadesAt, this.#startingEndsAt].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** When one more look at the screen may change the verdict, in milliseconds since 1970. */
  get lookAgainAt(): number | undefined {
    return this.#book.weighing.lookAgainAt;
  }

  /** Whether the agent has had a turn: ready then means `AWAITING_INPUT`, and `IDLE` before. */
  get hasWorked(): boolean {
    return this.#book.worked;
  }

  /** Takes a signal in; gives the transition that it makes, if any. */
  apply(signal: AgentSignal): Transition | undefined {
    const now = this.#clock().getTime();
    this.#book.write(signal, now);
    return this.#decide(now);
  }

  /** Draws the conclusions of the time that has passed. */
  reconsider(): Transition | undefined {
    return this.#decide(this.#clock().getTime());
  }

  /** Every source that was heard, the best first, with what it said last and what that counts for. */
  explain(): ExplainedSignal[] {
    return this.#book.explain(this.#clock().getTime());
  }

  #decide(now: number): Transition | undefined {
    const winner = this.#book.weigh(now);
    const next = winner ? this.#verdictOf(winner) : this.#withoutClaim(now);
    const from = this.#verdict;
    const same = from.state === next.state && from.prompt?.kind === next.prompt?.kind;
    const [before, shown] = [from.prompt?.question, next.prompt?.question];
    const another = same && before && shown && !isSameQuestion(before.fingerprint, shown.fingerprint);
    const begun = another ? now : (winner?.since ?? now);
    const since = same && !another ? from.since : new Date(Math.max(begun, from.since.getTime()));
    this.#verdict = { ...next, since };
    const toldNothing = same && !another && (before === undefined) === (shown === undefined);
    return toldNothing ? undefined : { from, to: this.#verdict };
  }

  #verdictOf(claim: Claim): Omit<AgentVerdict, 'since'> {
    const { source, phase, confidence, detail, prompt } = claim;
    const base = { source, confidence, detail };
    if (phase === 'working') return { ...base, state: 'PROCESSING' };
    if (phase === 'gone') return { ...base, state: 'EXITED' };
    if (phase === 'asking') return { ...base, state: 'AWAITING_INPUT', prompt: this.#question(claim) };
    if (!this.#book.worked) return { ...base, state: 'IDLE' };
    return { ...base, state: 'AWAITING_INPUT', prompt: prompt ?? { kind: 'answer', text: '' } };
  }

  /** What is asked, with the choices that the screen shows. A screen that is older than the claim shows another question. */
  #question({ prompt = { kind: 'question', text: '' }, since }: Claim): AgentPrompt {
    const shown = this.#book.get('screen');
    if (shown?.phase !== 'asking' || !shown.prompt || shown.heardAt < since) return prompt;
    return { ...shown.prompt, kind: prompt.kind, text: prompt.text || shown.prompt.text };
  }

  #withoutClaim(now: number): Omit<AgentVerdict, 'since'> {
    const { startedAt } = this.#book;
    const starting = startedAt !== undefined && now < startedAt + statusDefaults.startingMs;
    const state: AgentState = starting ? 'STARTING' : 'UNKNOWN';
    const detail = starting ? 'nothing shows yet that it is ready' : 'nothing that is known fits';
    return { state, source: starting ? 'process' : 'silence', confidence: 'guess', detail };
  }

  get #startingEndsAt(): number | undefined {
    const { startedAt } = this.#book;
    if (startedAt === undefined || this.#verdict.state !== 'STARTING') return undefined;
    return startedAt + statusDefaults.startingMs;
  }
}
