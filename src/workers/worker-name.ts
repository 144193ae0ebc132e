import { MuxError, shownText } from '../model/index.js';
import { checkText } from './check-input.js';

const LONGEST = 64;

/** Checks the name of a worker or its window: a word that is safe in a target, a path and a branch. */
export function checkWorkerName(name: string, kind: 'worker' | 'window' | 'session' = 'worker'): string {
  checkText(name, `The name of a ${kind}`);
  const why = badName(name);
  if (why === undefined) return name;
  throw new MuxError('INVALID_NAME', `'${shownText(name, LONGEST)}' cannot name a ${kind}: ${why}.`, {
    suggestion: suggestion(name),
    details: { name: name.slice(0, LONGEST) },
  });
}

function badName(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (name.length > LONGEST) return `it has ${name.length} characters; the maximum is ${LONGEST}`;
  if (!/^[A-Za-z0-9_-]+$/.test(name)) return 'it may contain only letters, digits, dashes and underscores';
  // A program would take it for an option.
  if (name.startsWith('-')) return 'it starts with a dash';
  return undefined;
}

function suggestion(name: string): string {
  const likely = name
    .slice(0, 4 * LONGEST)
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, LONGEST);
  return likely === '' ? "Use a word such as 'worker1'." : `Use '${likely}'.`;
}

const MOST_TAGS = 32;

/** Checks the tags of a worker. */
export function checkTags(tags: readonly string[]): void {
  const bad = tags.find((tag) => !/^[\w.:/@=+-]{1,64}$/.test(tag));
  if (bad === undefined && tags.length <= MOST_TAGS) return;
  const what =
    bad === undefined ? `${tags.length} tags are too many` : `'${bad.slice(0, 64)}' cannot be a tag`;
  throw new MuxError('INVALID_NAME', `${what}.`, {
    suggestion: `Give at most ${MOST_TAGS} words of up to 64 letters, digits and '-_.:/@=+'.`,
  });
}
