import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { Script } from 'node:vm';
import { homeFolder, makeFolders } from '../../model/index.js';

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
      const isNew = !existsSync(this.#folder);
      makeFolders(this.#folder, 0o700);
      if (isNew) removeOld(this.#folder);
      for (const [name, script] of this.#fresh)
        write(join(this.#folder, name), sealed(script.createCachedData()));
    } catch {
      // A full disk, or a folder that is not to be written to.
    }
  }

  #read(name: string): Buffer | undefined {
    if (this.#folder === undefined) return undefined;
    try {
      return unsealed(readFileSync(join(this.#folder, name)));
    } catch {
      return undefined;
    }
  }
}

/**
 * Where it is kept for a build of muxwright and a version of Node: with the state where somebody has said where that is,
 * else in the XDG cache folder. Nowhere where Node is told to keep nothing of the kind.
 */
export function codeCacheFolder(environment: CacheEnvironment, build: string): string | undefined {
  const { MUXWRIGHT_HOME: own, NODE_DISABLE_COMPILE_CACHE: off, XDG_CACHE_HOME: cache } = environment;
  if (off) return undefined;
  if (own) return join(resolve(own), 'cache', `${PREFIX}${build}`);
  const folder = cache && isAbsolute(cache) ? cache : join(homeFolder(), '.cache');
  return join(folder, 'muxwright', `${PREFIX}${build}`);
}

/** The environment that decides; `process.env` is one. */
export interface CacheEnvironment {
  readonly MUXWRIGHT_HOME?: string | undefined;
  readonly NODE_DISABLE_COMPILE_CACHE?: string | undefined;
  readonly XDG_CACHE_HOME?: string | undefined;
}

const PREFIX = 'code-';
const KEPT_MS = 30 * 24 * 3_600_000;

/** What earlier builds have left. Should one still be in use, it is made again. */
function removeOld(folder: string): void {
  for (const name of readdirSync(dirname(folder)).filter((one) => one.startsWith(PREFIX))) {
    const path = join(dirname(folder), name);
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** It is run, so nobody else may have written it, as with sudo that keeps the home of a user. */
function isOurs(folder: string): boolean {
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    return !found || (found.uid === process.getuid?.() && (found.mode & 0o022) === 0);
  } catch {
    // The way there is barred.
    return false;
  }
}

/**
 * With a sum at the end, because V8 believes what it reads: of one wrong byte, as a crash of the machine or a bad disk
 * leaves it, Node 20 dies with a native stack trace, at every start. At the end V8 need not copy what is before it.
 */
function sealed(data: Buffer): Buffer {
  return Buffer.concat([data, sum(data)]);
}

function unsealed(kept: Buffer): Buffer | undefined {
  const data = kept.subarray(0, -SUM_BYTES);
  return sum(data).equals(kept.subarray(-SUM_BYTES)) ? data : undefined;
}

/** Against damage, not against an enemy. */
const sum = (data: Buffer): Buffer => createHash('sha1').update(data).digest();
const SUM_BYTES = 20;

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
