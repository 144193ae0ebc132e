import type { Host } from '../hosts/index.js';
import { isMuxError, MuxError } from '../model/index.js';
import { isSnapshot } from './is-snapshot.js';
import type { Snapshot } from './session-snapshot.js';

export async function writeSnapshot(host: Host, file: string, snapshot: Snapshot): Promise<void> {
  try {
    await host.files.write(file, `${JSON.stringify(snapshot, null, 2)}\n`, { timeoutMs: 60_000 });
  } catch (error) {
    if (!isMuxError(error)) throw error;
    throw new MuxError(error.code, `'${file}' cannot be written: ${error.message}`, {
      suggestion: 'Make its folder first, or give another file.',
      cause: error,
    });
  }
}

export async function readSnapshot(host: Host, file: string): Promise<Snapshot> {
  try {
    const { data } = await host.files.read(file, { timeoutMs: 60_000 });
    const snapshot: unknown = JSON.parse(data.toString());
    if (isSnapshot(snapshot)) return snapshot;
  } catch (error) {
    if (isMuxError(error, 'FILE_NOT_FOUND')) {
      throw new MuxError('FILE_NOT_FOUND', `There is no snapshot '${file}'.`, {
        suggestion: "Save one first: action='snapshot' operation='save'.",
      });
    }
    if (isMuxError(error)) throw error;
  }
  throw new MuxError('CONFIG_INVALID', `'${file}' is not a snapshot of a session.`, {
    suggestion: "Give the file that action='snapshot' operation='save' wrote.",
  });
}
