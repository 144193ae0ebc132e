import { MuxError } from '../../model/index.js';
import type { ReachRule } from './reach-rule.js';
import { otherRules } from './rules/other-rules.js';
import { paneRules } from './rules/pane-rules.js';
import { workRules } from './rules/work-rules.js';

/** How limits hold, for every operation there is. */
export const reachRules: Readonly<Record<string, ReachRule>> = { ...paneRules, ...workRules, ...otherRules };

/** An operation without a rule is refused: nobody has thought about what it reaches. */
export function reachRule(operation: string): ReachRule {
  const rule = Object.hasOwn(reachRules, operation) ? reachRules[operation] : undefined;
  if (rule) return rule;
  throw new MuxError('INTERNAL_ERROR', `The operation ${operation} has no reach rule.`, {
    suggestion: 'Add it to src/operations/reach/rules.',
  });
}
