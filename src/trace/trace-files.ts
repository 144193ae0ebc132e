import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { MuxError, nearestName, shownText } from '../model/index.js';
import { checkTrace, unpackTrace } from './trace-page.js';
import type { Trace } from './trace-schema.js';

/** The files of a trace in its folder. */
export const traceFiles = Object.freeze({
  page: 'trace.html',
  markdown: 'trace.md',
  json: 'trace.json',
  junit: 'junit.xml',
  cast: (index: number): string => `terminal-${index + 1}.cast`,
});

export interface FoundTrace {
  readonly trace: Trace;
  /** The file that it was read from. */
  readonly path: string;
  /** The page that shows it, where it is there. */
  readonly page: string | undefined;
}

/**
 * Reads a trace: a `trace.html` or `trace.json`, the folder that it is in, or a name, or a part of one, in the folder of
 * reports.
 */
export function findTrace(pathOrName: string, reports: string): FoundTrace {
  if (pathOrName.trim() === '') throw notFound(pathOrName, reports);
  const given = resolve(pathOrName);
  if (isFile(given)) return read(given);
  const inFolder = fileIn(given);
  if (inFolder) return read(inFolder);
  const names = tracesIn(reports);
  const wanted = basename(pathOrName) === pathOrName ? pathOrName : '';
  const exact = names.filter((name) => name === wanted);
  const found = exact.length > 0 || wanted === '' ? exact : names.filter((name) => name.includes(wanted));
  const [only] = found;
  if (found.length > 1) {
    throw new MuxError(
      'INVALID_ARGUMENT',
      `${found.length} traces have '${shownText(pathOrName)}' in their name.`,
      {
        suggestion: `Give one of ${found.slice(0, 10).join(', ')}.`,
      },
    );
  }
  const path = only && fileIn(join(reports, only));
  if (!path) throw notFound(pathOrName, reports, names);
  return read(path);
}

function read(path: string): FoundTrace {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.json')) {
    const page = join(dirname(path), traceFiles.page);
    return { trace: parsed(text, path), path, page: isFile(page) ? page : undefined };
  }
  return { trace: unpackTrace(text, path), path, page: path };
}

function parsed(text: string, path: string): Trace {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  return checkTrace(value, path);
}

function fileIn(folder: string): string | undefined {
  return [traceFiles.json, traceFiles.page].map((name) => join(folder, name)).find(isFile);
}

function tracesIn(reports: string): string[] {
  try {
    return readdirSync(reports).filter((name) => fileIn(join(reports, name)) !== undefined);
  } catch {
    return [];
  }
}

/** A string that cannot be a path does not name a file. */
function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}

function notFound(name: string, reports: string, names: readonly string[] = []): MuxError {
  const near = nearestName(name, names);
  const some = names.slice(0, 10).join(', ');
  const suggestion = near
    ? `Did you mean ${near}?`
    : some === ''
      ? 'A test that fails leaves its trace in muxwright-report. Start mux in the folder of the tests, or give the path.'
      : `There are ${some}.`;
  return new MuxError(
    'FILE_NOT_FOUND',
    `There is no trace '${shownText(name)}', as a file or in ${reports}.`,
    {
      suggestion,
    },
  );
}
