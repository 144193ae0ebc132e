import type { StyledScreen } from '../../screen/index.js';
import { testDefaults } from '../test-defaults.js';
import type { Wake } from './finding.js';

/** What became of input: how much was sent, and what the program did with it. */
export interface Receipt {
  readonly bytes: number;
  /** Milliseconds until the program had read it; unknown where the kernel cannot tell. */
  readAfterMs?: number;
  /** Milliseconds until the first output after it. */
  paintedAfterMs?: number;
  /** Whether what was typed was seen on the screen before Enter. */
  echoed?: boolean;
}

/** One thing that a test did with a terminal, or waited for. */
export interface ActionEntry {
  readonly number: number;
  readonly kind: 'action' | 'expectation' | 'step';
  /** `press`, `toHaveText`. */
  readonly name: string;
  /** How its arguments read. */
  detail: string;
  /** `form.test.ts:31`, where it is known. */
  readonly source: string | undefined;
  /** The steps that it was done in, from the outside. */
  readonly steps: readonly string[];
  /** On the clock of `performance`. */
  readonly at: number;
  receipt?: Receipt;
  /** What was on the screen when it began. */
  before?: StyledScreen;
  /** How often what made a wait look. */
  looks?: Readonly<Partial<Record<Wake, number>>>;
  /** How it ended; undefined while it is in progress. */
  outcome?: string;
}

/** Receives each entry when it begins and when it ends. */
export interface ActionObserver {
  begun(entry: ActionEntry): void;
  /** @param message where it has failed */
  ended(entry: ActionEntry, message?: string): void;
}

/** What a test did with one terminal, in order. The oldest entries go first. */
export class ActionRecord {
  readonly entries: ActionEntry[] = [];
  readonly #observer: ActionObserver | undefined;
  #last = 0;

  constructor(observer?: ActionObserver) {
    this.#observer = observer;
  }

  begin(entry: Omit<ActionEntry, 'number' | 'at'>): ActionEntry {
    const begun = { ...entry, number: ++this.#last, at: performance.now() };
    this.entries.push(begun);
    if (this.entries.length > testDefaults.records) this.entries.shift();
    this.#observer?.begun(begun);
    return begun;
  }

  /** @param message where it has failed */
  end(entry: ActionEntry, outcome: string, message?: string): void {
    entry.outcome = outcome;
    this.#observer?.ended(entry, message);
  }

  /** The last actions, without the expectations between them. */
  lastActions(count: number): readonly ActionEntry[] {
    return this.entries.filter(({ kind }) => kind === 'action').slice(-count);
  }
}
