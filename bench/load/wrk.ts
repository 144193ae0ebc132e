import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Served } from './served.js';

const run = promisify(execFile);

export interface Rate {
  readonly perSecond: number;
  /** As wrk writes it: `1.23ms`. */
  readonly p99: string;
}

/** Requests that the server answers in a second, by wrk; `undefined` where that is not installed. */
export async function wrk(
  { url, headers }: Served,
  path: string,
  seconds: number,
): Promise<Rate | undefined> {
  const header = `Authorization: ${headers.authorization}`;
  const args = ['-t', '1', '-c', '20', '-d', `${seconds}s`, '--latency', '-H', header, url + path];
  try {
    const { stdout } = await run('wrk', args);
    const failed = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1];
    if (failed !== undefined) throw new Error(`${failed} requests for ${path} were refused.`);
    return {
      perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
      p99: /^\s*99%\s+(\S+)/m.exec(stdout)?.[1] ?? '?',
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
