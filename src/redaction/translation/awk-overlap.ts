import { type CharacterSet, has } from '../../patterns/index.js';
import { type AwkAutomaton, awkAutomaton } from './awk-automaton.js';
import type { AwkNode } from './awk-tree.js';

/** Beyond this the search is given up, and overlaps are taken for possible. */
const MAX_STATES = 20_000;

/**
 * Whether the longest matches, one after the other, may fail to cover all that JavaScript would find, or awk may fail to
 * find them. They are sure where a text has only one way to match, and either JavaScript takes the same matches
 * (`exact`), or no match can begin inside the longest match and end behind it.
 */
export function needsCare(tree: AwkNode, exact: boolean): boolean {
  const automaton = awkAutomaton(tree);
  return !automaton.deterministic || (!exact && canOverlap(automaton));
}

/**
 * Two copies of the pattern read the same text: one from the start, one from a later character in any of its ways. The
 * second must not end after the last end of the first.
 */
function canOverlap({ sets, first, last, follow }: AwkAutomaton): boolean {
  const letters = representatives(sets);
  const seen = new Set<string>();
  const queue: State[] = [{ outer: START, inner: OUTSIDE, ended: false }];
  for (let state = queue.pop(); state; state = queue.pop()) {
    for (const next of successors(state)) {
      if (next.ended && last.has(next.inner) && !last.has(next.outer)) return true;
      const key = `${next.outer}/${next.inner}/${next.ended}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (seen.size > MAX_STATES) return true;
      queue.push(next);
    }
  }
  return false;

  function successors({ outer, inner, ended }: State): State[] {
    // The inner match may begin in front of any character but the first.
    const states: State[] =
      inner === OUTSIDE && outer !== START ? [{ outer, inner: START, ended: false }] : [];
    for (const letter of letters) {
      const [nextOuter = DEAD] = step(outer, letter);
      const nextEnded = inner !== OUTSIDE && (ended || last.has(nextOuter));
      if (nextOuter === DEAD && !nextEnded) continue;
      if (inner === OUTSIDE) states.push({ outer: nextOuter, inner, ended: false });
      else
        for (const position of step(inner, letter))
          states.push({ outer: nextOuter, inner: position, ended: nextEnded });
    }
    return states;
  }

  function step(position: number, letter: number): number[] {
    const next = position === START ? first : (follow[position] ?? new Set<number>());
    return [...next].filter((to) => has(sets[to] ?? [], letter));
  }
}

const START = -1;
const DEAD = -2;
const OUTSIDE = -3;

interface State {
  /** Where the first copy is; it has one way only. */
  readonly outer: number;
  /** Where the second copy is. */
  readonly inner: number;
  /** Whether the first copy had an end behind the start of the second. */
  readonly ended: boolean;
}

/** One character for each kind that the sets tell apart. */
function representatives(sets: readonly CharacterSet[]): number[] {
  const starts = sets.flatMap((set) => set.flatMap(([first, last]) => [first, last + 1]));
  return [...new Set(starts)].filter((letter) => sets.some((set) => has(set, letter)));
}
