import type { CharacterSet, RegexNode } from '../../patterns/index.js';

/** More of them are no quicker than the pattern itself. */
const MAX_LITERALS = 24;
/** A larger class is in every line. */
const MAX_MEMBERS = 6;

/**
 * Texts of which every match contains one: the longest that can be had. Only ASCII, because the filters look for
 * them among bytes as well as among characters; lower-cased where case is ignored.
 */
export function requiredLiterals(node: RegexNode, ignoreCase: boolean): readonly string[] | undefined {
  const { best } = new LiteralFinder(ignoreCase).find(node);
  return best.length > 0 && best.length <= MAX_LITERALS ? best : undefined;
}

interface Found {
  /** All that the node can match, where that is a short list. */
  readonly whole?: readonly string[] | undefined;
  /** Texts of which every match contains one; none where nothing is sure. */
  readonly best: readonly string[];
}

class LiteralFinder {
  readonly #ignoreCase: boolean;

  constructor(ignoreCase: boolean) {
    this.#ignoreCase = ignoreCase;
  }

  find(node: RegexNode): Found {
    switch (node.type) {
      case 'set':
        return exactly(this.#members(node.set));
      case 'sequence':
        return this.#sequence(node.items);
      case 'choice': {
        const branches = node.branches.map((branch) => this.find(branch));
        const lists = branches.map(({ whole }) => whole);
        return {
          whole: lists.every((list) => list !== undefined) ? short(lists.flat()) : undefined,
          best: branches.every(({ best }) => best.length > 0)
            ? smallest(branches.flatMap(({ best }) => best))
            : [],
        };
      }
      case 'repeat': {
        const { whole, best } = this.find(node.item);
        if (node.min === 0)
          return { whole: node.max === 1 && whole ? short(['', ...whole]) : undefined, best: [] };
        return { whole: node.min === 1 && node.max === 1 ? whole : undefined, best };
      }
      case 'group':
        return this.find(node.item);
      case 'assertion':
      case 'look':
        return exactly(['']);
      case 'backreference':
        return { best: [] };
    }
  }

  /** Neighbours with short lists make one longer text; of several texts the best is taken. */
  #sequence(items: readonly RegexNode[]): Found {
    let best: readonly string[] = [];
    let run: readonly string[] = [''];
    let complete = true;
    const offer = (candidate: readonly string[]): void => {
      if (worth(candidate) > worth(best)) best = smallest(candidate);
    };
    for (const item of items) {
      const { whole, best: inside } = this.find(item);
      const longer = whole && short(run.flatMap((start) => whole.map((end) => start + end)));
      if (!longer) {
        complete = false;
        offer(run);
        offer(inside);
      }
      run = longer ?? whole ?? [''];
    }
    offer(run);
    return { whole: complete ? run : undefined, best };
  }

  #members(set: CharacterSet): readonly string[] | undefined {
    const size = set.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    if (size > MAX_MEMBERS || (set.at(-1)?.[1] ?? 0x80) >= 0x80) return undefined;
    const members = set.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)),
    );
    return short(this.#ignoreCase ? members.map((member) => member.toLowerCase()) : members);
  }
}

function exactly(whole: readonly string[] | undefined): Found {
  return { whole, best: whole?.every((text) => text !== '') ? whole : [] };
}

function short(texts: readonly string[]): readonly string[] | undefined {
  const distinct = [...new Set(texts)];
  return distinct.length <= MAX_LITERALS ? distinct : undefined;
}

/** Without those that contain another one. */
function smallest(texts: readonly string[]): readonly string[] {
  const distinct = [...new Set(texts)];
  return distinct.filter((text) => !distinct.some((other) => other !== text && text.includes(other)));
}

/** The shortest of them decides; fewer are better. */
function worth(candidate: readonly string[]): number {
  if (candidate.length === 0 || candidate.length > MAX_LITERALS) return 0;
  return Math.min(...candidate.map((text) => text.length)) * 100 - candidate.length;
}
