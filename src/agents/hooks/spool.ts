import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../hosts/index.js';
import { readRegularFile } from '../../model/index.js';
import { type HookFolders, makeHookFolder } from './hook-folders.js';
import { hookLimits } from './hook-script.js';

/** A file of the hook script that is ours to read. */
export interface ClaimedFile {
  readonly name: string;
  /** When the hook ran. */
  readonly at: Date;
  readonly size: number;
  read(): Promise<Buffer>;
  /** It is dealt with. */
  remove(): Promise<void>;
  /** Somebody may try again. */
  putBack(): Promise<void>;
  /** It is of no use, but a person may want to see it. */
  setAside(): Promise<void>;
}

/** What the hook script wrote, for several processes that read it: each file is claimed by one, with a rename. */
export class Spool {
  readonly #folders: HookFolders;

  constructor(folders: HookFolders) {
    this.#folders = folders;
  }

  async prepare(): Promise<void> {
    const { spool, claimed, bad } = this.#folders;
    for (const folder of [spool, claimed, bad]) makeHookFolder(folder);
  }

  /** Names of files that are whole, in the order in which the hooks ran. */
  async waiting(): Promise<string[]> {
    const names = (await list(this.#folders.spool)).filter((file) => file.endsWith('.ready'));
    const timed = await Promise.all(
      names.map(async (file) => {
        const name = file.slice(0, -'.ready'.length);
        const stats = await lstat(this.#event(name), { bigint: true }).catch(() => undefined);
        return { name, time: stats?.mtimeNs ?? 0n };
      }),
    );
    // Of two in the same tick of the file system the process with the smaller number was mostly the first.
    return timed
      .sort((a, b) => sign(a.time - b.time) || inNumbers.compare(a.name, b.name))
      .map(({ name }) => name);
  }

  /** The file, if nobody else was faster. */
  async claim(name: string): Promise<ClaimedFile | undefined> {
    const event = this.#event(name);
    const claim = join(this.#folders.claimed, `${name}.${process.pid}`);
    if (!(await moved(this.#ready(name), claim))) return undefined;
    const stats = await lstat(event).catch(() => undefined);
    if (!stats?.isFile()) {
      await rm(claim, { force: true });
      return undefined;
    }
    inProgress.add(claim);
    const remove = async (): Promise<void> => {
      await rm(event, { force: true });
      await rm(claim, { force: true });
      inProgress.delete(claim);
    };
    return {
      name,
      at: stats.mtime,
      size: stats.size,
      read: () => readRegularFile(event, { noFollow: true, maxBytes: mostHookBytes }),
      remove,
      putBack: async () => {
        await moved(claim, this.#ready(name));
        inProgress.delete(claim);
      },
      setAside: async () => {
        if (stats.size <= mostHookBytes)
          await moved(event, join(this.#folders.bad, `${name}-${stats.mtimeMs}`));
        await remove();
        await this.#keepFewBad();
      },
    };
  }

  /** Gives back what a process that died had claimed, and removes what a hook that died left half-written. */
  async tidy(now: Date): Promise<void> {
    for (const file of await list(this.#folders.claimed)) {
      const [, name, pid] = /^(.+)\.(\d+)$/.exec(file) ?? [];
      const claim = join(this.#folders.claimed, file);
      const isOurs = Number(pid) === process.pid;
      if (name === undefined || (isOurs ? inProgress.has(claim) : isAlive(Number(pid)))) continue;
      await moved(claim, this.#ready(name));
    }
    const files = await list(this.#folders.spool);
    const claimed = (await list(this.#folders.claimed)).map((file) => file.replace(/\.\d+$/, ''));
    const known = new Set([
      ...files.filter((file) => file.endsWith('.ready')),
      ...claimed.map((name) => `${name}.ready`),
    ]);
    for (const file of files) {
      if (!file.endsWith('.event') || known.has(file.replace(/event$/, 'ready'))) continue;
      const path = join(this.#folders.spool, file);
      const stats = await lstat(path).catch(() => undefined);
      if (stats && now.getTime() - stats.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
    }
  }

  async #keepFewBad(): Promise<void> {
    const { bad } = this.#folders;
    const files = await Promise.all(
      (await list(bad)).map(async (file) => ({ file, time: (await lstat(join(bad, file))).mtimeMs })),
    ).catch(() => []);
    const old = files.sort((a, b) => b.time - a.time).slice(KEPT_BAD);
    for (const { file } of old) await rm(join(bad, file), { force: true });
  }

  #event(name: string): string {
    return join(this.#folders.spool, `${name}.event`);
  }

  #ready(name: string): string {
    return join(this.#folders.spool, `${name}.ready`);
  }
}

/** bash counts the limit of the script twofold, unless it is called as `sh`. */
export const mostHookBytes: number = 2 * hookLimits.fileBytes;

/** Claims of this process that are being read; others with its number were left over. */
const inProgress = new Set<string>();

const KEPT_BAD = 20;
/** A hook that writes for longer is dead. */
const ABANDONED_MS = 600_000;

const inNumbers = new Intl.Collator('en', { numeric: true });

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function moved(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(
    () => true,
    () => false,
  );
}

function sign(difference: bigint): number {
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
