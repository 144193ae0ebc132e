import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { Script } from 'node:vm';

/**
 * What V8 has compiled, kept for the next start: reading it back takes a fifth of the time that compiling takes. Nothing
 * depends on it: where it cannot be kept, or is of another Node, everything is compiled as ever.
 */
export class CodeCache {
  readonly #folder: string | undefined;
  readonly #fresh = new Map<string, Script>();

  constructor(folder: string | undefined) {
    this.#folder = folder !== undefined && isOurs(folder) ? folder : undefined;
  }

  compile(name: string, source: string, filename: string): Script {
    const cachedData = this.#read(name);
    const script = new Script(source, { filename, ...(cachedData && { cachedData }) });
    // V8 refuses what another version of it has made.
    if (this.#folder !== undefined && script.cachedDataRejected !== false) this.#fresh.set(name, script);
    return script;
  }

  /** To be called at the end, because what has run by then is kept with it. */
  save(): void {
    if (this.#folder === undefined || this.#fresh.size === 0) return;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      for (const [name, script] of this.#fresh) write(join(this.#folder, name), script.createCachedData());
    } catch {
      // A full disk, or a folder that is not to be written to.
    }
  }

  #read(name: string): Buffer | undefined {
    if (this.#folder === undefined) return undefined;
    try {
      return readFileSync(join(this.#folder, name));
    } catch {
      return undefined;
    }
  }
}

/** Where it is kept: with the state where somebody has said where that is, else in the XDG cache folder. */
export function codeCacheFolder(environment: NodeJS.ProcessEnv, version: string): string | undefined {
  const { MUXWRIGHT_HOME: own, NODE_DISABLE_COMPILE_CACHE: off, XDG_CACHE_HOME: cache } = environment;
  if (off) return undefined;
  const name = `code-${version}`;
  if (own) return join(resolve(own), 'cache', name);
  const folder = cache && isAbsolute(cache) ? cache : join(homedir(), '.cache');
  return join(folder, 'muxwright', name);
}

/** V8 believes what it reads, so nobody else may have written it, as with sudo that keeps the home of a user. */
function isOurs(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return !found || (found.uid === process.getuid?.() && (found.mode & 0o022) === 0);
}

/** Another process may read it at this very moment. */
function write(path: string, data: Buffer): void {
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, data, { mode: 0o600 });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
