import type { AgentPrompt, Confidence, VerdictSource } from './agent-verdict.js';

/** What a program does, before it is known whether it has worked yet. */
export type Phase = 'ready' | 'working' | 'asking' | 'gone';

/** The last that one source said about what the program does. */
export interface Claim {
  readonly source: VerdictSource;
  readonly phase: Phase;
  readonly confidence: Confidence;
  readonly detail: string;
  readonly prompt?: AgentPrompt;
  /** Since when it says so without a break, in milliseconds. */
  readonly since: number;
  /** When it said so last. */
  readonly heardAt: number;
  /** When a screen showed each phase last. */
  readonly seen?: Readonly<Partial<Record<Phase, number>>>;
  /** It reports the end of a turn, so there was a turn. */
  readonly turnOver?: boolean;
}

/** What a signal says by itself, without the time. */
export type Statement = Pick<Claim, 'phase' | 'confidence' | 'detail' | 'prompt' | 'turnOver'>;

/**
 * Precedence of the sources if two disagree at the same moment; later and lasting observations can still refute
 * them.
 */
export const ranks: Readonly<Record<VerdictSource, number>> = Object.freeze({
  process: 9,
  'program-status': 8,
  bridge: 8,
  hook: 7,
  progress: 6,
  osc133: 5,
  title: 4,
  screen: 3,
  kernel: 2,
  silence: 1,
});
