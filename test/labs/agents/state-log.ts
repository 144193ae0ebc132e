import { once } from 'node:events';
import type { AgentVerdict } from '../../../src/status/agent-verdict.js';
import type { AgentWatch } from '../../../src/status/agent-watch.js';
import type { Model } from '../../agents/model.js';

/** How long a state may take to be seen. */
export const LATE_MS = 3_000;

/** Every state that a watch has seen, with its time, to be compared with what the model did. */
export class StateLog {
  readonly #watch: AgentWatch;
  readonly #states: { readonly atMs: number; readonly verdict: AgentVerdict }[] = [];

  constructor(watch: AgentWatch) {
    this.#watch = watch;
    watch.on('transition', ({ to }) => this.#states.push({ atMs: now(), verdict: to }));
  }

  /** Whether the watch comes to see something within a time. */
  async until(isSeen: () => boolean, timeoutMs: number): Promise<boolean> {
    const signal = AbortSignal.timeout(timeoutMs);
    while (!isSeen()) {
      if (await once(this.#watch, 'transition', { signal }).then(no, yes)) return isSeen();
    }
    return true;
  }

  /**
   * Compares with the turns of the model: at the end of each that took long enough the agent must have been seen at work,
   * and not any more a while later, unless the next one had begun by then.
   */
  compare(model: Model): { readonly checked: number; readonly wrong: readonly string[] } {
    const turns = model.log
      .filter(({ side }) => !side)
      .map(({ n, atMs, prompts }) => ({
        atMs,
        endMs: model.answeredAt(n) ?? now(),
        text: prompts.join(' ').slice(0, 40),
      }));
    const wrong: string[] = [];
    let checked = 0;
    for (const [index, { atMs, endMs, text }] of turns.entries()) {
      const nextMs = turns[index + 1]?.atMs ?? now();
      if (endMs - atMs > LATE_MS) {
        checked++;
        const { state = 'nothing' } = this.#at(endMs) ?? {};
        if (state !== 'PROCESSING') wrong.push(`${state} in the turn '${text}'`);
      }
      if (nextMs - endMs > LATE_MS) {
        checked++;
        const { state = 'nothing' } = this.#at(endMs + LATE_MS) ?? {};
        if (state === 'PROCESSING') wrong.push(`PROCESSING after the turn '${text}'`);
      }
    }
    return { checked, wrong };
  }

  #at(atMs: number): AgentVerdict | undefined {
    return this.#states.findLast((each) => each.atMs <= atMs)?.verdict;
  }
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

const yes = (): boolean => true;
const no = (): boolean => false;
