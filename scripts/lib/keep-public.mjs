import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.mjs';

/**
 * Removes from the compiled library what nobody can get at who imports the package: most modules are behind its doors,
 * and their types are seen by no one. What has a folder of its own in dist, not made by tsc, is left alone.
 */
export function keepPublic(dist = `${root}/dist`) {
  const { exports } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  const doors = Object.values(exports).filter((door) => typeof door === 'object');
  const kept = new Set();
  for (const door of doors) {
    for (const path of [door.default, door.types]) follow(join(dist, path.replace('./dist/', '')), kept);
  }
  const made = readdirSync(dist, { recursive: true }).filter((path) => !/^(?:cli|web)(?:\/|$)/.test(path));
  for (const path of made.filter((one) => /\.(?:js|d\.ts)$/.test(one)).map((one) => join(dist, one))) {
    if (!kept.has(path)) rmSync(path);
  }
}

/** `from './a.js'`, `import './a.js'` and `import('./a.js')`, which is a type as well in a file of types. */
const imports = /\b(?:from|import)\s*\(?\s*["'](\.[^"']*)\.js["']/g;

function follow(path, kept) {
  if (kept.has(path) || !existsSync(path)) return;
  kept.add(path);
  const ending = path.endsWith('.d.ts') ? '.d.ts' : '.js';
  for (const [, name] of readFileSync(path, 'utf8').matchAll(imports)) {
    follow(join(dirname(path), name + ending), kept);
  }
}
