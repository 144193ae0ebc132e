import type { JournalEvidence } from '../evidence.js';
import type { Violation } from './violation.js';

/** Judges readers of the journal: each event once, in order, none left out. */
export function checkJournal({ stored, readers }: JournalEvidence): Violation[] {
  return readers.flatMap(({ by, since, ids }) => {
    const right = stored.filter((id) => id > since);
    const wrong = ids.findIndex((id, i) => right[i] !== id);
    if (wrong >= 0) return broken(by, `got event ${ids[wrong]} where ${right[wrong] ?? 'none'} comes next`);
    if (ids.length < right.length) return broken(by, `got ${ids.length} of ${right.length} events`);
    return [];
  });
}

function broken(by: string, what: string): Violation[] {
  return [{ rule: 'journal-broken', about: by, detail: `${by} ${what}.` }];
}
