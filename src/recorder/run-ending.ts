import { readFile } from 'node:fs/promises';
import type { Host } from '../hosts/host.js';

/** Where the files of a run lie. */
export interface RunFiles {
  readonly folder: string;
  readonly id: string;
}

/** What the files of a run tell about its end; everything is `undefined` while it goes on. */
export interface RunEnding {
  /** From the exit file: with it the log is complete, too. */
  readonly exitCode: number | undefined;
  /** From the wrapper, which has seen the command end; the log may be a moment behind. */
  readonly leavingCode: number | undefined;
  /** From the recorder, which has seen the command's end pass by. */
  readonly sentinelCode: number | undefined;
  /** How far the log had come then; what follows is of the shell that was kept. */
  readonly exitPosition: number | undefined;
  /** Whether the recorder has begun: then it has made its log. */
  readonly recording: boolean;
  readonly startedAt: Date | undefined;
  readonly endedAt: Date | undefined;
  /** The time limit ended it. */
  readonly timedOut: boolean;
  /** Why recording ended early: the name of a system error, such as `ENOSPC`. */
  readonly fault: string | undefined;
  /** How often the recorder was restarted and something is missing. */
  readonly gaps: number;
}

/** Reads what a run has left on its host, in one round trip. */
export async function readEnding(host: Host, files: RunFiles): Promise<RunEnding> {
  const base = `${files.folder}/${files.id}`;
  const texts = host.address.kind === 'local' ? await readHere(base) : await readThere(host, base);
  return parseEnding(texts);
}

// In the order of reading: the place of the exit code becomes the exit file, which promises that the others are there,
// and the record of a run whose time was up is there before the recorder can have seen its end.
const SUFFIXES = ['exit.new', 'exit', 'marks', 'record', 'fault'] as const;
type Texts = Readonly<Partial<Record<(typeof SUFFIXES)[number], string | undefined>>>;

async function readHere(base: string): Promise<Texts> {
  const texts: Record<string, string | undefined> = {};
  for (const suffix of SUFFIXES) {
    texts[suffix] = await readFile(`${base}.${suffix}`, 'utf8').catch(() => undefined);
  }
  return texts;
}

/** Each file behind a line with its name; none of them has an empty line. */
const SCRIPT = `for s in ${SUFFIXES.join(' ')}; do [ -f "$1.$s" ] && { echo "=$s"; cat "$1.$s"; echo; }; done; :`;

async function readThere(host: Host, base: string): Promise<Texts> {
  const { stdout } = await host.script(SCRIPT, [base]);
  const found: Record<string, string> = {};
  for (const part of stdout.toString().split(/^=/m)) {
    const end = part.indexOf('\n');
    if (end > 0) found[part.slice(0, end)] = part.slice(end + 1);
  }
  return found;
}

export function parseEnding({ exit, marks, record, fault, 'exit.new': leaving }: Texts): RunEnding {
  const [started, ended, , , timedOut] = record?.trim().split(' ') ?? [];
  const lines = marks?.split('\n').map((line) => line.split(' ')) ?? [];
  const start = lines.find(([kind]) => kind === 'start');
  const end = lines.find(([kind]) => kind === 'exit');
  return {
    exitCode: wholeNumber(exit),
    leavingCode: wholeNumber(leaving),
    sentinelCode: wholeNumber(end?.[1]),
    exitPosition: wholeNumber(end?.[3]),
    recording: start !== undefined,
    startedAt: time(started || start?.[1]),
    endedAt: time(ended || end?.[2]),
    timedOut: timedOut === '1',
    fault: faultOf({ fault, marks }),
    gaps: lines.filter(([kind]) => kind === 'gap').length,
  };
}

/** Why recording ended early. On a full disk there may be room for a mark, but not for another file, or in it. */
export function faultOf({ fault, marks }: Pick<Texts, 'fault' | 'marks'>): string | undefined {
  const marked = marks && /^fault (\S+)/m.exec(marks)?.[1];
  return fault?.trim() || marked || (fault === undefined ? undefined : 'EIO');
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+\s*$/.test(text) ? Number(text) : undefined;
}

function time(epoch: string | undefined): Date | undefined {
  const seconds = wholeNumber(epoch);
  // The sentinel of the end has no time: to ask for it would cost the very milliseconds that it is awaited in.
  return seconds === undefined || seconds === 0 ? undefined : new Date(seconds * 1000);
}
