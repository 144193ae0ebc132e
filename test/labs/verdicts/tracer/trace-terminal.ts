import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LabProgram } from '../lab-program.js';

/** In which share of its samples the tracer has met what; several kinds may be met at once. */
export interface Trace {
  readonly samples: number;
  readonly processes: number;
  /** Blocked in a read of the terminal. */
  readonly reads: number;
  /** Waits for nothing but the terminal, without a timeout. */
  readonly polls: number;
  /** Waits for the terminal and other descriptors. */
  readonly among: number;
  /** Waits for the terminal, and wakes up by itself. */
  readonly timed: number;
  /** Waits for the terminal, and holds the other end of one below it. */
  readonly relays: number;
  /** One of the first four. */
  readonly looks: number;
  readonly nobody: number;
  /** A thread was given a processor since the sample before. */
  readonly ran: number;
}

/**
 * Has a program that shares nothing with muxwright watch all processes that have a terminal open. Only root may look at
 * all of them.
 *
 * @param path of the terminal: `/dev/pts/7`
 */
export async function traceTerminal(path: string, ms: number): Promise<Trace> {
  const script = fileURLToPath(new URL('trace-terminal.py', import.meta.url));
  const { stdout } = await promisify(execFile)('python3', [script, path, String(ms)]);
  return JSON.parse(stdout) as Trace;
}

/** For the table: what was met in at least a fifth of the samples. */
export function traceText(trace: Trace): string {
  const met = KINDS.filter(([kind]) => trace[kind] >= 0.2);
  return met.map(([, words]) => words).join(', ') || 'nobody';
}

const KINDS = [
  ['reads', 'reads'],
  ['polls', 'polls'],
  ['among', 'polls with others'],
  ['timed', 'polls, timed'],
  ['relays', 'passes on'],
] as const;

/** Where the declared truth and the tracer cannot both be right; empty where they agree. */
export function contradiction(program: LabProgram, trace: Trace): string {
  // What looks for a moment only, now and then, is met in no sample.
  if (program.elsewhere || program.hidden) return '';
  if (program.truth === 'waits' && trace.looks < 0.8)
    return `declared as waiting, but: ${JSON.stringify(trace)}`;
  const blocked = Math.max(trace.reads, trace.polls);
  // A thread may read while others of the program work.
  if (program.truth === 'works' && blocked > 0.2 && trace.ran * trace.samples < 3)
    return `declared as working, but: ${JSON.stringify(trace)}`;
  return '';
}
