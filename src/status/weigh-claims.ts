import { type Claim, ranks } from './claim.js';
import { statusDefaults } from './status-defaults.js';

/** What comes out when all that was said is weighed. */
export interface Weighing {
  readonly winner: Claim | undefined;
  /** Those that a later and lasting observation showed to be wrong. */
  readonly refuted: readonly Claim[];
  /** When time alone changes the result. */
  readonly reconsiderAt: number | undefined;
  /** When one more look at the screen, with the same outcome, changes the result. */
  readonly lookAgainAt: number | undefined;
}

/**
 * The highest-ranked source wins until a lower-ranked one contradicts it later and stays uncontradicted. A refuted
 * source counts again once it reports something new.
 */
export function weighClaims(claims: readonly Claim[], now: number): Weighing {
  const standing = [...claims].sort((a, b) => ranks[b.source] - ranks[a.source] || b.heardAt - a.heardAt);
  const refuted: Claim[] = [];
  for (;;) {
    const winner = standing[0];
    const doubts = standing.slice(1).flatMap((claim) => (winner ? (doubt(claim, winner) ?? []) : []));
    const settled = doubts.find(({ claim, at }) => (isObserved(claim) ? claim.heardAt : now) >= at);
    if (!settled) {
      const next = (observed: boolean): number | undefined => {
        const times = doubts.filter(({ claim }) => isObserved(claim) === observed).map(({ at }) => at);
        return times.length === 0 ? undefined : Math.min(...times);
      };
      return { winner, refuted, reconsiderAt: next(false), lookAgainAt: next(true) };
    }
    refuted.push(...standing.splice(0, 1));
  }
}

interface Doubt {
  readonly claim: Claim;
  /** The moment from which on the claim prevails. */
  readonly at: number;
}

/** When a lesser claim would prevail, if nothing else is said; `undefined` where it never does. */
function doubt(lesser: Claim, better: Claim): Doubt | undefined {
  if (lesser.phase === better.phase) return undefined;
  // The picture that a program leaves behind says nothing about its life.
  if (better.phase === 'gone' && (isObserved(lesser) || better.source === 'process')) return undefined;
  const toldLater = lesser.since > better.heardAt;
  if (!isObserved(lesser) && !toldLater) return undefined;
  if (!mayRefute(lesser, better)) return undefined;
  return { claim: lesser, at: Math.max(lesser.since, better.heardAt) + settleMs(lesser, better) };
}

/** A guess does not stand against what a program says itself. */
function mayRefute(lesser: Claim, better: Claim): boolean {
  if (better.confidence === 'guess') return true;
  if (lesser.source === 'kernel' || lesser.source === 'silence') return false;
  return lesser.confidence !== 'guess' || ranks[better.source] < ranks.hook;
}

function settleMs(lesser: Claim, better: Claim): number {
  if (!isObserved(lesser)) return statusDefaults.eventSettleMs;
  const base = isChange(lesser, better)
    ? statusDefaults.changeSettleMs
    : statusDefaults.settleMs[lesser.confidence];
  if (better.confidence === 'guess') return base / 2;
  return better.source === 'program-status' ? base * 2 : base;
}

function isChange(screen: Claim, better: Claim): boolean {
  if (screen.confidence === 'guess') return false;
  return screen.phase === 'asking' || (screen.seen?.[better.phase] ?? 0) > better.heardAt;
}

/** A screen is seen again and again; all others speak once, when something changes. */
function isObserved({ source }: Claim): boolean {
  return source === 'screen';
}
