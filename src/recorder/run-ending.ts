import type { Host } from '../hosts/index.js';
import { readRegularFile } from '../model/index.js';
import { isProof } from './end-proof.js';

/** Where the files of a run lie. */
export interface RunFiles {
  readonly folder: string;
  readonly id: string;
  /** What the proof in the wrapper's record is checked against, where it is known. */
  readonly commitment?: string | undefined;
}

/** What the files of a run say about its end; everything is `undefined` while it is running. */
export interface RunEnding {
  /**
   * Whether the wrapper's record has the proof that the run is committed to. Without a commitment nobody can tell. With
   * one, only a record that proves itself counts for the codes below: any program of the same user can write the rest.
   */
  readonly proven: boolean;
  /** What the files say where the proof is missing. */
  readonly claimedCode: number | undefined;
  /** With the exit file, which comes last: the log is complete, too. */
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
  /** The wrapper did not run the command. */
  readonly notRun: boolean;
  /** Why output is missing from the log: the name of a system error, such as `ENOSPC`. */
  readonly fault: string | undefined;
  /** How often something is missing: the recorder was restarted, or the log could not be written for a while. */
  readonly gaps: number;
}

/** Reads what a run has left on its host, in one round trip. */
export async function readEnding(host: Host, files: RunFiles): Promise<RunEnding> {
  return parseEnding(await readEndingTexts(host, files), files.commitment);
}

/** The same, as it is in the files. */
export async function readEndingTexts(host: Host, { folder, id }: RunFiles): Promise<EndingTexts> {
  const base = `${folder}/${id}`;
  return host.address.kind === 'local' ? readHere(base) : readThere(host, base);
}

// In the order of reading. The wrapper leaves its record first: then the recorder can have seen the end, and the exit file
// comes last. A reader that goes the other way finds the record to all that it has seen before.
const SUFFIXES = ['exit', 'marks', 'fault', 'record'] as const;
export type EndingTexts = Readonly<Partial<Record<(typeof SUFFIXES)[number], string | undefined>>>;

async function readHere(base: string): Promise<EndingTexts> {
  const texts: Record<string, string | undefined> = {};
  for (const suffix of SUFFIXES) {
    texts[suffix] = await readRegularFile(`${base}.${suffix}`).then(String, () => undefined);
  }
  return texts;
}

/** Each file behind a line with its name; none of them has an empty line. */
const SCRIPT = `for s in ${SUFFIXES.join(' ')}; do [ -f "$1.$s" ] && { echo "=$s"; cat "$1.$s"; echo; }; done; :`;

async function readThere(host: Host, base: string): Promise<EndingTexts> {
  const { stdout } = await host.script(SCRIPT, [base]);
  const found: Record<string, string> = {};
  for (const part of stdout.toString().split(/^=/m)) {
    const end = part.indexOf('\n');
    if (end > 0) found[part.slice(0, end)] = part.slice(end + 1);
  }
  return found;
}

export function parseEnding(texts: EndingTexts, commitment?: string): RunEnding {
  const { exit, marks, fault } = texts;
  const record = parseRecord(texts.record);
  const lines = marks?.split('\n').map((line) => line.split(' ')) ?? [];
  const start = lines.find(([kind]) => kind === 'start');
  // All four words: one that is just being written may lack the last.
  const end = lines.find(([kind, ...words]) => kind === 'exit' && words.length === 3);
  const exitCode = exitNumber(exit);
  const sentinelCode = wholeNumber(end?.[1]);
  const proven = commitment !== undefined && record?.proof !== undefined && isProof(record.proof, commitment);
  const counts = proven || commitment === undefined;
  const told = (code: number | undefined): number | undefined =>
    code === undefined || !counts ? undefined : (record?.code ?? code);
  return {
    proven,
    claimedCode: counts ? undefined : (record?.code ?? exitCode ?? sentinelCode),
    exitCode: told(exitCode),
    leavingCode: told(record?.code),
    sentinelCode: told(sentinelCode),
    exitPosition: counts ? wholeNumber(end?.[3]) : undefined,
    recording: start !== undefined,
    startedAt: time(record?.started ?? start?.[1]),
    endedAt: time(record?.ended ?? end?.[2]),
    timedOut: record?.timedOut ?? false,
    notRun: record?.notRun ?? false,
    fault: faultOf({ fault, marks }),
    gaps: lines.filter(([kind]) => kind === 'gap').length,
  };
}

/** The wrapper's record; `undefined` where it is not whole. The time of the end is filled in later. */
function parseRecord(text: string | undefined) {
  const words = /^(\d+) (\d+) (\d{1,3}) \d+ ([012])(?: ([0-9a-f]{32}))?$/.exec(text?.split('\n')[0] ?? '');
  if (!words) return undefined;
  const [, started = '', ended = '', code, how, proof] = words;
  return {
    started: Number(started) === 0 ? undefined : started,
    ended: Number(ended) < Number(started) || Number(ended) === 0 ? undefined : ended,
    code: Number(code),
    timedOut: how === '1',
    notRun: how === '2',
    proof,
  };
}

/**
 * Why output is missing from the log. On a full disk there may be room for a mark, but not for another file, or for the name of
 * a file but not for a word in it.
 */
export function faultOf({ fault, marks }: Pick<EndingTexts, 'fault' | 'marks'>): string | undefined {
  const marked = marks && /^fault (\S+)/m.exec(marks)?.[1];
  return fault?.trim() || marked || (fault === undefined ? undefined : 'ENOSPC');
}

/** The exit file is whole when it is there, because it is renamed. */
function exitNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,3}\s*$/.test(text) ? Number(text) : undefined;
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+\s*$/.test(text) ? Number(text) : undefined;
}

function time(epoch: string | undefined): Date | undefined {
  const seconds = wholeNumber(epoch);
  // The sentinel of the end has no time: to ask for it would cost the very milliseconds that it is awaited in.
  return seconds === undefined || seconds === 0 ? undefined : new Date(seconds * 1000);
}
