import type { Host } from '../hosts/index.js';
import { type CallOptions, isMuxError } from '../model/index.js';
import { withoutBegunSecret } from '../redaction/index.js';
import type { RunFiles } from './run-ending.js';

/** A line that has not ended, as a recorder that is `live` shows it. */
export interface LogTail {
  /** Where the line will stand in the log. */
  readonly position: number;
  /** What was printed of it, redacted, with escape sequences; without a last word that may become a secret. */
  readonly text: string;
}

/** The unfinished line of a log; `undefined` where none was shown yet, or it is just being written. */
export async function readTail(
  host: Host,
  { folder, id }: RunFiles,
  options: CallOptions = {},
): Promise<LogTail | undefined> {
  const data = await content(host, `${folder}/${id}.tail`, options);
  const newline = data.indexOf('\n');
  const [, position, length] = /^(\d+) (\d+)$/.exec(data.toString('latin1', 0, Math.max(0, newline))) ?? [];
  const text = data.subarray(newline + 1);
  if (position === undefined || text.length !== Number(length)) return undefined;
  return { position: Number(position), text: withoutBegunSecret(text.toString()) };
}

async function content(host: Host, path: string, options: CallOptions): Promise<Buffer> {
  try {
    return (await host.files.read(path, options)).data;
  } catch (error) {
    if (isMuxError(error, 'FILE_NOT_FOUND')) return Buffer.alloc(0);
    throw error;
  }
}
