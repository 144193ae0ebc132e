import type { Menu, Question } from '../screen/index.js';

/**
 * - `STARTING`: nothing has shown yet that it is ready
 * - `IDLE`: ready for a first prompt, and nothing is asked
 * - `PROCESSING`: it works
 * - `AWAITING_INPUT`: it asks for leave or an answer, or its turn is over and the next word is the person's
 * - `EXITED`: its program has ended
 * - `UNKNOWN`: nothing that is known fits
 */
export type AgentState = 'STARTING' | 'IDLE' | 'PROCESSING' | 'AWAITING_INPUT' | 'EXITED' | 'UNKNOWN';

export type VerdictSource =
  | 'program-status'
  | 'hook'
  | 'osc133'
  | 'progress'
  | 'title'
  | 'screen'
  | 'kernel'
  | 'process'
  | 'silence'
  | 'bridge';

export type Confidence = 'certain' | 'likely' | 'guess';

/** What the agent waits for. */
export interface AgentPrompt {
  /** `permission`: leave to do something; `question`: a choice; `answer`: its turn is over. */
  readonly kind: 'permission' | 'question' | 'answer';
  /** What it asks, or the last it said, where that is known. */
  readonly text: string;
  /** The choices, as far as the screen shows them. */
  readonly menu?: Menu;
  /** All that the screen shows of the question, with its fingerprint. */
  readonly question?: Question;
}

/** What an agent does, and how that is known. */
export interface AgentVerdict {
  readonly state: AgentState;
  readonly source: VerdictSource;
  readonly confidence: Confidence;
  /** Since when it is in that state. */
  readonly since: Date;
  /** What the source said, for people. */
  readonly detail: string;
  /** Set in `AWAITING_INPUT`. */
  readonly prompt?: AgentPrompt;
}

/** An agent went from one state to another, or asks something else in the same state, for the reason that `to` gives. */
export interface Transition {
  readonly from: AgentVerdict;
  readonly to: AgentVerdict;
}

/** One source, for a person who wonders about a verdict. */
export interface ExplainedSignal {
  readonly source: VerdictSource | 'terminal';
  /** The last that it said. */
  readonly said: string;
  readonly at: Date;
  readonly ageMs: number;
  /**
   * - `decides`: the verdict is its
   * - `agrees`: it says the same
   * - `contradicts`: it says something else, and may prevail if that lasts
   * - `refuted`: it said something else, until a later observation showed better
   * - `silent`: it says nothing about the state
   */
  readonly role: 'decides' | 'agrees' | 'contradicts' | 'refuted' | 'silent';
}
