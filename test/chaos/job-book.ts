import type { ToldEnd } from './evidence.js';
import type { Job } from './job.js';

/** What callers and readers know of a job. */
export interface BookedJob {
  readonly job: Job;
  /** What started it: a library process, a client of the server, or mux run. */
  readonly by: string;
  readonly begunMs: number;
  /** When its end was told first. */
  endedMs?: number;
  run?: string;
  readonly answered: Set<number>;
  pending?: number;
  readonly readers: Map<string, BookedReader>;
  /** Whether nobody will tell of it any more: its starter was killed before it had an id, or gave up. */
  abandoned: boolean;
}

export interface BookedReader {
  cursor: number;
  readonly parts: { cursor: number; lines: readonly string[] }[];
  end?: ToldEnd;
  /** It will not be told the end. */
  gaveUp?: true;
}

/** All jobs of a round. */
export class JobBook {
  readonly jobs = new Map<string, BookedJob>();
  #listener: (job: BookedJob) => void = () => {};

  /** Calls back when the run of a job is known. */
  onStarted(listener: (job: BookedJob) => void): void {
    this.#listener = listener;
  }

  add(job: Job, by: string, begunMs: number): BookedJob {
    const booked = { job, by, begunMs, answered: new Set<number>(), readers: new Map(), abandoned: false };
    this.jobs.set(job.name, booked);
    return booked;
  }

  get(name: string): BookedJob {
    const booked = this.jobs.get(name);
    if (!booked) throw new Error(`There is no job ${name}.`);
    return booked;
  }

  started(name: string, run: string): void {
    const booked = this.get(name);
    booked.run = run;
    this.#listener(booked);
  }

  reader(name: string, by: string): BookedReader {
    const { readers } = this.get(name);
    const reader = readers.get(by) ?? { cursor: 0, parts: [] };
    readers.set(by, reader);
    return reader;
  }

  output(name: string, by: string, cursor: number, lines: readonly string[]): void {
    const reader = this.reader(name, by);
    reader.cursor = cursor;
    reader.parts.push({ cursor, lines });
  }

  ended(name: string, by: string, end: ToldEnd, ms: number): void {
    this.reader(name, by).end = end;
    this.get(name).endedMs ??= ms;
  }

  /** Whether everybody who follows it has been told its end, or nobody can be. */
  isSettled({ abandoned, run, readers }: BookedJob): boolean {
    if (run === undefined) return abandoned;
    return readers.size > 0 && [...readers.values()].every(({ end, gaveUp }) => end !== undefined || gaveUp);
  }
}
