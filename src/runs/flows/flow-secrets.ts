import { isMuxError } from '../../model/index.js';
import { type RedactionOptions, Redactor, redactionRules, translatePattern } from '../../redaction/index.js';
import { secretPatterns } from '../extractors/extract.js';
import type { Flow } from './flow.js';
import type { FlowOptions } from './flow-options.js';

/** What the recorder of a flow's run has to hide from the first byte on: what is known by then. */
export function knownSecrets(flow: Flow, options: FlowOptions): RedactionOptions {
  const { inputs = {}, redactors = [], secrets = [] } = options;
  const given = flow.steps.flatMap(({ answer }) => {
    const input = answer && 'input' in answer && answer.secret ? inputs[answer.input] : undefined;
    return typeof input === 'string' && input !== '' ? [input] : [];
  });
  return {
    redactors: [...redactors, ...secretPatterns(flow.extract ?? []).filter(canBeRecorded)],
    secrets: [...secrets, ...given],
  };
}

/** Hides all that is known, also what became known meanwhile. */
export function hideSecrets(known: RedactionOptions, more: readonly string[], text: string): string {
  const secrets = [...(known.secrets ?? []), ...more].filter((secret) => secret !== '');
  return new Redactor(redactionRules({ ...known, secrets })).text(text);
}

/** A pattern that the filter on a host cannot do is no reason to fail: what it finds is scrubbed afterwards. */
function canBeRecorded(pattern: RegExp): boolean {
  try {
    translatePattern(pattern, 'perl');
    translatePattern(pattern, 'awk');
    return true;
  } catch (error) {
    if (isMuxError(error, 'PATTERN_NOT_TRANSLATABLE')) return false;
    throw error;
  }
}
