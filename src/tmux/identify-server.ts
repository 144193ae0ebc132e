import { isMuxError } from '../model/index.js';
import type { ControlConnection } from './control-connection.js';
import type { Command } from './quote.js';
import { parseRecord, type RecordFields, recordFormat } from './record-format.js';
import { parseVersion, type TmuxVersion } from './version.js';

/** Tells one run of a tmux server from the next, which starts again at `%0`. */
export interface ServerIdentity {
  readonly pid: number;
  readonly startTime: number;
  readonly version: TmuxVersion;
}

/** Which server is at the other end; `undefined` where it ended the connection instead of answering. */
export async function identifyServer(
  connection: ControlConnection,
  timeoutMs: number,
): Promise<ServerIdentity | undefined> {
  const ask: Command = ['display-message', '-p', recordFormat(IDENTITY)];
  try {
    const [body] = await connection.request([ask], { timeoutMs });
    const { pid, startTime, version } = parseRecord(IDENTITY, body ?? Buffer.alloc(0));
    return { pid: Number(pid), startTime: Number(startTime), version: parseVersion(version) };
  } catch (error) {
    // A client that is sent away at once may still get an answer, without what was asked.
    if (isMuxError(error, 'CONNECTION_LOST', 'PROTOCOL_ERROR')) return undefined;
    await connection.close();
    throw error;
  }
}

const IDENTITY = { pid: 'pid', startTime: 'start_time', version: 'version' } as const satisfies RecordFields;
