import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CodeCache } from './code-cache.js';

type Factory = (exports: object, require: (name: string) => unknown, file: Loaded, path: string) => void;

interface Loaded {
  readonly exports: object;
}

/**
 * Loads the files of the bundle, which are CommonJS: Node has no way to compile an ES module from a cache before its
 * version 22, and takes longer to load one. Whatever is not a file of the bundle is left to Node.
 */
export class BundleLoader {
  readonly #folder: string;
  readonly #cache: CodeCache;
  readonly #loaded = new Map<string, Loaded>();
  readonly #elsewhere: NodeJS.Require;

  constructor(folder: string, cache: CodeCache) {
    this.#folder = folder;
    this.#cache = cache;
    this.#elsewhere = createRequire(join(folder, 'main.js'));
  }

  readonly require = (name: string): unknown => {
    if (!name.startsWith('./')) return this.#elsewhere(name);
    return (this.#loaded.get(name) ?? this.#load(name)).exports;
  };

  #load(name: string): Loaded {
    const path = join(this.#folder, name);
    // The bundle is ASCII, so V8 keeps it as it is.
    const source = `(function (exports, require, module, __filename) {${readFileSync(path, 'latin1')}\n})`;
    const factory = this.#cache.compile(name.slice(2), source, path).runInThisContext() as Factory;
    const file: Loaded = { exports: {} };
    // Before it runs, because files of a bundle may need each other.
    this.#loaded.set(name, file);
    try {
      factory.call(file.exports, file.exports, this.require, file, path);
    } catch (error) {
      this.#loaded.delete(name);
      throw error;
    }
    return file;
  }
}
