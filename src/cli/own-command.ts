import { basename, relative } from 'node:path';
import { shellQuote } from '../model/index.js';

/** How this program is called from the current folder: `mux` where it is installed, else by its file. */
export function ownCommand(script = process.argv[1] ?? 'mux', folder = process.cwd()): string {
  const name = basename(script);
  if (!/\.[jt]s$/.test(name)) return name;
  const way = relative(folder, script);
  const path = shellQuote(way.startsWith('..') ? script : way);
  return name.endsWith('.ts') ? `node --import tsx ${path}` : `node ${path}`;
}
