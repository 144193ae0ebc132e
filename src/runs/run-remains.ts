import type { Host } from '../hosts/index.js';
import { MuxError } from '../model/index.js';
import { parseEnding, type RunEnding } from '../recorder/index.js';
import { isRunId } from './run-id.js';

/** What a run has left in the folder of logs. */
export interface RunRemains {
  readonly id: string;
  readonly folder: string;
  readonly ending: RunEnding;
  readonly files: readonly RunFile[];
  /** Position behind the last byte of the log, which counts what was rotated away; `undefined` where there is none. */
  readonly logSize: number | undefined;
}

export interface RunFile {
  readonly name: string;
  readonly bytes: number;
  /** Needed only while the run goes on. */
  readonly passing: boolean;
}

/**
 * Everything that runs have left in these folders, by one round trip however many there are. Other files, folders
 * and links that lie there are passed over.
 */
export async function runRemains(
  host: Host,
  folders: readonly string[],
  commitmentOf: (id: string) => string | undefined = () => undefined,
): Promise<RunRemains[]> {
  if (folders.length === 0) return [];
  const { code, stdout, stderr } = await host.script(SCRIPT, folders, { timeoutMs: 30_000 });
  if (code !== 0) {
    throw new MuxError('HOST_IO_FAILED', `The folder of logs '${folders.join("', '")}' cannot be read.`, {
      details: { folders, code, stderr: stderr.toString() },
    });
  }
  return parseRemains(folders, stdout.toString(), commitmentOf);
}

/** When a run of this id was started, to the millisecond; `undefined` for what is no id of ours. */
export function runIdTime(id: string): Date | undefined {
  if (!/^[a-z0-9]{14}$/.test(id)) return undefined;
  const time = Number.parseInt(id.slice(0, -RANDOM_LETTERS), 36);
  return time > FIRST_TIME ? new Date(time) : undefined;
}

const RANDOM_LETTERS = 6;
const FIRST_TIME = Date.UTC(2024, 0);

// In the order of `readEnding`. Then the sizes, when the logs are whole. By find, because a folder may hold more files
// than a command line. ls exits with 1 where a file was removed while it listed, and GNU's with 2 where it could not list.
const SCRIPT = `LC_ALL=C; export LC_ALL
each() { find . ! -name . -prune -type f "$@" -exec grep '' /dev/null {} + 2>/dev/null; }
for folder; do
  echo =
  cd -- "$folder" 2>/dev/null || continue
  each -name '*.exit'
  each -name '*.marks'
  each \\( -name '*.record' -o -name '*.fault' \\)
  ls -ln || { [ $? -eq 1 ] && [ -r . ]; } || exit 1
done
:`;

/** Takes apart what the script printed; exported for its test. */
export function parseRemains(
  folders: readonly string[],
  text: string,
  commitmentOf: (id: string) => string | undefined = () => undefined,
): RunRemains[] {
  const parts = text.split(/^=\n/m).slice(1);
  return folders.flatMap((folder, n) => parseFolder(folder, parts[n] ?? '', commitmentOf));
}

interface Found {
  readonly texts: Record<string, string>;
  readonly files: RunFile[];
}

function parseFolder(
  folder: string,
  text: string,
  commitmentOf: (id: string) => string | undefined,
): RunRemains[] {
  const found = new Map<string, Found>();
  const of = (id: string): Found => {
    const known = found.get(id) ?? { texts: {}, files: [] };
    found.set(id, known);
    return known;
  };
  for (const line of text.split('\n')) {
    const content = CONTENT.exec(line);
    if (content) {
      const [, id = '', kind = '', value = ''] = content;
      const { texts } = of(id);
      texts[kind] = texts[kind] === undefined ? value : `${texts[kind]}\n${value}`;
      continue;
    }
    const [, type, bytes, name = ''] = LISTED.exec(line) ?? [];
    const [, id = '', kind = ''] = NAME.exec(name) ?? [];
    if (!isRunId(id) || (type === 'p') !== FIFOS.has(kind)) continue;
    of(id).files.push({ name, bytes: Number(bytes), passing: PASSING.has(kind) });
  }
  return [...found].map(([id, { texts, files }]) => ({
    id,
    folder,
    ending: parseEnding(texts, commitmentOf(id)),
    files,
    logSize: logSize(id, files),
  }));
}

const CONTENT = /^\.\/([a-z0-9]{1,64})\.(exit|record|marks|fault):(.*)$/;
/** A line of `ls -ln`: kind, size, name. */
const LISTED = /^([-p])\S*\s+\d+\s+\d+\s+\d+\s+(\d+)\s+\S+\s+\S+\s+\S+\s(.+)$/;
const NAME =
  /^([a-z0-9]+)\.(log|log\.\d+|exit|exit\.new|record|marks|fault|in|go|ack|stdin|jobs|scrub\.\d+)$/;
const FIFOS = new Set(['in', 'go', 'ack', 'stdin']);
/** The kinds of files that are needed only while a run continues. */
export const PASSING_KINDS = ['in', 'go', 'ack', 'stdin', 'jobs', 'exit.new'] as const;
const PASSING = new Set<string>(PASSING_KINDS);

function logSize(id: string, files: readonly RunFile[]): number | undefined {
  const current = files.find(({ name }) => name === `${id}.log`);
  const ends = files.flatMap(({ name, bytes }) => {
    const start = /\.log\.(\d+)$/.exec(name)?.[1];
    return start === undefined ? [] : [Number(start) + bytes];
  });
  if (!current && ends.length === 0) return undefined;
  return Math.max(0, ...ends) + (current?.bytes ?? 0);
}
