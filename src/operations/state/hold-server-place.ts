import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadModule, MuxError } from '../../model/index.js';
import { replaceStateFile } from './replace-state-file.js';

/** The server that works on a state folder, as others find it. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  readonly startedAt: string;
}

/** The right to be the server of a state folder. */
export interface ServerPlace extends AsyncDisposable {
  /** Tells others where the server is. */
  announce(server: RunningServer): Promise<void>;
}

/** Takes the place of the server of a state folder. Fails with `SERVER_RUNNING` where another one has it. */
export async function holdServerPlace(stateFolder: string): Promise<ServerPlace> {
  await requireOwnFolder(stateFolder);
  const { holdLock } = await loadModule(() => import('../../store/sqlite/hold-lock.js'));
  const lock = holdLock(join(stateFolder, 'server.lock'));
  const note = join(stateFolder, NOTE);
  if (!lock) throw await takenError(stateFolder);
  return {
    async announce(server) {
      await replaceStateFile(note, `${JSON.stringify(server)}\n`, 'clients cannot find the server');
    },
    async [Symbol.asyncDispose]() {
      // What could not be written is not there, or is not ours.
      await rm(note, { force: true }).catch(() => {});
      lock[Symbol.dispose]();
    },
  };
}

/** What the server of a state folder told of itself; it may have died since. */
export async function announcedServer(stateFolder: string): Promise<RunningServer | undefined> {
  try {
    return JSON.parse(await readFile(join(stateFolder, NOTE), 'utf8')) as RunningServer;
  } catch {
    return undefined;
  }
}

/** Root could use the folder of anybody, and would leave files there that its owner cannot. */
async function requireOwnFolder(stateFolder: string): Promise<void> {
  const stats = await stat(stateFolder).catch(() => undefined);
  const user = process.getuid?.();
  if (!stats || user === undefined || stats.uid === user) return;
  throw new MuxError('PERMISSION_DENIED', `The state folder '${stateFolder}' belongs to another user.`, {
    suggestion: 'Start the server as that user, or set MUXWRIGHT_HOME to a folder of your own.',
    details: { stateFolder, owner: stats.uid, user },
  });
}

const NOTE = 'server.json';

async function takenError(stateFolder: string): Promise<MuxError> {
  const server = await announcedServer(stateFolder);
  const where = server ? `at ${server.url} (process ${server.pid})` : 'which is still starting';
  return new MuxError('SERVER_RUNNING', `Another server is already using '${stateFolder}', ${where}.`, {
    suggestion: 'Use that server, stop it, or set MUXWRIGHT_HOME to another folder.',
    details: { stateFolder, ...server },
  });
}
