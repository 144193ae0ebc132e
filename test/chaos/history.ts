/** Something that happened in a round. */
export interface Entry {
  /** Milliseconds after the begin of the round. */
  readonly ms: number;
  readonly kind: 'fault' | 'heal' | 'skipped' | 'work' | 'error';
  readonly text: string;
}

/** What happened in a round, in order. */
export class History {
  readonly entries: Entry[] = [];
  readonly #startedAt = performance.now();

  get ms(): number {
    return Math.round(performance.now() - this.#startedAt);
  }

  add(kind: Entry['kind'], text: string): void {
    this.entries.push({ ms: this.ms, kind, text });
  }

  /** Everything about a job, and the faults around it. */
  around(about: string): Entry[] {
    const names = new RegExp(`\\b${about.replace(/[^\w-]/g, '\\$&')}\\b`);
    const own = this.entries.filter(({ text }) => names.test(text));
    const [first, last] = [own[0]?.ms ?? 0, own.at(-1)?.ms ?? Number.POSITIVE_INFINITY];
    return this.entries.filter(
      (entry) =>
        own.includes(entry) ||
        (entry.kind !== 'work' && entry.ms >= first - 2_000 && entry.ms <= last + 2_000),
    );
  }
}
