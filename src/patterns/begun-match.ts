import type { RE2JS } from 're2js';
import { linearSource } from './linear-source.js';
import { re2 } from './re2.js';
import type { RegexNode } from './regex-nodes.js';
import { parseRegex } from './regex-syntax.js';

/**
 * Where in a text that has not ended a match of the pattern may have begun that more text would complete; the length
 * of the text where none has. In doubt it is the earlier place: of what cannot be taken apart, the beginning of the text.
 *
 * @example
 * begunMatch(/order \d+ of/)('an order 12'); // 3
 */
export function begunMatch(pattern: RegExp): (text: string) => number {
  let engine: RE2JS | undefined;
  let failed = false;
  return (text) => {
    if (text === '') return 0;
    try {
      if (!failed) engine ??= compile(pattern);
    } catch {
      failed = true;
    }
    if (!engine || engine.programSize() * text.length > MOST_STEPS) return 0;
    const matcher = engine.matcher(text);
    return matcher.find() ? matcher.start() : text.length;
  };
}

/** About a quarter of a second of one core at worst. */
const MOST_STEPS = 20_000_000;
const MOST_SIZE = 4_000;

function compile(pattern: RegExp): RE2JS {
  const begun = beginOf(parseRegex(pattern, { properties: true }));
  const { source } = linearSource({ type: 'sequence', items: [begun, END] });
  const { RE2JS } = re2();
  const engine = RE2JS.compile(source, RE2JS.LOOKBEHINDS);
  if (engine.programSize() > MOST_SIZE) throw new RangeError('The pattern is too large.');
  return engine;
}

const END: RegexNode = { type: 'assertion', kind: 'end', word: [] };
const NOTHING: RegexNode = { type: 'sequence', items: [] };
const ANYTHING: RegexNode = {
  type: 'repeat',
  item: { type: 'set', set: [[0, 0x10ffff]] },
  min: 0,
  max: Number.POSITIVE_INFINITY,
  lazy: false,
};

/** What matches all that a match of the node may begin with, but not the whole of it. */
export function beginOf(node: RegexNode): RegexNode {
  switch (node.type) {
    case 'set':
      return NOTHING;
    case 'sequence':
      return beginOfSequence(node.items);
    case 'choice':
      return { type: 'choice', branches: node.branches.map(beginOf) };
    case 'repeat': {
      const { item, max } = node;
      const before: RegexNode = { ...node, item: taken(item), min: 0, max: Math.max(0, max - 1) };
      return { type: 'sequence', items: [before, beginOf(item)] };
    }
    case 'group':
      return beginOf(node.item);
    case 'look':
      return node.behind ? NOTHING : beginOf(node.item);
    case 'backreference':
      return ANYTHING;
    // Whether it holds is known when there is more.
    case 'assertion':
      return NOTHING;
  }
}

/** By halves, so that a long one is not nested as deeply as it is long. */
function beginOfSequence(items: readonly RegexNode[]): RegexNode {
  const [first] = items;
  if (!first) return NOTHING;
  if (items.length === 1) return beginOf(first);
  const middle = items.length >> 1;
  const before = items.slice(0, middle).map(taken);
  const behind: RegexNode = { type: 'sequence', items: [...before, beginOfSequence(items.slice(middle))] };
  return { type: 'choice', branches: [behind, beginOfSequence(items.slice(0, middle))] };
}

/** What matches all that the node does, and no less where it asks for what stands around it. */
function taken(node: RegexNode): RegexNode {
  switch (node.type) {
    case 'sequence':
      return { ...node, items: node.items.map(taken) };
    case 'choice':
      return { ...node, branches: node.branches.map(taken) };
    case 'repeat':
      return { ...node, item: taken(node.item) };
    case 'group':
      return taken(node.item);
    case 'backreference':
      return ANYTHING;
    case 'look':
      return NOTHING;
    case 'assertion':
      return node.kind === 'start' ? node : NOTHING;
    case 'set':
      return node;
  }
}
