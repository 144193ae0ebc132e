import { type CharacterSet, single } from './character-set.js';
import { type AssertionNode, fixedLength, type RegexNode, type RepeatNode } from './regex-nodes.js';
import { untranslatable } from './untranslatable.js';

/** A pattern in the syntax of RE2. */
export interface LinearSource {
  readonly source: string;
  /** For each group of it, the number of the group in JavaScript: groups inside a lookaround capture nothing. */
  readonly groups: readonly number[];
  /** What has to match, or must not, so many characters behind the start of each match. */
  readonly ahead: readonly Lookahead[];
}

export interface Lookahead {
  readonly offset: number;
  readonly negative: boolean;
  readonly source: string;
}

/**
 * Writes a pattern so that RE2 matches what JavaScript would. Refuses what no engine can match in linear time. RE2 has no
 * lookaheads; those at a fixed distance from the start of the match can be checked when the rest has matched.
 */
export function linearSource(tree: RegexNode): LinearSource {
  const groups: number[] = [];
  const rest: RegexNode[] = [];
  const ahead: Lookahead[] = [];
  let offset: number | undefined = 0;
  for (const item of tree.type === 'sequence' ? tree.items : [tree]) {
    if (item.type === 'look' && !item.behind && offset !== undefined) {
      ahead.push({ offset, negative: item.negative, source: print(item.item, undefined) });
      continue;
    }
    rest.push(item);
    const length = fixedLength(item);
    offset = offset === undefined || length === undefined ? undefined : offset + length;
  }
  return { source: print({ type: 'sequence', items: rest }, groups), groups, ahead };
}

function print(node: RegexNode, groups: number[] | undefined): string {
  switch (node.type) {
    case 'set':
      return printSet(node.set);
    case 'sequence':
      return node.items
        .map((item) => (item.type === 'choice' ? atom(item, groups) : print(item, groups)))
        .join('');
    case 'choice':
      return node.branches.map((branch) => print(branch, groups)).join('|');
    case 'repeat':
      return printRepeat(node, groups);
    case 'group':
      groups?.push(node.index);
      return groups ? `(${print(node.item, groups)})` : atom(node.item, groups);
    case 'backreference':
      throw untranslatable('a backreference', NOT_LINEAR, 'Write out what it may refer to.');
    case 'look':
      if (!node.behind)
        throw untranslatable('a lookahead that is not at a fixed place', NOT_LINEAR, 'Put it first.');
      return `(?<${node.negative ? '!' : '='}${print(node.item, undefined)})`;
    case 'assertion':
      return ASSERTIONS[node.kind];
  }
}

const NOT_LINEAR = 'which cannot be matched in bounded time';

/** A line ends at a line feed only: what is matched has no other line ends in it. */
const ASSERTIONS: Readonly<Record<AssertionNode['kind'], string>> = {
  start: '\\A',
  end: '\\z',
  'line-start': '(?m:^)',
  'line-end': '(?m:$)',
  'word-boundary': '\\b',
  'no-word-boundary': '\\B',
};

function printRepeat({ item, min, max, lazy }: RepeatNode, groups: number[] | undefined): string {
  if (min > MOST_TIMES || (max > MOST_TIMES && max !== Number.POSITIVE_INFINITY)) {
    throw untranslatable(`a repetition of more than ${MOST_TIMES}`, NOT_LINEAR, 'Use + or *.');
  }
  const upper = max === Number.POSITIVE_INFINITY ? '' : max;
  return `${atom(item, groups)}{${min},${upper}}${lazy ? '?' : ''}`;
}

/** What RE2 takes. */
const MOST_TIMES = 1_000;

function atom(node: RegexNode, groups: number[] | undefined): string {
  const printed = print(node, groups);
  return node.type === 'set' ? printed : `(?:${printed})`;
}

function printSet(set: CharacterSet): string {
  const only = single(set);
  if (only !== undefined) return printCharacter(only);
  if (set.length === 0) return `[^${printCharacter(0)}-${printCharacter(0x10ffff)}]`;
  return `[${set.map(([first, last]) => `${printCharacter(first)}-${printCharacter(last)}`).join('')}]`;
}

function printCharacter(character: number): string {
  return `\\x{${character.toString(16)}}`;
}
