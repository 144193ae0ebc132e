export { beginOf, begunMatch } from './begun-match.js';
export {
  type CharacterSet,
  complement,
  has,
  intersection,
  LAST_CHARACTER,
  lineTerminators,
  setOf,
  single,
  union,
} from './character-set.js';
export { derivedPattern, LinearPattern, withFlags } from './linear-pattern.js';
export {
  type AssertionNode,
  canBeEmpty,
  childrenOf,
  containsGroup,
  fixedLength,
  type LookNode,
  type RegexNode,
  type RepeatNode,
} from './regex-nodes.js';
export { parseRegex } from './regex-syntax.js';
export { untranslatable } from './untranslatable.js';
