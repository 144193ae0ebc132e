#!/usr/bin/env node
import { BundleLoader } from './bundle-loader.js';
import { CodeCache, codeCacheFolder } from './code-cache.js';
import { endWithASentence } from './last-words.js';

/** The file of the bundle that has `../run.ts`: its name ends with a hash of the whole, and `.js`. */
declare const BUNDLE_ENTRY: string;

const args = process.argv.slice(2);
endWithASentence(args);

/** The `mux` that is shipped: as `../main.ts`, by way of the bundle. */
const cache = new CodeCache(
  codeCacheFolder(process.env, `${process.version}-${BUNDLE_ENTRY.slice(-11, -3)}`),
);
const { run } = new BundleLoader(__dirname, cache).require(BUNDLE_ENTRY) as typeof import('../run.js');
void run(args).then((code) => {
  process.exitCode = code;
  cache.save();
});
