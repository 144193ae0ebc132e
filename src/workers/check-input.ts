import { MuxError } from '../model/index.js';
import type { SpawnOptions } from './workers-options.js';

/** Refuses what is no command, and options that are none: not everybody who calls has a compiler. */
export function checkSpawn(command: unknown, options: unknown): asserts options is SpawnOptions {
  checkCommand(command);
  if (!isObject(options)) throw invalid('The options', options, 'Give an object, or leave them out.');
  const { env, tags } = options;
  if (tags !== undefined && !isTexts(tags)) throw invalid('tags', tags, "Give a list, such as ['red'].");
  if (env !== undefined && !(isObject(env) && isTexts(Object.values(env))))
    throw invalid('env', env, "Give names with texts, such as { PORT: '8080' }.");
  for (const name of ['cwd', 'session', 'socket'] as const) {
    if (options[name] !== undefined) checkText(options[name], name);
  }
}

/** Refuses what is neither a shell string nor an argv. */
function checkCommand(command: unknown): void {
  if (typeof command === 'string' || isTexts(command)) return;
  throw invalid('The command', command, "Give a shell string, or an argv such as ['node', 'server.js'].");
}

/** Refuses what says neither all workers nor a tag. */
export function checkSelection(selection: unknown): void {
  if (isObject(selection) && (selection.all === true || typeof selection.tag === 'string')) return;
  throw invalid('The choice of workers', selection, "Give { all: true } or { tag: 'red' }.");
}

/** Refuses what is no text. */
export function checkText(text: unknown, what = 'The text'): asserts text is string {
  if (typeof text !== 'string') throw invalid(what, text, 'Give a string.');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function invalid(what: string, value: unknown, suggestion: string): MuxError {
  const shown = value === undefined ? 'missing' : `${JSON.stringify(value) ?? String(value)}`.slice(0, 80);
  return new MuxError('INVALID_ARGUMENT', `${what} cannot be used: it is ${shown}.`, { suggestion });
}
